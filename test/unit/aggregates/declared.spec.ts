import type { ClassRules, PropertyRule } from '../../../lib/schema/index.js';
import { type Declarations, errorOf, overrideError } from '../schema/things.js';

const thing: ClassRules = { fields: ['id', 'title', 'size'] };
describe('mistakes in declared aggregates', () => {
  it('a relation to one row', async () => {
    const rule = { name: 'n', of: 'owner', count: true } as const;
    expect(await errorOf({ thing: { fields: ['id', rule] }, owner: {}, tag: {} })).toContain(
      'n is an aggregate of owner, which leads to one row and has no aggregates; ',
    );
  });

  it('conditions that lead in a circle', async () => {
    const one = { name: 'n', of: 'things', count: true, where: { owner: { n: { $gte: 1 } } } } as const;
    expect(await errorOf({ thing, owner: { fields: ['id', one] }, tag: {} })).toContain(
      '`where` of n in @Filterable() on Owner leads back to the aggregate itself; leave one of them out',
    );
  });

  it('a search, and an aggregate of the list', async () => {
    const fields = [{ name: 'n', of: 'things', max: 'title' }] as const;
    expect(await errorOf({ thing, owner: { fields, search: ['n'] }, tag: {} })).toContain(
      '`search` names n, which is an aggregate of related rows; name a field of the related rows',
    );
    expect(await errorOf({ thing, owner: { fields, aggregates: { n: ['min'] } }, tag: {} })).toContain(
      'aggregates.n lists min, which an aggregate of related rows does not support; leave the field out',
    );
  });

  it('a decorated property that is no column and no aggregate', async () => {
    const properties: Record<string, PropertyRule> = { nothing: {} };
    expect(await errorOf({ thing: {}, properties, owner: {}, tag: {} })).toContain(
      'the decorated property nothing is neither a column nor a relation',
    );
  });

  it('of a handler', async () => {
    const fields = [{ name: 'n', of: 'labels', count: true }] as const;
    expect(await overrideError({ thing, owner: {}, tag: {} }, { fields: fields as never })).toContain(
      'n is an aggregate of labels, which is not a relation',
    );
  });
});

const declared = (aggregates: unknown): Declarations => ({
  thing: { fields: ['id', 'title', 'size', 'meta', 'deletedAt'], relations: ['owner'], aggregates } as ClassRules,
  owner: {},
  tag: {},
});
describe('mistakes in aggregates', () => {
  it('of a handler', async () => {
    const message = await overrideError(declared({ size: ['sum'] }), { aggregates: { size: ['med' as never] } });
    expect(message).toContain('aggregates.size lists med, which does not exist');
  });
});
