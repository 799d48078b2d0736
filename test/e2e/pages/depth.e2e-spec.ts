import { Column, Entity, PrimaryColumn, type SelectQueryBuilder } from 'typeorm';
import { FilterService, Filterable } from 'nestjs-filterable';
import { type EngineName, type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';
import { StatementSpy } from './spy.js';
import { cursorsOf } from './walk.js';

const rows = 100_000;
const depth = 90_000;
const pageSize = '20';

@Entity()
@Filterable()
class Happening {
  @PrimaryColumn() id!: number;
  @Column({ type: Date, name: 'created_at' }) createdAt!: Date;
  @Column() title!: string;
}

/** Three rows a second, so that the index has ties. */
const fillers: Readonly<Partial<Record<EngineName, (table: string) => readonly string[]>>> = {
  postgres: (table) => [
    `INSERT INTO ${table} (id, created_at, title) SELECT n, TIMESTAMP '2024-01-01' + (n / 3) * INTERVAL '1 second',
       'Happening ' || n || repeat('.', 60) FROM generate_series(1, ${rows}) n`,
    `CREATE INDEX ON ${table} (created_at DESC, id DESC)`,
    `VACUUM ANALYZE ${table}`,
  ],
  mariadb: (table) => [
    `INSERT INTO ${table} (id, created_at, title) SELECT seq, TIMESTAMP('2024-01-01') + INTERVAL (seq DIV 3) SECOND,
       CONCAT('Happening ', seq, REPEAT('.', 60)) FROM seq_1_to_${rows}`,
    `CREATE INDEX newest ON ${table} (created_at DESC, id DESC)`,
    `ANALYZE TABLE ${table}`,
  ],
};

type Builder = SelectQueryBuilder<Happening>;
type Cost = (work: (builder: Builder) => Promise<unknown>) => Promise<number>;

/** Functions that return the cost of one page's statement, by engine. */
const costs: Readonly<Partial<Record<EngineName, (database: TestDatabase, spy: StatementSpy) => Cost>>> = {
  postgres:
    ({ source }, spy) =>
    async (work) => {
      const { statements } = await spy.during(() => work(source.createQueryBuilder(Happening, 'happening')));
      const [statement = ''] = statements;
      const [parameters = []] = spy.parameters;
      expect(statements).toHaveLength(1);
      // The first time fills the cache, which is counted alike, and sets hint bits, which is not.
      const explain = () =>
        source.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
          [...parameters],
        );
      await explain();
      const plan = (await explain())[0]?.['QUERY PLAN'][0]?.Plan ?? {};
      return (plan['Shared Hit Blocks'] ?? NaN) + (plan['Shared Read Blocks'] ?? NaN);
    },
  mariadb:
    ({ source }) =>
    async (work) => {
      const runner = source.createQueryRunner();
      try {
        await runner.query('FLUSH STATUS');
        await work(source.createQueryBuilder(Happening, 'happening', runner));
        const status: { Value: string }[] = await runner.query("SHOW SESSION STATUS LIKE 'Handler_read_%'");
        return status.reduce((sum, { Value }) => sum + Number(Value), 0);
      } finally {
        await runner.release();
      }
    },
};

describeOn('postgres', 'mariadb')('a keyset page of a long list on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let filters: FilterService;
  let costOf: Cost;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Happening], logger: spy });
    const { source } = database;
    const table = source.getMetadata(Happening).tablePath;
    for (const statement of fillers[engine]?.(table) ?? []) await source.query(statement);
    filters = FilterService.forDataSource(source);
    const cost = costs[engine];
    if (cost === undefined) throw new Error(`nothing tells what ${engine} reads`);
    costOf = cost(database, spy);
  }, 20_000);

  afterAll(() => database.close());

  const sort = 'createdAt:desc';
  const page = (pagination: Record<string, string>, where?: object) => (builder: Builder) =>
    filters.page(
      builder,
      filters.parse(Happening, { sort, ...(where && { filters: where }), pagination: { ...pagination, pageSize } }),
    );

  /** The cursor that a walk would have come to: it is bound to the order, and not to what a page was filtered by. */
  const cursorAt = async (row: number): Promise<string> => {
    const builder = database.source.createQueryBuilder(Happening, 'happening');
    const { meta } = await page({ after: '' }, { id: { $lte: String(rows - row) } })(builder);
    return cursorsOf(meta).next ?? '';
  };

  it.each(['after', 'before'] as const)('reads as little at any depth as at the beginning: %s', async (direction) => {
    const cursor = await cursorAt(depth);
    const first = await costOf(page({ [direction]: '' }));
    const deep = await costOf(page({ [direction]: cursor }));
    const { data } = await page({ [direction]: cursor })(database.source.createQueryBuilder(Happening, 'happening'));
    // The cursor stands at the twentieth row from there.
    const newest = rows - depth - (direction === 'after' ? 20 : -1);
    expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => newest - index));
    expect(deep).toBeGreaterThan(0);
    expect(deep).toBeLessThanOrEqual(60);
    expect(deep).toBeLessThanOrEqual(first * 1.2);
  });

  it('reads all that it skips when it is asked for by number', async () => {
    const start = String(depth);
    const byNumber = (builder: Builder) =>
      filters.page(
        builder,
        filters.parse(Happening, { sort, pagination: { start, limit: pageSize, withCount: 'false' } }),
      );
    expect(await costOf(byNumber)).toBeGreaterThan(600);
  });
});
