import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, type DataSource, Entity, PrimaryColumn, type QueryRunner } from 'typeorm';
import { describeOn, openDatabase, type TestDatabase } from '../../support/databases.js';
import { anotherPool, often, preparedOn } from './prepared-names.js';

@Entity()
@Filterable()
class Invoice {
  @PrimaryColumn() id!: number;
  @Column() amount!: number;
}

const request = 'filters[amount][$gte]=2&sort=id&pagination[withCount]=false';

/**
 * Tenants in schemas of their own, of which one is migrated and the other is not: each statement has two types of
 * results.
 */
describeOn('postgres')('names on connections that go from tenant to tenant on %s', (engine) => {
  const tenants: TestDatabase[] = [];
  let source: DataSource;
  let filters: FilterService;
  let runner: QueryRunner;

  beforeAll(async () => {
    for (const first of [10, 20]) {
      const tenant = await openDatabase(engine, { entities: [Invoice] });
      tenants.push(tenant);
      await tenant.source.manager.insert(
        Invoice,
        [1, 2, 3].map((amount) => ({ id: first + amount, amount })),
      );
    }
    await tenants[1]?.source.query('ALTER TABLE invoice ALTER COLUMN amount TYPE bigint');
  });
  afterAll(async () => {
    for (const tenant of tenants) await tenant.close();
  });

  beforeEach(async () => {
    source = await anotherPool(tenants[0]?.source as DataSource, { schema: undefined });
    filters = FilterService.forDataSource(source, { preparedStatements: true });
    runner = source.createQueryRunner();
  });
  afterEach(async () => {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
    await source.destroy();
  });

  async function goTo(tenant: number): Promise<void> {
    const { schema } = tenants[tenant]?.source.options as { schema: string };
    await runner.query(`SET search_path = "${schema}"`);
  }

  async function found(query = request): Promise<number[] | string> {
    try {
      const builder = runner.manager.createQueryBuilder(Invoice, 'invoice');
      return (await filters.page(builder, filters.parse(Invoice, query))).data.map(({ id }) => id);
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Asks for the same page of the two tenants in turns, and returns what is not the tenant's own. */
  async function wrong(turns: number, query = request, ids = [2, 3]): Promise<unknown[]> {
    const outcomes = await often(async (turn) => {
      await goTo(turn % 2);
      const own = ids.map((id) => id + (turn % 2 === 0 ? 10 : 20));
      const outcome = await found(query);
      return outcome === 'cached plan must not change result type' || String(outcome) !== String(own) ? outcome : 'own';
    }, turns);
    return outcomes.filter((outcome) => outcome !== 'own');
  }

  const kept = async () => (await preparedOn(runner)).map(({ statement }) => statement);

  it('fail no page, and go after the second refusal', async () => {
    expect(await wrong(40)).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('fail two pages of each statement in transactions', async () => {
    await often(async () => {
      await goTo(0);
      await found();
    }, 7);
    const outcomes = await often(async (turn) => {
      await runner.startTransaction();
      await goTo(turn % 2);
      const outcome = await found();
      await runner.rollbackTransaction();
      return typeof outcome === 'string' ? 'fails' : 'rows';
    }, 130);
    expect(outcomes.filter((outcome) => outcome === 'fails')).toHaveLength(2);
    expect(outcomes.slice(4)).not.toContain('fails');
  });

  it('do not run out: sixty statements that were refused leave room for others', async () => {
    for (let size = 3; size <= 62; size += 1) {
      expect(await wrong(10, `${request}&pagination[pageSize]=${size}`)).toEqual([]);
    }
    await goTo(0);
    await often(() => found('filters[id]=12&pagination[withCount]=false'), 8);
    expect(await kept()).toEqual([expect.stringContaining('"invoice"."id" = $1')]);
  });

  it('of another connection, which was not asked to execute them since, are not counted', async () => {
    const other = source.createQueryRunner();
    const own = runner;
    try {
      for (let size = 3; size <= 52; size += 1) {
        const query = `${request}&pagination[pageSize]=${size}`;
        runner = other;
        await goTo(0);
        await often(() => found(query), 7);
        runner = own;
        await wrong(8, query);
        runner = other;
        expect(await found(query)).toEqual([12, 13]);
      }
      await often(() => found('filters[id]=12&pagination[withCount]=false'), 8);
      expect((await kept()).at(-1)).toContain('"invoice"."id" = $1');
    } finally {
      runner = own;
      await other.release();
    }
  });
});
