import { Filterable, FilterService, type ValuesFacet } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { type EngineName, type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { storages } from '../columns/storage.js';

/** Numbers of the boxes, each once, whose texts sort otherwise. */
const numbers = [100, -3, 12, 8] as const;
const sorted = [-3, 8, 12, 100];
/** Numbers of the items of each box. */
const counts = [11, 2, 10, 9] as const;

function boxModel(engine: EngineName) {
  const { document } = storages[engine];

  @Entity('nf_item')
  @Filterable({ fields: ['id'] })
  class Item {
    @PrimaryColumn({ type: 'int' }) id!: number;
    @Column({ type: 'int' }) amount!: number;
    @Column({ type: 'decimal', precision: 12, scale: 2 }) price!: string;
    @ManyToOne(() => Box, ({ items }) => items) box!: Relation<Box>;
  }

  @Entity('nf_box')
  @Filterable({
    fields: [
      'id',
      'plain',
      'exact',
      {
        name: 'doc',
        paths: {
          whole: 'integer',
          long: 'bigint',
          exact: 'decimal',
          rough: 'float',
          many: { kind: 'integer', list: true },
        },
      },
      { name: 'list', kind: 'integer', list: true },
      { name: 'virtual', kind: 'integer' },
      { name: 'itemCount', of: 'items', count: true },
      { name: 'amountSum', of: 'items', sum: 'amount' },
      { name: 'priceSum', of: 'items', sum: 'price' },
    ],
    facets: [
      'plain',
      ...(['exact', 'doc.whole', 'doc.long', 'doc.exact', 'doc.rough'] as const).map(asValues),
      ...(['doc.many', 'list', 'virtual', 'itemCount', 'amountSum', 'priceSum'] as const).map(asValues),
    ],
  })
  class Box {
    @PrimaryColumn({ type: 'int' }) id!: number;
    @Column({ type: 'int' }) plain!: number;
    @Column({ type: 'decimal', precision: 12, scale: 2 }) exact!: string;
    @Column(document) doc!: object;
    @Column(document) list!: number[];
    @VirtualColumn({ query: (alias) => `SELECT ${alias}.plain + 0`, type: 'int' }) virtual!: number;
    @OneToMany(() => Item, ({ box }) => box) items!: Relation<Item>[];
  }
  return { Box, Item };
}

const asValues = <Name extends string>(name: Name) => ({ name, type: 'values' }) as const;

/** The values of each facet, in order. A decimal of a column has the digits of the column. */
const facets: readonly (readonly [name: string, values: readonly number[]])[] = [
  ...['plain', 'exact', 'doc.whole', 'doc.long', 'doc.exact', 'doc.rough', 'doc.many', 'list'].map(
    (name) => [name, sorted] as const,
  ),
  ...['virtual', 'amountSum', 'priceSum'].map((name) => [name, sorted] as const),
  ['itemCount', [2, 9, 10, 11]],
];

describe.each(engines)('numbers of one count on %s', (engine) => {
  const { Box, Item } = boxModel(engine);
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Box, Item] });
    filters = FilterService.forDataSource(database.source, { limits: { facets: 20 } });
    const boxes = numbers.map((plain, id) => ({
      ...{ id, plain, exact: String(plain), list: [plain, plain] },
      doc: { whole: plain, long: plain, exact: plain, rough: plain, many: [plain, plain] },
    }));
    await database.source.getRepository(Box).insert(boxes);
    // The first item has the whole sum of its box.
    const items = numbers.flatMap((sum, box) =>
      Array.from({ length: counts[box] ?? 0 }, (_, place) => {
        const amount = place === 0 ? sum : 0;
        return { id: box * 100 + place, amount, price: String(amount), box: { id: box } };
      }),
    );
    await database.source.getRepository(Item).insert(items);
  });
  afterAll(() => database.close());

  const answer = async (request: string, name: string) => {
    const { meta } = await filters.page(database.source.getRepository(Box), filters.parse(Box, request));
    const { values, hasMore } = meta.facets?.[name] as ValuesFacet;
    return { values: values.map(({ value, count }) => [Number(value), count]), hasMore };
  };
  const once = (values: readonly number[]) => values.map((value) => [value, 1]);

  it.each(facets)('are in the order of the numbers: %s', async (name, values) => {
    expect(await answer(`facets=${name}`, name)).toEqual({ values: once(values), hasMore: false });
  });

  it.each(facets)('are cut after the least ones: %s', async (name, values) => {
    const answered = await answer(`facets[${name}][limit]=2`, name);
    expect(answered).toEqual({ values: once(values.slice(0, 2)), hasMore: true });
  });

  it.each(facets)('follow the more frequent ones: %s', async (name, values) => {
    const { source } = database;
    await source.getRepository(Box).insert({ ...(await source.getRepository(Box).findOneByOrFail({ id: 2 })), id: 9 });
    const items = await source.getRepository(Item).findBy({ box: { id: 2 } });
    await source.getRepository(Item).insert(items.map((item) => ({ ...item, id: item.id + 700, box: { id: 9 } })));
    try {
      const [, , often] = values;
      const others = once(values.filter((value) => value !== often));
      expect((await answer(`facets=${name}`, name)).values).toEqual([[often, 2], ...others]);
    } finally {
      await source.getRepository(Item).delete(items.map(({ id }) => id + 700));
      await source.getRepository(Box).delete(9);
    }
  });
});
