import { type Comparison, type Condition, type Related, someCondition } from '../../ast/index.js';
import { junction } from '../../dialects/index.js';
import type { ColumnPair } from '../../schema/index.js';
import { type ComparisonCompiler, isBuiltIn } from './comparison.js';
import type { Rows } from '../statement/rows.js';

/** Compiles conditions on a relation that keys on this side answer, without the related table. */
export class KeyCompiler {
  constructor(private readonly comparisons: ComparisonCompiler) {}

  /**
   * Compiles "some related row satisfies the condition", or its negation, to a comparison of the foreign key. This
   * equals a subquery where the condition is about the related key alone, this side has the foreign key, and no row
   * that it refers to can be hidden.
   *
   * @returns undefined where it does not equal a subquery
   */
  foreignKey(
    { relation, where }: Pick<Related, 'relation' | 'where'>,
    rows: Rows,
    negated: boolean,
  ): string | undefined {
    const pair = foreignKeyFor({ relation, where });
    if (pair === undefined) return undefined;
    const foreignKey = `${rows.alias}.${pair.own}`;
    if (where === undefined) return `${foreignKey} IS ${negated ? '' : 'NOT '}NULL`;
    const sql = this.comparison(where, foreignKey, negated);
    return negated ? `(${sql} OR ${foreignKey} IS NULL)` : sql;
  }

  /** Compiles a condition on the related key, with the foreign key in its place: both have the same values. */
  private comparison(condition: Condition, foreignKey: string, negated: boolean): string {
    switch (condition.type) {
      case 'and':
      case 'or': {
        const conjunction = (condition.type === 'and') !== negated;
        const parts = condition.conditions.map((part) => this.comparison(part, foreignKey, negated));
        return junction(conjunction ? 'AND' : 'OR', parts);
      }
      case 'not':
        return this.comparison(condition.condition, foreignKey, !negated);
      case 'named':
        return this.comparison(condition.condition, foreignKey, negated);
      case 'comparison':
        return this.comparisons.compile({ sql: foreignKey, by: condition.field.expression }, condition, negated);
      case 'related':
      case 'relatedCount':
        throw new TypeError('a condition on a further relation is no comparison of a key');
    }
  }
}

/** True where comparing this side's foreign key answers a condition on related rows. */
export function comparesForeignKey(condition: Pick<Related, 'relation' | 'where'>): boolean {
  return foreignKeyFor(condition) !== undefined;
}

/** Returns the columns of a relation if this side's can be compared instead of the related row, or undefined. */
function foreignKeyFor({ relation, where }: Pick<Related, 'relation' | 'where'>): ColumnPair | undefined {
  const { link, strategy, ownsForeignKey } = relation;
  if (strategy === 'in' || strategy === 'exists' || link.via !== 'columns' || !ownsForeignKey) return undefined;
  const [pair] = link.pairs;
  return pair !== undefined && (where === undefined || isAboutKey(where, pair)) ? pair : undefined;
}

/**
 * True where a condition is about the related key alone, however this side spells it. `$null` is not: a related row has
 * a key, a missing row does not.
 */
function isAboutKey(condition: Condition, pair: ColumnPair): boolean {
  return !someCondition(condition, (part) => {
    if (part.type === 'comparison')
      return part.field.expression.columnName !== pair.related || !isOfEveryEqualKey(part);
    // A group of nothing is true of a row without a related one, too.
    if (part.type === 'and' || part.type === 'or') return part.conditions.length === 0;
    return part.type === 'related' || part.type === 'relatedCount';
  });
}

/** True where a comparison holds for a key and for all that equal it: under a collation, `KAI` may refer to `kai`. */
function isOfEveryEqualKey({ operator, field }: Comparison): boolean {
  if (operator.takes === 'boolean') return false;
  return field.expression.stored.storedAs !== 'text' || (isBuiltIn(operator) && operator.kinds !== 'textual');
}
