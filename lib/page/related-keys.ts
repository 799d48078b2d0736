import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  type Condition,
  type QueryPlan,
  type Related,
  and,
  not,
  or,
  relatedByKeys,
  relatedCount,
} from '../ast/index.js';
import type { StoredAs } from '../dialects/index.js';
import type { ColumnSchema, RelationSchema } from '../schema/index.js';
import { addWhere, write } from '../sql/index.js';
import type { FilterValue } from '../values/index.js';
import { selectBeside } from './copy.js';

/** Above so many keys the related rows are no few, and a list of them is no help. */
const mostKeys = 1_000;

/** And all lists of one statement together hold so many: SQLite takes 32,766 parameters, and the rest needs some. */
const mostKeysInAll = 10_000;

/**
 * The plan with the keys of related rows in place of conditions on them, for relations that are to be asked so. A statement
 * for each condition; where the keys are too many, or of a kind that cannot be carried exactly, the condition stays. The
 * plan itself, at once, where there is nothing to ask.
 */
export function lookUpKeys<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
): QueryPlan | Promise<QueryPlan> {
  const { filters, added } = plan;
  const asks = (filters !== undefined && asksForKeys(filters)) || added.some(asksForKeys);
  return asks ? answeredPlan(new KeyLookup(builder, plan), plan) : plan;
}

async function answeredPlan<E extends ObjectLiteral>(lookup: KeyLookup<E>, plan: QueryPlan): Promise<QueryPlan> {
  const { filters, added } = plan;
  return { ...plan, filters: filters && (await lookup.answered(filters)), added: await lookup.each(added) };
}

function asksForKeys(condition: Condition): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.some(asksForKeys);
    case 'not':
      return asksForKeys(condition.condition);
    case 'related':
      return keyColumn(condition) !== undefined || (condition.where !== undefined && asksForKeys(condition.where));
    case 'relatedCount':
      return condition.where !== undefined && asksForKeys(condition.where);
    case 'comparison':
      return false;
  }
}

/** The column whose values are looked up. What is asked of every related row is not asked of a few. */
function keyColumn({ relation, quantifier, where, keys }: Related): ColumnSchema | undefined {
  const { strategy, far, link } = relation;
  if (strategy !== 'keys' || quantifier === 'every' || where === undefined || keys !== undefined) return undefined;
  if (far === undefined || (link.via === 'junction' && link.near.length > 1)) return undefined;
  const isGiven = where.type === 'comparison' && where.field.column.metadata === far.metadata;
  return isGiven || !carried.has(far.stored.storedAs) || far.metadata.transformer !== undefined ? undefined : far;
}

/** Storage of values that are the same when they come back as the text that the database has printed. */
const carried: ReadonlySet<StoredAs> = new Set(['integer', 'text', 'uuid'] as const);

class KeyLookup<E extends ObjectLiteral> {
  private statements = 0;
  private keys = 0;

  constructor(
    private readonly builder: SelectQueryBuilder<E>,
    private readonly plan: QueryPlan,
  ) {}

  /** One after another: the builder may be in a transaction, which has one connection. */
  async each(conditions: readonly Condition[]): Promise<readonly Condition[]> {
    const answered: Condition[] = [];
    for (const condition of conditions) answered.push(await this.answered(condition));
    return answered;
  }

  async answered(condition: Condition): Promise<Condition> {
    if (!asksForKeys(condition)) return condition;
    switch (condition.type) {
      case 'and':
        return and(await this.each(condition.conditions)) ?? condition;
      case 'or':
        return or(await this.each(condition.conditions)) ?? condition;
      case 'not':
        return not(await this.answered(condition.condition));
      case 'related':
        return this.related(condition);
      case 'relatedCount': {
        const { relation, comparisons, where } = condition;
        return relatedCount(relation, comparisons, where && (await this.answered(where)));
      }
      case 'comparison':
        return condition;
    }
  }

  private async related(condition: Related): Promise<Condition> {
    const where = condition.where && (await this.answered(condition.where));
    const asked: Related = { ...condition, where };
    const column = keyColumn(condition);
    const keys = column && where && (await this.keysOf(condition.relation, column, where));
    return keys === undefined ? asked : relatedByKeys(asked, keys);
  }

  private async keysOf(
    { target }: RelationSchema,
    column: ColumnSchema,
    where: Condition,
  ): Promise<readonly FilterValue[] | undefined> {
    const alias = 'nf_related';
    const rows = selectBeside(this.builder, `keys-${(this.statements += 1)}`).from(target.metadata.target, alias);
    rows.expressionMap.withDeleted = this.builder.expressionMap.withDeleted;
    const changes = write(rows, {
      schema: target,
      conditions: [where],
      scopes: this.plan.scopes,
      sort: [],
      total: false,
      nulls: 'engine',
    });
    addWhere(rows, changes);
    const sql = `${rows.escape(alias)}.${column.sql}`;
    const name = changes.statement.name();
    rows.andWhere(`${sql} IS NOT NULL`);
    rows.select(target.dialect.exactValue({ sql, storedAs: column.stored.storedAs }), name);
    const found = await rows
      .distinct(true)
      .limit(mostKeys + 1)
      .getRawMany<Readonly<Record<string, unknown>>>();
    if (found.length > mostKeys || this.keys + found.length > mostKeysInAll) return undefined;
    this.keys += found.length;
    return found.map((row) => String(row[name]));
  }
}
