import {
  Column,
  type DataSource,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';

@Entity('nf_writer')
@Filterable({
  fields: ['id'],
  populate: [
    { name: 'texts', limit: 3 },
    { name: 'prizes', limit: 3 },
    { name: 'topics', limit: 3, sort: 'name:desc' },
  ],
})
class Writer {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @OneToMany(() => Text, ({ writer }) => writer) texts!: Relation<Text>[];
  @OneToMany(() => Prize, ({ writer }) => writer) prizes!: Relation<Prize>[];
  @ManyToMany(() => Topic, ({ writers }) => writers)
  @JoinTable({ name: 'nf_writer_topic', joinColumn: { name: 'writer_id' }, inverseJoinColumn: { name: 'topic_id' } })
  topics!: Relation<Topic>[];
}

@Entity('nf_text')
@Filterable({ fields: ['id', 'title'], relations: ['writer'], populate: ['writer'] })
@Index(['writer', 'id'])
class Text {
  @PrimaryColumn({ type: 'integer' }) id!: number;
  @Column({ type: 'varchar' }) title!: string;
  @ManyToOne(() => Writer, ({ texts }) => texts) @JoinColumn({ name: 'writer_id' }) writer!: Relation<Writer>;
}

/** Its key has two columns. */
@Entity('nf_prize')
@Filterable({ fields: ['year', 'place'] })
@Index(['writer', 'year', 'place'])
class Prize {
  @PrimaryColumn({ type: 'int' }) year!: number;
  @PrimaryColumn({ type: 'int' }) place!: number;
  @ManyToOne(() => Writer, ({ prizes }) => prizes) @JoinColumn({ name: 'writer_id' }) writer!: Relation<Writer>;
}

@Entity('nf_topic')
@Filterable({ fields: ['id', 'name'], relations: ['writers'] })
class Topic {
  @PrimaryColumn({ type: 'integer' }) id!: number;
  @Column({ type: 'varchar' }) name!: string;
  @ManyToMany(() => Writer, ({ topics }) => topics) writers!: Relation<Writer>[];
}

const numbers = (count: number) =>
  `WITH RECURSIVE g(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM g WHERE n < ${count}) SELECT`;

const writers: WorldOptions = {
  entities: [Writer, Text, Prize, Topic],
  seed: async (source: DataSource) => {
    for (const statement of [
      `INSERT INTO nf_writer ${numbers(100)} n FROM g`,
      `INSERT INTO nf_text (id, title, writer_id) ${numbers(2_000)} n, 'text ' || (n * 7919 % 101), n % 100 + 1 FROM g`,
      `INSERT INTO nf_prize (year, place, writer_id) ${numbers(2_000)} n, n % 3, n % 100 + 1 FROM g`,
      `INSERT INTO nf_topic (id, name) ${numbers(200)} n, 'topic ' || n FROM g`,
      `INSERT INTO nf_writer_topic ${numbers(2_000)} n % 100 + 1, n % 200 + 1 FROM g GROUP BY 1, 2`,
      'ANALYZE',
    ]) {
      await source.query(statement);
    }
  },
};

interface Step {
  readonly detail: string;
}

const byWriter = /SEARCH nf_r USING .*\(writer_id=\?/;
const byOwnKeys = /SEARCH nf_r USING INTEGER PRIMARY KEY \(rowid=\?\)\nCORRELATED LIST SUBQUERY \d+\nS[A-Z]+ nf_\d/;
const byKey = /SEARCH nf_r USING INTEGER PRIMARY KEY \(rowid=\?\)/;

onEngines('the plans of related rows, once their tables are analyzed,', { ...writers, on: ['sqlite'] }, (world) => {
  it.each([
    ['populate=texts', byWriter],
    ['populate[texts][sort]=id:desc', byWriter],
    ['populate[texts][sort]=title', byWriter],
    ['populate[texts][limit]=1', byWriter],
    ['populate[texts][filters][title][$contains]=text 1', byWriter],
    ['populate[texts][filters][writer][id][$gt]=3', byWriter],
    ['populate[texts][sort]=writer.id,title', byWriter],
    ['populate[texts][populate]=writer', byWriter],
    ['populate=prizes', byWriter],
    ['populate=topics', byKey],
    ['populate[topics][sort]=name', byKey],
    ['populate[topics][filters][writers][id][$gte]=0', byOwnKeys],
    ['populate[topics][filters][$or][0][name][$contains]=never&populate[topics][filters][$or][1][id]=3', byOwnKeys],
  ])('look the rows of each parent up, and read none of another: %s', async (request, index) => {
    const query = world.filters.parse(Writer, `sort=id&pagination[pageSize]=100&${request}`);
    const { result, statements } = await world.spy.during(() => world.filters.page(world.repository(Writer), query));
    expect(result.data).toHaveLength(100);
    const sent = statements.map((statement, place) => [statement, [...(world.spy.parameters[place] ?? [])]] as const);
    const plans: string[] = [];
    for (const [statement, parameters] of sent.filter(([text]) => /\bnf_r\b/.test(text))) {
      const steps = await world.source.query<readonly Step[]>(`EXPLAIN QUERY PLAN ${statement}`, parameters);
      plans.push(steps.map(({ detail }) => detail).join('\n'));
    }
    expect(plans[0]).toMatch(index);
    for (const plan of plans) expect(plan).not.toMatch(/SCAN nf_r/);
  });
});

/** Settings under which the planner takes other ways to the same rows. */
const planners = {
  'the usual one': '',
  'one without nested loops': 'enable_nestloop = off',
  'one without indexes': 'enable_indexscan = off; enable_bitmapscan = off; enable_indexonlyscan = off',
  'one without sorts': 'enable_sort = off; enable_incremental_sort = off',
  'one that keeps rows': 'enable_memoize = on; enable_material = on; enable_seqscan = off',
  'one that takes several processes':
    'parallel_setup_cost = 0; parallel_tuple_cost = 0; min_parallel_table_scan_size = 0; ' +
    'min_parallel_index_scan_size = 0; max_parallel_workers_per_gather = 4',
};

onEngines('related rows in their order, which no ORDER BY sorts,', { ...writers, on: ['postgres'] }, (world) => {
  it.each(Object.entries(planners))('are the same by %s', async (_, settings) => {
    const request = 'sort=id&pagination[pageSize]=100&populate[texts][sort]=title:desc&populate[topics]=true';
    const query = world.filters.parse(Writer, request);
    const { data } = await world.source.transaction(async (manager) => {
      for (const setting of settings.split('; ').filter(Boolean)) await manager.query(`SET LOCAL ${setting}`);
      return world.filters.page(manager.createQueryBuilder(Writer, 'writer'), query);
    });
    const byHand = (sql: string): Promise<readonly { id: number; ids: readonly number[] }[]> => world.source.query(sql);
    const order = (name: string) => `(ARRAY_AGG(t.id ORDER BY t.${name} DESC, t.id DESC))[1:3] AS ids`;
    const texts = await byHand(`SELECT t.writer_id AS id, ${order('title')} FROM nf_text t GROUP BY 1 ORDER BY 1`);
    const topics = await byHand(
      `SELECT p.writer_id AS id, ${order('name')} FROM nf_topic t JOIN nf_writer_topic p ON p.topic_id = t.id GROUP BY 1 ORDER BY 1`,
    );
    const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
    expect(data.map((writer) => ({ id: writer.id, ids: idsOf(writer.texts) }))).toEqual(texts);
    expect(data.map((writer) => ({ id: writer.id, ids: idsOf(writer.topics) }))).toEqual(topics);
  });
});

interface Node {
  readonly 'Actual Loops': number;
  readonly Filter?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** Counts the rows that a plan compared with texts and left out. */
function leftOutIn({ Filter = '', 'Actual Loops': loops, Plans = [], ...node }: Node): number {
  const own = /name|title/.test(Filter) ? (node['Rows Removed by Filter'] ?? 0) * loops : 0;
  return Plans.reduce((sum, part) => sum + leftOutIn(part), own);
}

onEngines('conditions that no index serves', { ...writers, on: ['postgres'] }, (world) => {
  it.each(
    cases(`
      [topics][filters][name][$contains]=never                                                       -> 200
      [topics][filters][$or][0][name][$contains]=never&populate[topics][filters][$or][1][id][$gt]=199 -> 200
      [topics][filters][name][$startsWithi]=never&populate[topics][sort]=name:desc                   -> 200
      [topics][filters][$or][0][name][$eqi]=never&populate[topics][filters][$or][1][id]=3            -> 200
      [texts][filters][title][$contains]=never&populate[texts][sort]=id                              -> 2000
    `),
  )('are compared with the own rows of each parent alone: populate%s -> at most %s', async (asked, most) => {
    const request = `sort=id&pagination[pageSize]=100&populate${asked}`;
    const query = world.filters.parse(Writer, request);
    const { statements } = await world.spy.during(() => world.filters.page(world.repository(Writer), query));
    const place = statements.findIndex((text) => /\bnf_r\b/.test(text));
    const explained = await world.source.query<readonly { 'QUERY PLAN': readonly { Plan: Node }[] }[]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${statements[place]}`,
      [...(world.spy.parameters[place] ?? [])],
    );
    const leftOut = explained.flatMap((row) => row['QUERY PLAN']).map(({ Plan }) => leftOutIn(Plan));
    expect(leftOut).toHaveLength(1);
    expect(leftOut[0]).toBeGreaterThan(0);
    expect(leftOut[0]).toBeLessThanOrEqual(Number(most));
  });
});
