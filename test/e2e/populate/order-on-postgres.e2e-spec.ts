import { Column, Entity, JoinTable, ManyToMany, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';
import { type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Tag {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'stars'] })
class Review {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @Column({ type: 'int' })
  stars!: number;

  @ManyToOne(() => Place, (place) => place.reviews)
  place!: Relation<Place>;
}

@Entity()
@Filterable({
  fields: ['id'],
  relations: ['reviews', 'tags'],
  populate: [
    { name: 'reviews', limit: 7, sort: 'stars:desc' },
    { name: 'tags', limit: 5, sort: 'name:desc' },
  ],
})
class Place {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @OneToMany(() => Review, (review) => review.place)
  reviews!: Relation<Review>[];

  @ManyToMany(() => Tag)
  @JoinTable({ name: 'place_tag', joinColumn: { name: 'place_id' }, inverseJoinColumn: { name: 'tag_id' } })
  tags!: Tag[];
}

/** Settings under which the planner takes other ways to the same rows. */
const planners: readonly (readonly [name: string, settings: readonly string[]])[] = [
  ['the usual one', []],
  ['one without nested loops', ['enable_nestloop = off']],
  ['one without indexes', ['enable_indexscan = off', 'enable_bitmapscan = off', 'enable_indexonlyscan = off']],
  ['one without sorts', ['enable_sort = off', 'enable_incremental_sort = off']],
  ['one that keeps rows', ['enable_memoize = on', 'enable_material = on', 'enable_seqscan = off']],
  [
    'one that takes several processes',
    [
      'parallel_setup_cost = 0',
      'parallel_tuple_cost = 0',
      'min_parallel_table_scan_size = 0',
      'min_parallel_index_scan_size = 0',
      'max_parallel_workers_per_gather = 4',
    ],
  ],
];

describeOn('postgres')(
  'related rows in their order, which no ORDER BY of the whole statement sorts, on %s',
  (engine) => {
    let database: TestDatabase;

    beforeAll(async () => {
      database = await openDatabase(engine, { entities: [Place, Review, Tag] });
      for (const statement of [
        'INSERT INTO place SELECT g FROM generate_series(1, 40) g',
        `INSERT INTO tag SELECT g, 'tag ' || g FROM generate_series(1, 30) g`,
        'INSERT INTO review (id, stars, "placeId") SELECT g, (g * 7919) % 101, g % 40 + 1 FROM generate_series(1, 2000) g',
        'INSERT INTO place_tag SELECT p, t FROM generate_series(1, 40) p, generate_series(1, 30) t WHERE (p * t) % 3 = 1',
        'ANALYZE place, review, tag, place_tag',
      ]) {
        await database.source.query(statement);
      }
    });
    afterAll(() => database.close());

    it.each(planners)('are the same by %s', async (_, settings) => {
      const { source } = database;
      const filters = FilterService.forDataSource(source);
      const query = filters.parse(Place, 'sort=id&pagination[pageSize]=40&populate=reviews,tags');
      const { data } = await source.transaction(async (manager) => {
        for (const setting of settings) await manager.query(`SET LOCAL ${setting}`);
        return filters.page(manager.createQueryBuilder(Place, 'place'), query);
      });
      expect(data).toHaveLength(40);
      for (const { id, reviews, tags } of data) {
        const byStars = await source.query<{ id: number }[]>(
          'SELECT id FROM review WHERE "placeId" = $1 ORDER BY stars DESC, id DESC LIMIT 7',
          [id],
        );
        const byName = await source.query<{ id: number }[]>(
          'SELECT t.id FROM tag t JOIN place_tag p ON p.tag_id = t.id WHERE p.place_id = $1 ORDER BY t.name DESC, t.id DESC LIMIT 5',
          [id],
        );
        expect([id, reviews.map((review) => review.id)]).toEqual([id, byStars.map((row) => row.id)]);
        expect([id, tags.map((tag) => tag.id)]).toEqual([id, byName.map((row) => row.id)]);
      }
    });
  },
);
