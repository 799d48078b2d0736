import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { World } from '../../support/engines.js';

/** Runs a piece of work on a builder of an entity, and returns how much the work's statements read. */
export type Cost<Entity extends ObjectLiteral> = (
  work: (builder: SelectQueryBuilder<Entity>) => Promise<unknown>,
) => Promise<number>;

/** Returns the cost of work on an entity's rows; undefined for SQLite, which counts no reads. */
export function costOn<Entity extends ObjectLiteral>(world: World, entity: new () => Entity): Cost<Entity> | undefined {
  if (world.engine === 'sqlite') return undefined;
  return world.engine === 'mariadb' ? handlerReads(world, entity) : buffersOfOneStatement(world, entity);
}

/** Counts index entries and rows on MariaDB, including those that the storage engine discards. */
function handlerReads<Entity extends ObjectLiteral>({ source }: World, entity: new () => Entity): Cost<Entity> {
  return async (work) => {
    const runner = source.createQueryRunner();
    try {
      await runner.query('FLUSH STATUS');
      await work(source.createQueryBuilder(entity, 'row', runner));
      const status: { Variable_name: string; Value: string }[] = await runner.query(
        "SHOW SESSION STATUS LIKE 'Handler_%'",
      );
      const counted = status.filter(({ Variable_name: name }) => /^Handler_(read|icp_attempts)/.test(name));
      return counted.reduce((sum, { Value }) => sum + Number(Value), 0);
    } finally {
      await runner.release();
    }
  };
}

/** Counts the buffers that PostgreSQL needs for the one statement of the work. */
function buffersOfOneStatement<Entity extends ObjectLiteral>(
  { source, spy }: World,
  entity: new () => Entity,
): Cost<Entity> {
  return async (work) => {
    const { statements } = await spy.during(() => work(source.createQueryBuilder(entity, 'row')));
    const [parameters = []] = spy.parameters;
    expect(statements).toHaveLength(1);
    const explain = () =>
      source.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statements[0]}`,
        [...parameters],
      );
    // The first run fills the cache, which is counted like any read, and sets hint bits, which are not.
    await explain();
    const plan = (await explain())[0]?.['QUERY PLAN'][0]?.Plan ?? {};
    return (plan['Shared Hit Blocks'] ?? NaN) + (plan['Shared Read Blocks'] ?? NaN);
  };
}
