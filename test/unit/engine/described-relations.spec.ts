import { FilterService } from 'nestjs-filterable';
import { boot } from '../schema/things.js';

const { by, of } = await boot({
  thing: {
    fields: ['title'],
    relations: ['keeper', { name: 'owner', fields: ['name'], relations: [] }, 'parts', 'tags'],
  },
  owner: {
    fields: ['id', 'name', { name: 'email', when: (context: unknown) => context === 'admin' }],
    relations: ['things'],
  },
  tag: { fields: ['name'] },
});

const key = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$notIn', '$between', '$notBetween'];
const existence = ['$exists', '$null', '$notNull'];
const quantifiers = ['$some', '$every', '$none', '$count'];

describe('a described relation', () => {
  it('has what may stand directly under it, and the names that are fewer than those of the entity', () => {
    expect(by.describe(of).relations).toEqual([
      { name: 'keeper', entity: 'Owner', toMany: false, operators: [...existence, ...key] },
      // Its key may not be asked about there.
      { name: 'owner', entity: 'Owner', toMany: false, operators: existence, fields: ['name'], relations: [] },
      { name: 'parts', entity: 'Thing', toMany: true, operators: [...quantifiers, ...existence] },
      { name: 'tags', entity: 'Tag', toMany: true, operators: [...quantifiers, ...existence] },
    ]);
  });

  it('is not fewer where a context hides the rest of the entity, too', () => {
    const narrowed = { relations: [{ name: 'keeper', fields: ['id', 'name'] }] as never[] };
    const relationIn = (context: unknown) => by.describe(of, { ...narrowed, context }).relations[0];
    expect(relationIn('admin')).toMatchObject({ fields: ['id', 'name'] });
    expect(relationIn('guest')).not.toHaveProperty('fields');
  });
});

describe('a description without a context', () => {
  const calls: unknown[] = [];
  const when = (context: unknown) => {
    calls.push(context);
    return true;
  };

  it('calls no `when`, and leaves its members out; undefined is a context like any other', async () => {
    const hidden = await boot({ thing: { fields: ['title', { name: 'size', when }] } });
    const names = (options?: { context: unknown }) =>
      hidden.by.describe(hidden.of, options).fields.map(({ name }) => name);
    expect(hidden.by).toBeInstanceOf(FilterService);
    expect(names()).toEqual(['title']);
    expect(calls).toEqual([]);
    expect(names({ context: undefined })).toEqual(['title', 'size']);
    expect(new Set(calls)).toEqual(new Set([undefined]));
  });
});
