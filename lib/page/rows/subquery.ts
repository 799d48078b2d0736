import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { selectBeside } from '../../typeorm/index.js';

/**
 * Makes a builder that selects from a subquery.
 *
 * @param rows the subquery's builder, whose parameters, connection and cache settings are used
 * @param sql the subquery, without brackets
 */
export function selectFrom<E extends ObjectLiteral>(
  rows: SelectQueryBuilder<E>,
  sql: string,
  alias: string,
): SelectQueryBuilder<ObjectLiteral> {
  return selectBeside(rows).from(`(${sql})`, alias).setParameters(rows.getParameters());
}
