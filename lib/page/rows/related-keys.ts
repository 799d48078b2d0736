import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  type Condition,
  type QueryPlan,
  type Related,
  mapParts,
  relatedByKeys,
  someCondition,
} from '../../ast/index.js';
import type { StoredAs } from '../../dialects/index.js';
import { ListPlan, listOf } from '../../statements/index.js';
import { type ColumnSchema, type RelationSchema, type RelationStrategy, isSameExpression } from '../../schema/index.js';
import { type SqlPlan, addWhere, compile, noAddition } from '../../sql/index.js';
import { includesDeleted, selectBeside } from '../../typeorm/index.js';
import type { FilterValue } from '../../values/index.js';
import { readValues } from './read-statement.js';

/**
 * Greatest number of keys that replace one condition. Beyond it, many related rows match, and a
 * list of them gains nothing.
 */
const mostKeys = 1_000;

/**
 * Greatest number of keys in one statement. SQLite takes 32,766 parameters, and the rest of the statement needs some.
 */
const mostKeysInAll = 10_000;

/**
 * Replaces conditions on related rows by the keys of matching rows, for relations with `strategy: 'keys'`. Each
 * condition costs one statement, and makes the main one a hundred times faster where few related rows match. A
 * condition stays as it is where too many match, or where a driver does not return a key exactly as it is stored.
 */
export async function lookUpKeys<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
): Promise<QueryPlan> {
  if (!needsKeys(plan)) return plan;
  const { filters, search, added } = plan;
  const lookup = new KeyLookup(builder, plan);
  return {
    ...plan,
    filters: filters && (await lookup.resolve(filters)),
    search: search && { ...search, condition: await lookup.resolve(search.condition) },
    added: await lookup.resolveAll(added),
  };
}

/** True where keys must be looked up before a plan is compiled. */
export function needsKeys({ filters, search, added, strategy }: QueryPlan): boolean {
  if (filters !== undefined && needsLookup(filters, strategy)) return true;
  if (search !== undefined && needsLookup(search.condition, strategy)) return true;
  return added.some((condition) => needsLookup(condition, strategy));
}

/** True for a condition that contains, at any depth, a condition on related rows whose keys can be looked up. */
function needsLookup(condition: Condition, byDefault: RelationStrategy): boolean {
  return someCondition(condition, (part) => part.type === 'related' && keyColumn(part, byDefault) !== undefined);
}

/**
 * Returns the related column whose values are looked up, or undefined for a condition that is compiled
 * as it is. A condition on `every` related row is about most rows rather than few, and one on the key
 * itself already names the keys.
 */
function keyColumn(
  { relation, quantifier, where, keys }: Related,
  byDefault: RelationStrategy,
): ColumnSchema | undefined {
  const { strategy = byDefault, relatedKey, link } = relation;
  if (strategy !== 'keys' || quantifier === 'every' || where === undefined || keys !== undefined) return undefined;
  if (relatedKey === undefined || (link.via === 'junction' && link.ownJunctionColumns.length > 1)) return undefined;
  const isGiven = where.type === 'comparison' && isSameExpression(where.field.expression, relatedKey);
  const isCarried = carried.has(relatedKey.stored.storedAs) && relatedKey.metadata.transformer === undefined;
  return isGiven || !isCarried ? undefined : relatedKey;
}

/** Storages whose values, read as text, are the same values when they are bound again. */
const carried: ReadonlySet<StoredAs> = new Set(['integer', 'text', 'uuid'] as const);

/** Look-ups of one plan, with their keys counted together. */
class KeyLookup<E extends ObjectLiteral> {
  private statements = 0;
  private keys = 0;

  constructor(
    private readonly builder: SelectQueryBuilder<E>,
    private readonly plan: QueryPlan,
  ) {}

  /** Resolves conditions one after another, because the builder may be in a transaction, which has one connection. */
  async resolveAll(conditions: readonly Condition[]): Promise<readonly Condition[]> {
    const resolved: Condition[] = [];
    for (const condition of conditions) resolved.push(await this.resolve(condition));
    return resolved;
  }

  /**
   * Rebuilds a condition with the keys it needs, from the inside out: an inner relation's keys
   * narrow the outer look-up.
   */
  async resolve(condition: Condition): Promise<Condition> {
    const { strategy } = this.plan;
    if (!needsLookup(condition, strategy)) return condition;
    const parts = partsOf(condition);
    const resolvedParts = await this.resolveAll(parts);
    const resolved = mapParts(condition, (part) => resolvedParts[parts.indexOf(part)] ?? part);
    const column = condition.type === 'related' ? keyColumn(condition, strategy) : undefined;
    if (column === undefined || resolved.type !== 'related' || resolved.where === undefined) return resolved;
    const keys = await this.keysOf(resolved.relation, column, resolved.where);
    return keys === undefined ? resolved : relatedByKeys(resolved, keys);
  }

  /**
   * Selects the keys of the visible related rows that satisfy a condition, or returns undefined
   * where there are too many.
   */
  private async keysOf(
    { target }: RelationSchema,
    column: ColumnSchema,
    where: Condition,
  ): Promise<readonly FilterValue[] | undefined> {
    const alias = 'nf_related';
    const { builder } = this;
    const { scopes, aggregated, deleted } = this.plan;
    const areSeen = deleted?.related === true || includesDeleted(builder);
    const cacheName = `keys-${(this.statements += 1)}`;
    const from = () => {
      const rows = selectBeside(builder, cacheName).from(target.metadata.target, alias);
      return areSeen ? rows.withDeleted() : rows;
    };
    const parts = { schema: target, conditions: [where], scopes, aggregated, relatedDeleted: deleted?.related };
    const plan: SqlPlan = { ...parts, sort: [], total: false, nulls: 'engine' };
    const list = listOf(from(), plan);
    const rowsOfTarget = new ListPlan(list, 'related keys', () => compile(plan, list.builder));
    const sql = column.sqlOf(builder.escape(alias));
    const key = target.dialect.exactValue({ sql, storedAs: column.stored.storedAs });
    const name = 'nf_key';
    const write = () => {
      const rows = from();
      addWhere(rows, rowsOfTarget.changes);
      rows.andWhere(`${sql} IS NOT NULL`).select(key, name);
      return { builder: rows.distinct(true), names: [name] };
    };
    const selected = ['related keys', column, key];
    const window = { skip: 0, take: mostKeys + 1 };
    const { raw, names } = await readValues({ plan: rowsOfTarget, addition: noAddition, window, selected, write });
    if (raw.length > mostKeys || this.keys + raw.length > mostKeysInAll) return undefined;
    this.keys += raw.length;
    return raw.map((row) => String(row[names[0] ?? '']));
  }
}

/** Returns the direct parts of a condition, in order. */
function partsOf(condition: Condition): readonly Condition[] {
  const parts: Condition[] = [];
  mapParts(condition, (part) => {
    parts.push(part);
    return part;
  });
  return parts;
}
