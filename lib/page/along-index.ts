import { type Comparison, type Condition, type Related, and, comparison } from '../ast/index.js';
import type { StoredAs } from '../dialects/index.js';
import { type Operator, builtInOperators } from '../operators/index.js';
import type { FilterSchema } from '../schema/index.js';
import type { SqlPlan } from '../sql/index.js';

/**
 * The same plan for a page after a cursor, in a form that MariaDB reads an index with. Where an index begins with columns
 * that conditions hold at one value, and goes on with the first sort key, MariaDB looks up `tenant = 3` and reads all of
 * its rows up to the cursor. Written as `tenant >= 3 AND tenant <= 3`, and with the tenant named in the order, it starts at
 * the cursor.
 */
export function alongIndex(plan: SqlPlan): SqlPlan {
  const { schema, scopes } = plan;
  if (schema.dialect.readsUpToCursor !== true) return plan;
  const scope = scopes.get(schema);
  const held = new Set([...plan.conditions, ...(scope ? [scope] : [])].flatMap(heldBy));
  const leading = held.size === 0 ? undefined : leadingColumns(plan, held);
  if (leading === undefined) return plan;
  const columns = new Set(leading);
  return {
    ...plan,
    leading,
    conditions: plan.conditions.map((condition) => asRange(condition, columns)),
    scopes: scope === undefined ? scopes : new Map([...scopes, [schema, asRange(scope, columns)]]),
  };
}

/** The columns before the first sort key in an index that the entity declares, where there are some and all are held. */
function leadingColumns({ schema, sort }: SqlPlan, held: ReadonlySet<string>): readonly string[] | undefined {
  const first = firstColumn(schema, sort);
  if (first === undefined) return undefined;
  for (const columns of schema.indexes) {
    // Every secondary index ends with the primary key.
    const found = [...columns, schema.primaryKey[0]?.sql].indexOf(first);
    const before = columns.slice(0, Math.max(found, 0));
    if (before.length > 0 && before.every((column) => held.has(column))) return before;
  }
  return undefined;
}

function firstColumn({ primaryKey }: FilterSchema, [first]: SqlPlan['sort']): string | undefined {
  if (first === undefined) return primaryKey[0]?.sql;
  const { hops, field } = first.target;
  return hops.length > 0 || field === 'count' ? undefined : field.column.sql;
}

/** The columns that a condition holds at one value. */
function heldBy(condition: Condition): readonly string[] {
  switch (condition.type) {
    case 'and':
      return condition.conditions.flatMap(heldBy);
    case 'comparison':
      return isEquality(condition) ? [condition.field.column.sql] : [];
    case 'related':
      return foreignKey(condition) ?? [];
    default:
      return [];
  }
}

/** The foreign key, where the condition is that the related key equals a value, and is written as a comparison of it. */
function foreignKey({ relation, quantifier, where, keys }: Related): readonly string[] | undefined {
  const { link, strategy, keyIsHere } = relation;
  if (quantifier !== 'some' || keys !== undefined || strategy === 'in' || strategy === 'exists') return undefined;
  const [pair] = link.via === 'columns' && keyIsHere ? link.pairs : [];
  const isKey = pair !== undefined && where?.type === 'comparison' && where.field.column.sql === pair.there;
  return isKey && isEquality(where) ? [pair.here] : undefined;
}

/** Storage of values that are equal exactly where neither is less. */
const exact: ReadonlySet<StoredAs> = new Set(['integer', 'boolean', 'text', 'uuid', 'date'] as const);

function isEquality({ operator, values, field }: Comparison): boolean {
  return operator === equal && values.length === 1 && exact.has(field.column.stored.storedAs);
}

function asRange(condition: Condition, columns: ReadonlySet<string>): Condition {
  if (condition.type === 'and') {
    return and(condition.conditions.map((part) => asRange(part, columns))) ?? condition;
  }
  if (!heldBy(condition).some((column) => columns.has(column))) return condition;
  if (condition.type === 'comparison') return rangeOf(condition);
  if (condition.type !== 'related' || condition.where?.type !== 'comparison') return condition;
  return Object.freeze({ ...condition, where: rangeOf(condition.where) });
}

function rangeOf({ field, values }: Comparison): Condition {
  const parts = [comparison(field, atLeast, values), comparison(field, atMost, values)];
  return Object.freeze({ type: 'and', conditions: Object.freeze(parts) });
}

const equal = builtIn('$eq');
const atLeast = builtIn('$gte');
const atMost = builtIn('$lte');

function builtIn(token: string): Operator {
  const operator = builtInOperators.find((row) => row.token === token);
  if (operator === undefined) throw new TypeError(`there is no ${token}`);
  return operator;
}
