import { type Comparison, type Condition, type Related, comparison, conjunctsOf, mapParts } from '../../ast/index.js';
import { isOnePoint } from '../../dialects/index.js';
import { builtIn } from '../../operators/index.js';
import type { FilterSchema } from '../../schema/index.js';
import { type SqlPlan, foreignKeyFor } from '../../sql/index.js';

/**
 * Rewrites the conditions of a page after a cursor so that MariaDB starts to read an index at the cursor. With an index
 * on `tenant` and the sort key, MariaDB would look up `tenant = 3` and then read all rows of that tenant up to
 * the cursor. With `tenant >= 3 AND tenant <= 3`, and `tenant` as the first key of ORDER BY, it reads a range
 * that begins at the cursor.
 *
 * @returns undefined on other engines, and without a declared index that begins with such columns
 */
export function alongIndex(
  plan: Pick<SqlPlan, 'schema' | 'conditions' | 'scopes' | 'sort'>,
): Required<Pick<SqlPlan, 'conditions' | 'scopes' | 'leading'>> | undefined {
  const { schema, conditions, scopes } = plan;
  if (schema.dialect.readsUpToCursor !== true) return undefined;
  const scope = scopes.get(schema);
  const fixed = new Set([...conditions, ...(scope ? [scope] : [])].flatMap(fixedColumns));
  const leading = fixed.size === 0 ? undefined : leadingColumns(plan, fixed);
  if (leading === undefined) return undefined;
  const columns = new Set(leading);
  return {
    conditions: conditions.map((condition) => withRanges(condition, columns)),
    scopes: scope === undefined ? scopes : new Map([...scopes, [schema, withRanges(scope, columns)]]),
    leading,
  };
}

/** Returns the columns before the first sort key in an index, if each of them has a fixed value. */
function leadingColumns(
  { schema, sort }: Pick<SqlPlan, 'schema' | 'sort'>,
  fixed: ReadonlySet<string>,
): readonly string[] | undefined {
  const first = firstColumn(schema, sort);
  if (first === undefined) return undefined;
  for (const columns of schema.indexes) {
    // In InnoDB every secondary index ends with the primary key, so it can serve an order by that key, too.
    const index = [...columns, schema.primaryKey[0]?.columnName].indexOf(first);
    const before = columns.slice(0, Math.max(index, 0));
    if (before.length > 0 && before.every((column) => fixed.has(column))) return before;
  }
  return undefined;
}

/** Returns the first column of the order. Undefined for a column of another table, and for a count. */
function firstColumn({ primaryKey }: FilterSchema, [first]: SqlPlan['sort']): string | undefined {
  if (first === undefined) return primaryKey[0]?.columnName;
  const { hops, field } = first.target;
  return hops.length > 0 || field === 'count' ? undefined : field.expression.columnName;
}

/** Returns the entity's columns that a condition fixes at one value. */
function fixedColumns(condition: Condition): readonly string[] {
  return conjunctsOf(condition).flatMap((part) => {
    if (part.type === 'comparison') return (isEquality(part) && part.field.expression.columnName) || [];
    return part.type === 'related' ? foreignKey(part) : [];
  });
}

/** Returns the foreign key that SQL compares instead of the related key, in an equality with a value. */
function foreignKey(condition: Related): readonly string[] {
  const { quantifier, where } = condition;
  if (quantifier !== 'some' || where?.type !== 'comparison' || !isEquality(where)) return [];
  const pair = foreignKeyFor(condition);
  return pair === undefined ? [] : [pair.own];
}

/** True for `field = value` with a value that is one point of an index. A relative date may be a range. */
function isEquality({ operator, values, field }: Comparison): boolean {
  const [value, ...more] = values;
  if (operator !== equal || more.length > 0 || value === undefined || typeof value === 'object') return false;
  return isOnePoint(field.expression.stored.storedAs);
}

/** Replaces the equalities that fix one of the columns by ranges, in a conjunction and behind a relation. */
function withRanges(condition: Condition, columns: ReadonlySet<string>): Condition {
  if (condition.type === 'and') return mapParts(condition, (part) => withRanges(part, columns));
  if (!fixedColumns(condition).some((column) => columns.has(column))) return condition;
  if (condition.type === 'comparison') return rangeOf(condition);
  return mapParts(condition, (part) => (part.type === 'comparison' ? rangeOf(part) : part));
}

/** Returns `a >= x AND a <= x` for `a = x`. */
function rangeOf({ field, values }: Comparison): Condition {
  const parts = [comparison(field, atLeast, values), comparison(field, atMost, values)];
  return Object.freeze({ type: 'and', conditions: Object.freeze(parts) });
}

const equal = builtIn('$eq');
const atLeast = builtIn('$gte');
const atMost = builtIn('$lte');
