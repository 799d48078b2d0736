import { builtInOperators } from '../operators/index.js';
import type { RelationSchema } from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import { writeComparison } from './comparison.js';
import type { Rows } from './rows.js';
import type { Statement } from './statement.js';

/**
 * Related to one of the rows with these keys, or to none. The keys are of rows that are there and may be seen, so the
 * related table needs no look: a foreign key of this side is compared, or that of the junction.
 */
export function byKeys(
  statement: Statement,
  { link, relatedKey }: RelationSchema,
  keys: readonly FilterValue[],
  { alias }: Rows,
  negated: boolean,
): string {
  if (relatedKey === undefined) throw new TypeError('keys were looked up for a relation that has none');
  if (keys.length === 0) return negated ? '1 = 1' : '1 = 0';
  const member = (sql: string): string =>
    writeComparison(statement, { sql, column: relatedKey }, { operator: memberOperator(), values: keys }, false);
  if (link.via === 'columns') {
    const here = `${alias}.${link.pairs[0]?.own}`;
    return negated ? `(NOT (${member(here)}) OR ${here} IS NULL)` : member(here);
  }
  const junction = statement.alias();
  const [pair] = link.ownJunctionColumns;
  const [outer, inner] = [`${alias}.${pair?.own}`, `${junction}.${pair?.related}`];
  const found = member(`${junction}.${link.relatedJunctionColumns[0]?.own}`);
  if (negated) return `NOT EXISTS (SELECT 1 FROM ${link.table} ${junction} WHERE ${inner} = ${outer} AND ${found})`;
  return statement.joinable(`${outer} IN (SELECT ${inner} FROM ${link.table} ${junction} WHERE ${found})`, 1);
}

function memberOperator() {
  const operator = builtInOperators.find(({ token }) => token === '$in');
  if (operator === undefined) throw new TypeError('there is no $in');
  return operator;
}
