import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../../ast/index.js';
import { type SqlChanges } from '../../sql/index.js';
import { tellStatement, tracing } from '../../tracing/index.js';
import { dataSourceOf, hasWhere, joinsOf, queryRunnerOf } from '../../typeorm/index.js';

/** Mode of a total where an estimate would reveal rows that may not be seen. */
export const insteadOfEstimate: CountMode = Object.freeze({ capped: 1_000 });

/**
 * Returns true where the program narrows the list: by a scope, by `and()` or defaults, or by a condition of the
 * builder. An estimate comes from statistics on all rows, so it would reveal how often a value occurs in others' rows.
 */
export function isNarrowed<E extends ObjectLiteral>(
  { scopes, added }: QueryPlan,
  builder: SelectQueryBuilder<E>,
): boolean {
  return scopes.size > 0 || added.length > 0 || isNarrowedByHost(builder);
}

/** Returns true where the program narrows the list itself, not its related rows. */
export function isListNarrowed<E extends ObjectLiteral>(
  { schema, selected = schema, scopes, added }: QueryPlan,
  builder: SelectQueryBuilder<E>,
): boolean {
  return scopes.has(selected) || scopes.has(schema) || added.length > 0 || isNarrowedByHost(builder);
}

function isNarrowedByHost<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  if (hasWhere(builder)) return true;
  return joinsOf(builder).some(({ direction, condition }) => direction !== 'LEFT' && condition !== undefined);
}

/** The tracing channel's view of an estimate. */
const told = { text: undefined, withheld: 'an estimate is written anew each time' };

/**
 * Returns the planner's estimate of the number of rows, which costs nothing and may be far off.
 *
 * @returns undefined where the database has no estimate
 */
export async function estimatedRows<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  { statement: { dialect } }: Pick<SqlChanges, 'statement'>,
): Promise<number | undefined> {
  const { estimate } = dialect;
  if (estimate === undefined) return undefined;
  const [sql, values]: readonly [string, readonly unknown[]] = rows.getQueryAndParameters();
  const existing = queryRunnerOf(rows);
  const source = dataSourceOf(rows);
  const runner = existing ?? source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    const statement = tracing.hasSubscribers ? tellStatement({ ...told }) : undefined;
    const lines: unknown = await runner.query(estimate.explain(sql), [...values]);
    if (statement !== undefined) statement.rows = Array.isArray(lines) ? lines.length : 1;
    return estimate.rowsIn(lines);
  } finally {
    if (runner !== existing) await runner.release();
  }
}
