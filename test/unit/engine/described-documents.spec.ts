import { Maker, Ware, asking } from '../parse/wares.js';

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
