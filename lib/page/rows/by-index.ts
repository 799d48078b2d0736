import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Chooser } from '../../adaptive/index.js';
import type { Comparison, QueryPlan, RelatedCount } from '../../ast/index.js';
import { type FilterSchema, type RelatedAggregate, isColumn, relatedAggregateOf } from '../../schema/index.js';
import { askBeside } from './ask-beside.js';

/** A list whose related rows may be read in groups. */
export interface WholeRead<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: QueryPlan;
  /** Remembers what the statistics said. Undefined where nothing is asked. */
  readonly chooser?: Chooser | undefined;
}

/**
 * Returns true where an index of the related rows answers a condition on an aggregate sooner than groups of them. The
 * statistics of the database say so, and their answer is remembered.
 */
export async function isSoonerByIndex<E extends ObjectLiteral>(
  { builder, plan, chooser }: WholeRead<E>,
  condition: Comparison | RelatedCount | undefined,
): Promise<boolean> {
  const { schema } = plan;
  const question = schema.dialect.hints?.aggregatesByIndex;
  if (chooser === undefined || plan.strategy !== 'adaptive') return false;
  if (question === undefined || condition?.type !== 'comparison') return false;
  const related = relatedInIndex(condition, plan);
  if (related === undefined) return false;
  const { verdicts } = chooser.memoryOf(schema);
  const key = `by an index of ${related.table.path}`;
  const known = verdicts.get(key);
  if (known !== undefined) return known.value;
  const values = [schema.table.sql, related.table.sql];
  const rows = await askBeside(builder, { text: question, values, told: { text: question } });
  const isSooner = Array.isArray(rows) && rows.length > 0;
  verdicts.set(key, isSooner);
  chooser.tell(schema, `aggregate of ${related.name} → ${isSooner ? 'row by row, by an index' : 'in groups'}`);
  return isSooner;
}

/** Returns the related rows of an aggregate if a declared index has all columns that are read of them. */
function relatedInIndex(condition: Comparison, { scopes }: QueryPlan): FilterSchema | undefined {
  const aggregate = relatedAggregateOf(condition.field.expression);
  if (aggregate?.of === undefined || aggregate.where !== undefined || condition.where !== undefined) return undefined;
  const { link, target } = aggregate.relation;
  const [pair, ...more] = link.via === 'columns' ? link.pairs : [];
  if (pair === undefined || more.length > 0 || scopes.has(target) || target.discriminator !== undefined)
    return undefined;
  const columns = columnsOf(aggregate, target);
  const isServed = target.indexes.some(
    (index) => index[0] === pair.related && columns?.every((column) => index.includes(column)) === true,
  );
  return isServed ? target : undefined;
}

/** Returns the escaped columns beside the foreign key, or undefined for values that are no column. */
function columnsOf({ of }: RelatedAggregate, { deleteDate }: FilterSchema): readonly string[] | undefined {
  if (of === undefined || !isColumn(of)) return undefined;
  return deleteDate === undefined ? [of.columnName] : [of.columnName, deleteDate.columnName];
}
