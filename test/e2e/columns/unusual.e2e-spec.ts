import {
  ChildEntity,
  Column,
  type DataSource,
  Entity,
  JoinColumn,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
  TableInheritance,
  VirtualColumn,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { ascending, idsOf, onEngines } from '../../support/engines.js';
import { cases, idsIn } from '../../support/table.js';
import { walks } from '../pages/walk.js';
import { storages } from './storage.js';

/** The context of scopes: what a reader may see. */
interface Club {
  readonly label?: string;
}

/** A number that the database has a hundred times. */
const hundredth = {
  to: (value: number) => value * 100,
  from: (stored: unknown) => Number(stored) / 100,
};

/** Makes entities whose lists, documents and virtual columns stand in unusual places. */
function unusualModel(engine: EngineName) {
  const { list, document } = storages[engine];

  class Facts {
    @Column(list) labels!: string[] | null;
    @Column(document) details!: { color?: string; size?: { width?: number } } | null;
  }

  @Entity({ name: 'shop' })
  @Filterable({
    fields: [
      'id',
      'facts.labels',
      { name: 'facts.details', paths: { color: 'text', 'size.width': 'integer' } },
      { name: 'turnover', kind: 'integer' },
    ],
    relations: ['media'],
    scope: ({ label }: Club) => (label === undefined ? {} : { facts: { labels: label }, turnover: { $gt: 0 } }),
  })
  class Shop {
    @PrimaryColumn() id!: number;
    @Column(() => Facts) facts!: Facts;
    @VirtualColumn({
      type: 'int',
      query: (shop) => `SELECT COALESCE(SUM(v.price), 0) FROM medium v WHERE v.shop_id = ${shop}.id`,
      transformer: hundredth,
    })
    turnover!: number;
    @OneToMany(() => Medium, (medium) => medium.shop) media!: Relation<Medium>[];
  }

  @Entity({ name: 'medium' })
  @TableInheritance({ column: { type: 'varchar', name: 'type' } })
  @Filterable({
    fields: ['id', { name: 'sales', kind: 'integer' }],
    relations: ['shop'],
    scope: ({ label }: Club) => (label === 'crime' ? { sales: { $gte: 200 } } : {}),
  })
  class Medium {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int' }) price!: number;
    @VirtualColumn({ query: (medium) => `SELECT ${medium}.price` }) sales!: number;
    @Column({ name: 'shop_id', type: 'int', nullable: true }) shopId!: number | null;
    @ManyToOne(() => Shop, (shop) => shop.media, { nullable: true })
    @JoinColumn({ name: 'shop_id' })
    shop!: Relation<Shop> | null;
  }

  @ChildEntity()
  @Filterable({
    fields: [
      'id',
      { name: 'sales', kind: 'integer' },
      { name: 'words', kind: 'text', list: true },
      { name: 'plot', paths: { genre: 'text', pages: 'integer' } },
    ],
    relations: ['shop'],
  })
  class Book extends Medium {
    @Column(document) words!: string[] | null;
    @Column(document) plot!: { genre?: string; pages?: number } | null;
  }

  @ChildEntity()
  @Filterable({ fields: ['id', { name: 'cast', kind: 'text', list: true }] })
  class Film extends Medium {
    @Column({ ...document, name: 'cast_list' }) cast!: string[] | null;
  }

  return { Shop, Medium, Book, Film, entities: [Shop, Medium, Book, Film] };
}

const models = {
  sqlite: unusualModel('sqlite'),
  postgres: unusualModel('postgres'),
  mariadb: unusualModel('mariadb'),
} as const;

const shops = [
  { id: 1, facts: { labels: ['crime', 'art'], details: { color: 'red', size: { width: 3 } } } },
  { id: 2, facts: { labels: ['art'], details: { color: 'blue' } } },
  { id: 3, facts: { labels: [], details: null } },
  { id: 4, facts: { labels: ['crime'], details: { size: { width: 10 } } } },
] as const;

const books = [
  { id: 1, price: 250, shop: { id: 1 }, words: ['dark', 'red'], plot: { genre: 'crime', pages: 300 } },
  { id: 2, price: 100, shop: { id: 1 }, words: ['Dark'], plot: { genre: 'poems', pages: 90 } },
  { id: 3, price: 300, shop: { id: 2 }, words: [], plot: { genre: 'crime' } },
  { id: 4, price: 400, shop: null, words: null, plot: null },
] as const;

const films = [
  { id: 11, price: 500, shop: { id: 2 }, cast: ['Liv', 'Max'] },
  { id: 12, price: 100, shop: { id: 3 }, cast: ['Max'] },
] as const;

async function seed({ manager }: DataSource, engine: EngineName): Promise<void> {
  const { Shop, Book, Film } = models[engine];
  for (const row of shops) await manager.insert<ObjectLiteral>(Shop, row);
  for (const row of books) await manager.insert<ObjectLiteral>(Book, row);
  for (const row of films) await manager.insert<ObjectLiteral>(Film, row);
}

/** The ids that a request about an entity finds for a reader who may see everything, or a label alone. */
const questions = cases(`
  # Lists and documents inside of an embedded object.
  Shop filters[facts][labels]=crime -> 1 4
  Shop filters[facts][labels][$empty]=true -> 3
  Shop filters[facts][details][color]=red&filters[facts][labels]=art -> 1
  Shop filters[facts][details][size][width][$gte]=3 -> 1 4
  Shop filters[facts][details][$null]=true -> 3
  Shop sort=facts.details.size.width:desc:nullsLast,id -> 4 1 2 3
  Shop sort[facts][details][color]=asc:nullsLast&sort[id]=desc -> 2 1 4 3
  Shop filters[media][shop][facts][labels]=crime -> 1
  # A virtual column with a transformer: 8 in a request is 800 in the database.
  Shop filters[turnover][$gte]=4 -> 2
  Shop filters[turnover][$in][0]=8&filters[turnover][$in][1]=1 -> 2 3
  Medium filters[shop][turnover]=8 -> 3 11
  Shop sort=turnover:desc,id -> 2 1 3 4
  # A document of one class of a table.
  Book filters[words]=dark -> 1
  Book filters[words][$empty]=true -> 3
  Book filters[words][$null]=true -> 4
  Book filters[plot][genre]=crime -> 1 3
  Book filters[plot][pages][$lt]=100&filters[words][$hasSome][0]=Dark -> 2
  Book filters[plot][$null]=true -> 4
  Book filters[shop][facts][labels]=crime -> 1 2
  Book sort=plot.pages:nullsLast,id -> 2 1 3 4
  Book sort=shop.facts.details.color:desc:nullsLast,sales:desc -> 1 2 3 4
  Film filters[cast]=Max -> 11 12
  Film filters[cast][$hasEvery][0]=Max&filters[cast][$hasEvery][1]=Liv -> 11
  Medium filters[sales][$gte]=300&sort=id -> 3 4 11
  Medium sort=sales:desc,id -> 11 4 3 1 2 12
  # Scopes of lists, paths and virtual columns, of the row itself and of related ones.
  Shop sort=id for crime -> 1
  Shop sort=id for art -> 1 2
  Shop sort=media.$count:desc,id for art -> 1 2
  Medium sort=id for crime -> 1 3 4 11
  Medium filters[shop][$exists]=true for crime -> 1
  Book filters[$not][shop][facts][labels]=art for crime -> 3 4
  Book sort=shop.facts.details.color:nullsLast,id:desc for art -> 3 2 1 4
`);

onEngines(
  'lists, documents and virtual columns in unusual places',
  {
    entities: (engine) => models[engine].entities,
    seed,
    options: { pagination: { secret: 'sixteen characters or more' } },
  },
  (world) => {
    const everything: Club = {};

    it.each(questions)('%s -> %s', async (question, verdict) => {
      const [, about = '', request = '', label] = /^(\w+) (.*?)(?: for (\w+))?$/.exec(question) ?? [];
      const entity: new () => ObjectLiteral = models[world.engine][about as 'Shop'];
      const context: Club = label === undefined ? everything : { label };
      const { filters } = world;
      const finds = idsIn(verdict);
      const isSorted = request.includes('sort');
      const inOrder = (rows: readonly ObjectLiteral[]) => (isSorted ? idsOf(rows) : ascending(idsOf(rows)));
      const asked = filters.parse(entity, request, { context });

      expect(inOrder(await filters.apply(world.builder(entity), asked).getMany())).toEqual(finds);
      expect(await filters.count(world.builder(entity), asked)).toBe(finds.length);
      const { data, meta } = await world.page(entity, `${request}&pagination[pageSize]=50`, { context });
      expect(inOrder(data)).toEqual(finds);
      expect(meta.pagination).toMatchObject({ total: finds.length });

      // A list that is only sorted is walked along its cursors as well.
      if (!/^sort=[^&]*$/.test(request)) return;
      const sort = request.slice('sort='.length).split(',');
      const listing = { filters, entity, builder: () => world.builder(entity), request: { sort }, context };
      expect(idsOf((await walks.forwards(listing, 1)).flat())).toEqual(finds);
      expect(idsOf((await walks.backwards(listing, 2)).flat())).toEqual(finds);
    });

    it('a virtual column is read and compared by its transformer', async () => {
      const { Shop } = models[world.engine];
      const input = { filters: { turnover: { $between: [1, 8] } }, sort: { turnover: 'desc' } } as const;
      const rows = await world.filters.filter(Shop, input, { context: everything }).getMany();
      expect(rows.map(({ id, turnover }) => `${id}:${turnover}`)).toEqual(['2:8', '1:3.5', '3:1']);
    });
  },
);
