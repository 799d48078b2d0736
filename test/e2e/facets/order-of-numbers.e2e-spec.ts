import { Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';
import { storages } from '../columns/storage.js';
import { textOf } from './questions.js';

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

const models = {
  sqlite: boxModel('sqlite'),
  postgres: boxModel('postgres'),
  mariadb: boxModel('mariadb'),
} as const;

/** Boxes 0 to 3 have a number each, whose texts sort otherwise; the first of their items has it whole. */
async function seed(source: DataSource, engine: EngineName): Promise<void> {
  const { Box, Item } = models[engine];
  // Box 9 has what box 2 has.
  const boxes = [
    [0, 100, 11],
    [1, -3, 2],
    [2, 12, 10],
    [3, 8, 9],
    [9, 12, 10],
  ] as const;
  await source.getRepository(Box).insert(
    boxes.map(([id, plain]) => ({
      ...{ id, plain, exact: String(plain), list: [plain, plain] },
      doc: { whole: plain, long: plain, exact: plain, rough: plain, many: [plain, plain] },
    })),
  );
  const items = boxes.flatMap(([box, sum, count]) =>
    Array.from({ length: count }, (_, place) => {
      const amount = place === 0 ? sum : 0;
      return { id: box * 100 + place, amount, price: String(amount), box: { id: box } };
    }),
  );
  await source.getRepository(Item).insert(items);
}

onEngines(
  'numbers of one count',
  { entities: (engine) => Object.values(models[engine]), seed, options: { limits: { facets: 20 } } },
  (world) => {
    const { Box } = models[world.engine];
    const answer = async (request: string) => {
      const { meta } = await world.page(Box, request);
      // A decimal of a column has the digits of the column.
      return textOf(meta.facets ?? {}).replace(/"(-?\d+)(\.00)?"/g, '$1');
    };

    it.each(
      cases(`
        plain       -> -3 8 12 100
        exact       -> -3 8 12 100
        doc.whole   -> -3 8 12 100
        doc.long    -> -3 8 12 100
        doc.exact   -> -3 8 12 100
        doc.rough   -> -3 8 12 100
        doc.many    -> -3 8 12 100
        list        -> -3 8 12 100
        virtual     -> -3 8 12 100
        amountSum   -> -3 8 12 100
        priceSum    -> -3 8 12 100
        itemCount   -> 2 9 10 11
      `),
    )('%s -> %s: are in the order of the numbers, after the more frequent ones', async (name, verdict) => {
      const values = verdict.split(' ');
      const [least, next, often, greatest] = values;
      const once = values.map((value) => `${value}:1`).join(', ');
      expect(await answer(`facets=${name}&filters[id][$lt]=9`)).toBe(`${name} ${once}`);
      expect(await answer(`facets[${name}][limit]=2&filters[id][$lt]=9`)).toBe(`${name} ${least}:1, ${next}:1 …`);
      expect(await answer(`facets=${name}`)).toBe(`${name} ${often}:2, ${least}:1, ${next}:1, ${greatest}:1`);
    });
  },
);
