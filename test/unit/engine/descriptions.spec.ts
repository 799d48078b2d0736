import { FilterException, FilterService } from 'nestjs-filterable';
import { RequestBody } from '../../../lib/wire/index.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { Maker, Ware, asking } from '../parse/wares.js';
import { boot } from '../schema/things.js';

const describeFor = (isAdmin: boolean) => asking.by?.describe<Ware>(Ware, { context: { isAdmin } });

describe('the description of virtual columns, lists and documents', () => {
  const lists = ['$null', '$notNull', '$has', '$hasEvery', '$hasSome', '$empty'];

  it.each([
    ['letters', { kind: 'integer', nullable: true, sortable: true, indexed: false }],
    ['tags', { kind: 'text', list: true, nullable: true, sortable: false }],
    ['sizes', { kind: 'text', list: true, nullable: true, sortable: false }],
    ['amounts', { kind: 'integer', list: true, sortable: false }],
    ['specs', { kind: 'json', nullable: true, sortable: false }],
    ['specs.color', { kind: 'text', nullable: true, sortable: true, indexed: false }],
    ['specs.size.width', { kind: 'integer', nullable: true, sortable: true }],
    ['specs.size.height', { kind: 'integer', sortable: false }],
    ['specs.mass', { kind: 'decimal' }],
    ['specs.labels', { kind: 'text', list: true, sortable: false }],
    ['specs.ab', { kind: 'text' }],
    ['remarks.by', { kind: 'text' }],
    ['plain', { kind: 'json' }],
  ])('%s: %j', (name, expected) => {
    const field = describeFor(false)?.fields.find((one) => one.name === name);
    expect(field).toMatchObject(expected);
    expect(field && 'list' in field).toBe('list' in expected);
  });

  it.each([
    ['tags', lists],
    ['specs.labels', lists],
    ['amounts', ['$has', '$empty']],
    ['specs', ['$null', '$notNull']],
    ['remarks', ['$null']],
    ['specs.on', ['$eq']],
  ])('%s takes %j', (name, expected) => {
    const field = describeFor(false)?.fields.find((one) => one.name === name);
    expect(field?.operators.map(({ operator }) => operator)).toEqual(expected);
  });

  it('has the names of clients, in the order of their declaration, and what the reader sees', () => {
    const paths = ['color', 'size.width', 'size.height', 'mass', 'ratio', 'big', 'on', 'made', 'code', 'labels', 'ab'];
    const names = (isAdmin: boolean) => describeFor(isAdmin)?.fields.map(({ name }) => name);
    const shown = [
      'id',
      'name',
      'letters',
      'tags',
      'sizes',
      'amounts',
      'specs',
      ...paths.map((path) => `specs.${path}`),
    ];
    expect(names(false)).toEqual([...shown, 'remarks', 'remarks.by', 'plain']);
    expect(names(true)).toEqual([
      ...shown,
      'specs.secret',
      'remarks',
      'remarks.by',
      'secretVault',
      'secretVault.color',
      'plain',
    ]);
  });

  it('sorts by every key that it names', () => {
    const description = describeFor(true);
    for (const key of description?.sort ?? []) {
      const overrides = { context: { isAdmin: true } };
      expect(asking.by?.parse<Ware>(Ware, `sort=${key}`, overrides).toString()).toContain(key);
    }
    const sortable = description?.fields.filter((field) => field.sortable).map(({ name }) => name) ?? [];
    expect(description?.sort.filter((key) => !key.startsWith('maker.'))).toEqual(sortable);
  });

  it('has relations whose fields are narrowed', () => {
    const sort = asking.by?.describe<Maker>(Maker).sort.filter((key) => key.startsWith('wares.'));
    expect(sort).toEqual(['wares.id', 'wares.specs.color', 'wares.specs.size.width', 'wares.$count']);
  });
});

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

const params = { filters: 'where', pagination: 'slice' };
const asked = 'where[title][$eq]=a&sort[0]=id%3Aasc&slice[page]=2&slice[pageSize]=25';

/** What clients call the parameters must not be what becomes of a condition that was written in code. */
describe('where clients call the parameters otherwise', () => {
  let filters: FilterService;

  beforeAll(async () => {
    filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities), { params });
  });

  const read = (input: string | object) => filters.parse(Post, input).toString();

  it('code keeps the usual names', () => {
    expect(filters.filter(Post, { filters: { title: 'a' } }).getQuery()).toMatch(/"title" = :nf_p\d+/);
    expect(() => filters.filter(Post, { filters: { titel: 'a' } } as object)).toThrow(FilterException);
  });

  it('what a query is printed as reads as the same query', () => {
    const query = filters.parse(Post, asked);
    expect(query.toString()).toBe(asked);
    expect(read(query.toString())).toBe(asked);
    expect(read(query.toJSON())).toBe(asked);
    expect(read(JSON.parse(JSON.stringify(query)) as object)).toBe(asked);
  });

  it.each([
    [{ where: { title: 'a' } }, 'where[title][$eq]=a'],
    [{ filters: { title: 'a' } }, 'where[title][$eq]=a'],
    [{ filters: { title: 'a' }, slice: { page: 1 } }, 'where[title][$eq]=a&slice[page]=1&slice[pageSize]=25'],
  ])('an object is read: %j', (input, expected) => {
    expect(read(input)).toBe(expected);
  });

  it('an object that names a parameter twice is refused', () => {
    expect(() => read({ where: { title: 'a' }, filters: { title: 'b' } })).toThrow(FilterException);
  });

  it("a client's body has the client's names, and the others are the host's", () => {
    expect(read(new RequestBody({ where: { title: 'a' }, filters: { titel: 'b' } }))).toBe('where[title][$eq]=a');
    expect(read('where[title]=a&filters[titel]=b')).toBe('where[title][$eq]=a');
  });
});

describe('where the names are exchanged', () => {
  it('each has one meaning', async () => {
    const exchanged = { params: { filters: 'sort', sort: 'filters' } };
    const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities), exchanged);
    expect(filters.parse(Post, { sort: { title: 'a' }, filters: 'id' }).toJSON()).toEqual({
      filters: { title: { $eq: 'a' } },
      sort: ['id:asc'],
    });
  });
});
