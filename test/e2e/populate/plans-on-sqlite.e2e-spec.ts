import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';
import { type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';

@Entity('nf_writer')
@Filterable({
  fields: ['id'],
  populate: [
    { name: 'texts', limit: 3 },
    { name: 'prizes', limit: 3 },
    { name: 'topics', limit: 3 },
  ],
})
class Writer {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @OneToMany(() => Text, ({ writer }) => writer) texts!: Relation<Text>[];
  @OneToMany(() => Prize, ({ writer }) => writer) prizes!: Relation<Prize>[];
  @ManyToMany(() => Topic) @JoinTable({ name: 'nf_writer_topic' }) topics!: Relation<Topic>[];
}

@Entity('nf_text')
@Filterable({ fields: ['id', 'title'], relations: ['writer'], populate: ['writer'] })
@Index(['writer', 'id'])
class Text {
  @PrimaryColumn({ type: 'integer' }) id!: number;
  @Column({ type: 'varchar' }) title!: string;
  @ManyToOne(() => Writer, ({ texts }) => texts) writer!: Relation<Writer>;
}

/** Its key has two columns. */
@Entity('nf_prize')
@Filterable({ fields: ['year', 'place'] })
@Index(['writer', 'year', 'place'])
class Prize {
  @PrimaryColumn({ type: 'int' }) year!: number;
  @PrimaryColumn({ type: 'int' }) place!: number;
  @ManyToOne(() => Writer, ({ prizes }) => prizes) writer!: Relation<Writer>;
}

@Entity('nf_topic')
@Filterable({ fields: ['id', 'name'] })
class Topic {
  @PrimaryColumn({ type: 'integer' }) id!: number;
  @Column({ type: 'varchar' }) name!: string;
}

const numbers = (count: number) => `WITH RECURSIVE g(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM g WHERE n < ${count})`;

const tables = [
  `INSERT INTO nf_writer ${numbers(100)} SELECT n FROM g`,
  `INSERT INTO nf_text (id, title, writerId) ${numbers(2_000)} SELECT n, 'text ' || (n * 7919 % 101), n % 100 + 1 FROM g`,
  `INSERT INTO nf_prize (year, place, writerId) ${numbers(2_000)} SELECT n, n % 3, n % 100 + 1 FROM g`,
  `INSERT INTO nf_topic (id, name) ${numbers(200)} SELECT n, 'topic ' || n FROM g`,
  `INSERT INTO nf_writer_topic ${numbers(2_000)} SELECT n % 100 + 1, n % 200 + 1 FROM g GROUP BY 1, 2`,
  'ANALYZE',
];

/** Requests, and an index that finds the related rows of one parent. */
const requests: readonly (readonly [request: string, index: RegExp])[] = [
  ['populate=texts', /SEARCH nf_r USING .*\(writerId=\?\)/],
  ['populate[texts][sort]=id:desc', /SEARCH nf_r USING .*\(writerId=\?\)/],
  ['populate[texts][sort]=title', /SEARCH nf_r USING .*\(writerId=\?\)/],
  ['populate[texts][limit]=1', /SEARCH nf_r USING .*\(writerId=\?\)/],
  ['populate[texts][filters][title][$contains]=text 1', /SEARCH nf_r USING .*\(writerId=\?\)/],
  ['populate[texts][filters][writer][id][$gt]=3', /SEARCH nf_r USING .*\(writerId=\?/],
  ['populate[texts][sort]=writer.id,title', /SEARCH nf_r USING .*\(writerId=\?\)/],
  ['populate[texts][populate]=writer', /SEARCH nf_r USING .*\(writerId=\?\)/],
  ['populate=prizes', /SEARCH nf_r USING .*\(writerId=\?\)/],
  ['populate=topics', /SEARCH nf_r USING INTEGER PRIMARY KEY \(rowid=\?\)/],
  ['populate[topics][sort]=name', /SEARCH nf_r USING INTEGER PRIMARY KEY \(rowid=\?\)/],
];

interface Step {
  readonly detail: string;
}

describeOn('sqlite', 'sqljs')('the plans of related rows, once their tables are analyzed, on %s', (driver) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(driver, { entities: [Writer, Text, Prize, Topic], logger: spy, logging: true });
    filters = FilterService.forDataSource(database.source);
    for (const statement of tables) await database.source.query(statement);
  });
  afterAll(() => database.close());

  it.each(requests)('look the rows of each parent up, and read none of another: %s', async (request, index) => {
    const { source } = database;
    const query = filters.parse(Writer, `sort=id&pagination[pageSize]=100&${request}`);
    const { result, statements } = await spy.during(() => filters.page(source.getRepository(Writer), query));
    const sent = statements.map((statement, place) => [statement, [...(spy.parameters[place] ?? [])]] as const);
    expect(result.data).toHaveLength(100);
    const plans: string[] = [];
    for (const [statement, parameters] of sent.filter(([text]) => /\bnf_r\b/.test(text))) {
      const steps = await source.query<readonly Step[]>(`EXPLAIN QUERY PLAN ${statement}`, parameters);
      plans.push(steps.map(({ detail }) => detail).join('\n'));
    }
    expect(plans.length).toBeGreaterThan(0);
    expect(plans[0]).toMatch(index);
    for (const plan of plans) expect(plan).not.toMatch(/SCAN nf_r/);
  });
});
