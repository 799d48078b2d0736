import type { Condition } from '../ast/index.js';
import type { ColumnPair, RelationSchema } from '../schema/index.js';
import { writeComparison } from './comparison.js';
import { junction } from './junction.js';
import type { Rows } from './rows.js';
import type { Statement } from './statement.js';

/**
 * Where only the related key is asked for, the foreign key is on this side, and the row it refers to cannot be hidden, a
 * plain comparison of the foreign key says the same as a subquery. Undefined where it does not.
 */
export function foreignKeyComparison(
  statement: Statement,
  relation: RelationSchema,
  condition: Condition | undefined,
  { alias }: Rows,
  negated: boolean,
): string | undefined {
  const { link, strategy, ownsForeignKey } = relation;
  if (strategy === 'in' || strategy === 'exists' || link.via !== 'columns' || !ownsForeignKey) return undefined;
  const [pair] = link.pairs;
  if (pair === undefined) return undefined;
  const foreignKey = `${alias}.${pair.own}`;
  if (condition === undefined) return `${foreignKey} IS ${negated ? '' : 'NOT '}NULL`;
  if (!isAboutKey(condition, pair)) return undefined;
  const written = write(statement, foreignKey, condition, negated);
  return negated ? `(${written} OR ${foreignKey} IS NULL)` : written;
}

/** `$null` asks of a row that there is, so it is no question about the foreign key. */
function isAboutKey(condition: Condition, pair: ColumnPair): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.every((part) => isAboutKey(part, pair));
    case 'not':
      return isAboutKey(condition.condition, pair);
    case 'comparison':
      return condition.operator.takes !== 'boolean' && condition.field.column.sql === pair.related;
    case 'related':
    case 'relatedCount':
      return false;
  }
}

function write(statement: Statement, foreignKey: string, condition: Condition, negated: boolean): string {
  switch (condition.type) {
    case 'and':
    case 'or': {
      const conjunction = (condition.type === 'and') !== negated;
      const parts = condition.conditions.map((part) => write(statement, foreignKey, part, negated));
      return junction(conjunction ? 'AND' : 'OR', parts);
    }
    case 'not':
      return write(statement, foreignKey, condition.condition, !negated);
    case 'comparison': {
      const compared = { sql: foreignKey, column: condition.field.column };
      return writeComparison(statement, compared, condition, negated);
    }
    case 'related':
    case 'relatedCount':
      throw new TypeError('a condition on a further relation is no comparison of a key');
  }
}
