import type { ObjectLiteral } from 'typeorm';
import type { Comparison, QueryPlan } from '../../ast/index.js';
import { partsOf } from '../../caches/index.js';
import { type FilterSchema, isColumn, relatedAggregateOf } from '../../schema/index.js';
import { type AskedList, groupableIn } from '../list/plan.js';
import { tell } from '../list/tell.js';
import { askBeside } from './ask-beside.js';

/**
 * Returns true where an index of the related rows answers a condition on an aggregate sooner than groups of them. The
 * statistics of the database say so, and their answer is remembered.
 */
export async function isSoonerByIndex<E extends ObjectLiteral>(list: AskedList<E>): Promise<boolean> {
  const { builder, plan, chooser, watch } = list;
  const { schema } = plan;
  const question = schema.dialect.hints?.aggregatesByIndex;
  if (question === undefined || chooser === undefined || plan.strategy !== 'adaptive') return false;
  const condition = groupableIn(plan);
  const related = condition?.type === 'comparison' ? relatedInIndex(condition, plan) : undefined;
  if (related === undefined) return false;
  const { verdicts } = chooser.memoryOf(schema);
  const key = partsOf(['by an index', related]);
  const known = verdicts.get(key);
  if (known !== undefined) return known.value;
  watch?.begins('question');
  const values = [schema.table.sql, related.table.sql];
  const rows = await askBeside(builder, { text: question, values, told: { text: question } });
  const isSooner = Array.isArray(rows) && rows.length > 0;
  verdicts.set(key, isSooner);
  tell(list, schema, `aggregate of ${related.name} → ${isSooner ? 'row by row, by an index' : 'in groups'}`);
  return isSooner;
}

/** Returns the related rows of an aggregate if a declared index has all columns that are read of them. */
function relatedInIndex({ field, where }: Comparison, { scopes }: QueryPlan): FilterSchema | undefined {
  const aggregate = relatedAggregateOf(field.expression);
  if (aggregate?.of === undefined || !isColumn(aggregate.of)) return undefined;
  if (aggregate.where !== undefined || where !== undefined) return undefined;
  const { of, relation } = aggregate;
  const { link, target } = relation;
  const [pair, ...more] = link.via === 'columns' ? link.pairs : [];
  if (pair === undefined || more.length > 0) return undefined;
  if (scopes.has(target) || target.discriminator !== undefined) return undefined;
  const columns = [of, target.deleteDate].flatMap((column) => column?.columnName ?? []);
  const hasAll = (index: readonly string[]) =>
    index[0] === pair.related && columns.every((column) => index.includes(column));
  return target.indexes.some(hasAll) ? target : undefined;
}
