import {
  type ColumnOptions,
  CreateDateColumn,
  Column,
  type DataSource,
  Entity,
  Index,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import { Filterable, type ValuesFacet } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import { ascending, idsOf, onEngines } from '../../support/engines.js';
import { insertRaw } from '../../support/samples/database.js';
import { local } from '../../support/samples/local-time.js';
import { cases, idsIn, recordsIn, verdictOn } from '../../support/table.js';

const extremes = ['min', 'max', 'distinct'] as const;

/** Makes entries whose date-times have microseconds, where the engine keeps them, and the boxes that they are in. */
function model(engine: EngineName) {
  const moment: ColumnOptions =
    engine === 'postgres'
      ? { type: 'timestamptz', nullable: true }
      : { type: engine === 'mariadb' ? 'timestamp' : 'datetime', precision: 6, nullable: true };

  @Entity('box')
  @Filterable({
    fields: ['id', 'opened'],
    relations: [{ name: 'entries', aggregates: true }],
    facets: ['entries.written', { name: 'opened', type: 'values' }, 'latest'],
  })
  class Box {
    @PrimaryColumn() id!: number;
    @CreateDateColumn({ nullable: true }) opened!: Date | null;
    @OneToMany(() => Entry, (entry) => entry.box) entries!: Relation<Entry>[];
    @Filterable({ of: 'entries', max: 'written', load: true }) latest?: Date | null;
  }

  @Entity('entry')
  @Filterable({
    fields: ['id', 'written', 'seen', 'filed', { name: 'copied', kind: 'datetime' }],
    relations: ['box'],
    facets: ['written', 'seen', 'filed', 'copied', 'box.opened'],
    aggregates: { written: extremes, seen: extremes, filed: extremes },
  })
  class Entry {
    @PrimaryColumn() id!: number;
    @Index('entry_written') @CreateDateColumn({ nullable: true }) written!: Date | null;
    @Column(moment) seen!: Date | null;
    @Column({ type: Date, precision: 3, nullable: true }) filed!: Date | null;
    @VirtualColumn({ query: (alias) => `SELECT e.written FROM entry e WHERE e.id = ${alias}.id` }) copied!: unknown;
    @ManyToOne(() => Box, (box) => box.entries, { nullable: true }) box!: Relation<Box> | null;
  }

  return { Entry, Box, entities: [Entry, Box] };
}

const models = { sqlite: model('sqlite'), postgres: model('postgres'), mariadb: model('mariadb') } as const;

/** Near neighbours, in UTC: 4 and 5 are alike, and JavaScript shows 3 to 6 alike. */
const moments = recordsIn(`
  id | box | written
  1  | 1   | 0001-01-01 12:00:00.000001
  2  | 1   | 2024-03-01 10:00:00.122999
  3  | 1   | 2024-03-01 10:00:00.123000
  4  | 1   | 2024-03-01 10:00:00.123456
  5  | 2   | 2024-03-01 10:00:00.123456
  6  | 2   | 2024-03-01 10:00:00.123999
  7  | 2   | 2024-03-01 10:00:00.124000
  8  | 3   | 1999-12-31 23:59:59.999999
  9  | 3   | 9999-12-31 11:59:59.999999
  10 | 4   | 1969-12-31 23:59:59.999999
  11 | -   | -
`);

/** Writes the rows as each engine keeps them: SQLite as TypeORM does, to the millisecond. */
async function seed(source: DataSource, engine: EngineName): Promise<void> {
  const kept = (utc: string) => (engine === 'sqlite' ? utc.slice(0, -3) : local(utc));
  const entries = moments.map(({ id = null, box = null, written = null }) => ({
    id,
    boxId: box,
    written: written && kept(written),
    // A TIMESTAMP of MariaDB begins in 1970 and ends in 2038.
    seen: written && /^(2024|1999)/.test(written) ? (engine === 'postgres' ? `${written}+00` : kept(written)) : null,
    filed: written && kept(written).slice(0, 23),
  }));
  const boxes = moments.slice(1, 5).map(({ written = null }, index) => ({
    id: String(index + 1),
    opened: written && kept(written),
  }));
  await insertRaw(source, 'box', boxes);
  await insertRaw(source, 'entry', entries);
}

onEngines('date-times with microseconds', { entities: (engine) => models[engine].entities, seed }, (world) => {
  const { engine } = world;
  const { Entry, Box } = models[engine];
  const everything = { pagination: { pageSize: 100 }, sort: 'id' };

  /** The answer as a client has it. */
  async function answer(entity: typeof Entry | typeof Box, request: object) {
    const page = await world.page<ObjectLiteral>(entity, { ...everything, ...request });
    return JSON.parse(JSON.stringify(page)) as typeof page;
  }

  async function found(filters: object, entity: typeof Entry | typeof Box = Entry): Promise<readonly number[]> {
    return idsOf((await answer(entity, { filters })).data);
  }

  it.each(
    cases(`
      $eq 2024-03-01T10:00:00.123Z        -> 3 4 5 6
      $eq 2024-03-01T10:00:00.123000Z     -> 3 4 5 6
      $eq 2024-03-01T10:00:00.123456Z     -> 4 5; sqlite: -
      $eq 2024-03-01T10:00:00.123001Z     -> -
      $eq 2024-03-01T10:00:00Z            -> -
      $eq 2024-03-01                      -> 2 3 4 5 6 7
      $gt 2024-03-01T10:00:00.123Z        -> 7 9
      $gt 2024-03-01T10:00:00.123456Z     -> 6 7 9; sqlite: 7 9
      $gte 2024-03-01T10:00:00.123Z       -> 3 4 5 6 7 9
      $gte 2024-03-01T10:00:00.123457Z    -> 6 7 9; sqlite: 7 9
      $lte 2024-03-01T10:00:00.123Z       -> 1 2 3 4 5 6 8 10
      $lte 2024-03-01T10:00:00.123456Z    -> 1 2 3 4 5 8 10; sqlite: 1 2 3 4 5 6 8 10
      $lt 2024-03-01T10:00:00.123Z        -> 1 2 8 10
      $lt 2024-03-01T10:00:00.123456Z     -> 1 2 3 8 10; sqlite: 1 2 3 4 5 6 8 10
      $lte 9999-12-31T11:59:59.999Z       -> 1 2 3 4 5 6 7 8 9 10
      $ne 2024-03-01T10:00:00.123Z        -> 1 2 7 8 9 10
      $ne 2024-03-01T10:00:00.123999Z     -> 1 2 3 4 5 7 8 9 10; sqlite: 1 2 3 4 5 6 7 8 9 10
      $in 2024-03-01T10:00:00.122Z,2024-03-01T10:00:00.123999Z -> 2 6; sqlite: 2
      $in 2024-03-01T10:00:00.124Z,1999-12-31                  -> 7 8
      $notIn 2024-03-01T10:00:00.123Z,2024-03-01T10:00:00.124Z -> 1 2 8 9 10
      $between 2024-03-01T10:00:00.122Z,2024-03-01T10:00:00.123Z       -> 2 3 4 5 6
      $between 2024-03-01T10:00:00.123001Z,2024-03-01T10:00:00.123Z    -> 4 5 6; sqlite: -
      $notBetween 2024-03-01T10:00:00.123Z,2024-03-01T10:00:00.123456Z -> 1 2 6 7 8 9 10; sqlite: 1 2 7 8 9 10
    `),
  )('%s finds %s', async (comparison, verdict) => {
    const [operator = '', operand = ''] = comparison.split(' ');
    const operands = operand.split(',');
    const ids = idsIn(verdictOn(engine, verdict));
    for (const field of ['written', 'copied']) {
      const filters = { [field]: { [operator]: /in|between/i.test(operator) ? operands : operand } };
      expect([field, await found(filters)]).toEqual([field, ids]);
    }
  });

  it('are found by a Date of the program', async () => {
    const moment = new Date('2024-03-01T10:00:00.123Z');
    const query = world.filters.and(world.filters.parse(Entry, everything), { written: moment });
    expect(idsOf((await world.filters.page(world.builder(Entry), query)).data)).toEqual([3, 4, 5, 6]);
  });

  it('cost a use of a virtual column each, where each is a range', () => {
    const filters = world.filtersWith({ limits: { relationConditions: 1 } });
    const parse = () =>
      filters.parse(Entry, { filters: { copied: { $in: ['2024-03-01T10:00:00Z', '2024-03-02T10:00:00Z'] } } });
    if (engine === 'sqlite') expect(parse).not.toThrow();
    else expect(parse).toThrow('relationConditions');
  });

  it('are read by a cursor to the last digit', async () => {
    const ids: number[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page: { data: readonly ObjectLiteral[]; meta: { pagination: unknown } } = await world.page(Entry, {
        sort: 'written:desc',
        pagination: { after, pageSize: '1' },
      });
      ids.push(...idsOf(page.data));
      after = (page.meta.pagination as { readonly next: string | null }).next;
    }
    expect(ascending(ids)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('have a declared aggregate of related rows that is found by what rows show', async () => {
    const { data, meta } = await answer(Box, { facets: 'latest' });
    for (const { id, latest } of data as { readonly id: number; readonly latest: string }[]) {
      expect(await found({ latest }, Box)).toEqual([id]);
      expect(await found({ latest: { $gte: latest, $lte: latest } }, Box)).toEqual([id]);
      expect(await found({ entries: { $max: { written: latest } } }, Box)).toEqual([id]);
      expect(await found({ latest: { $ne: latest } }, Box)).not.toContain(id);
    }
    const { values } = meta.facets!['latest'] as ValuesFacet;
    expect(values.map(({ value }) => value).sort()).toEqual(data.map((box) => box['latest'] as string).sort());
  });
});

const servers = { on: ['postgres', 'mariadb'] as const, entities: (engine: EngineName) => models[engine].entities };

onEngines('an index on a date-time with microseconds', servers, (world) => {
  const { engine } = world;
  const { Entry } = models[engine];

  beforeAll(async () => {
    const { schema } = world.repository<ObjectLiteral>(Entry).metadata;
    const table = schema === undefined ? 'entry' : `"${schema}"."entry"`;
    const numbers = engine === 'postgres' ? 'generate_series(1, 5000) AS s(seq)' : 'seq_1_to_5000';
    const later = engine === 'postgres' ? "seq * interval '1.234567 s'" : 'INTERVAL seq * 1234567 MICROSECOND';
    const from = engine === 'postgres' ? "timestamp '2024-03-01'" : "'2024-03-01'";
    await world.source.query(
      `INSERT INTO ${table} (id, written) SELECT seq, ${from} + ${later} FROM ${numbers} ORDER BY seq`,
    );
    await world.source.query(engine === 'postgres' ? `ANALYZE ${table}` : `ANALYZE TABLE ${table}`);
  });

  it.each(
    cases(`
      $eq      2024-03-01T00:00:01.234Z                          -> 1
      $eq      2024-03-01T00:00:01.234567Z                       -> 1
      $in      2024-03-01T00:00:01.234Z,2024-03-01T00:00:02.469Z -> 1 2
      $between 2024-03-01T00:00:01.234Z,2024-03-01T00:00:02.469Z -> 1 2
      $lte     2024-03-01T00:00:02.469Z                          -> 1 2
      $gt      2024-03-01T01:42:50.366Z                          -> 4999 5000
    `),
  )('serves %s', async (comparison, verdict) => {
    const [operator = '', operand = ''] = comparison.split(/ +/);
    const filters = {
      written: { [operator]: operator === '$in' || operator === '$between' ? operand.split(',') : operand },
    };
    const builder = world.builder<ObjectLiteral>(Entry);
    world.filters.apply(builder, world.filters.parse<ObjectLiteral>(Entry, { filters }));
    expect(ascending(idsOf(await builder.getMany()))).toEqual(idsIn(verdict));
    const [sql, parameters] = builder.getQueryAndParameters();
    const plan: unknown = await world.source.query(`EXPLAIN ${sql}`, parameters);
    expect(JSON.stringify(plan)).toMatch(
      engine === 'postgres' ? /Index Scan (using|on) \W*entry_written/ : /"range".*"entry_written"/,
    );
  });
});
