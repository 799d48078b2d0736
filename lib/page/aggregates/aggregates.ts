import type { ObjectLiteral } from 'typeorm';
import type { AggregateRequest } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { Aggregates } from '../../contract/index.js';
import { ListPlan, type WrittenStatement, listOf } from '../../statements/index.js';
import { addSelections, checkEntity, compile } from '../../sql/index.js';
import type { SummarizedList } from '../list/plan.js';
import { checkEntityRows } from '../list/check-selection.js';
import { totalPlanOf } from '../rows/in-groups.js';
import { type EachRow, eachRowOnce } from '../rows/matching-rows.js';
import { readOfRows } from '../rows/read-of-rows.js';
import { type AggregateValue, aggregateValue, sumWithin } from '../values/aggregate-value.js';

/** The aggregates of a list, and the number of its rows. */
export interface ListSummary<E> {
  readonly aggregates: Aggregates<E>;
  readonly total: number;
}

/**
 * Reads the aggregates of a plan and the number of its rows by one statement over all rows of its list, whatever its
 * slice. Each row counts once.
 *
 * @throws FilterConfigurationError where the entity has no primary key, and for a builder of another entity
 */
export async function summaryOfRows<E extends ObjectLiteral>(read: SummarizedList<E>): Promise<ListSummary<E>> {
  const { builder, plan } = read;
  if (plan.schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `aggregates(): ${plan.schema.name} has no primary key, by which its rows could be counted once each; declare one`,
    );
  }
  // Before any statement, and where the query asks for no aggregate, too.
  checkEntity(builder, plan.schema);
  checkEntityRows(builder, 'aggregates()');
  try {
    return await readSummary(read, 'within');
  } catch (error) {
    if (plan.schema.dialect.aggregates.readSumWithin?.isBeyond(error) !== true) throw error;
    return readSummary(read, 'beyond');
  }
}

/** Sums of whole numbers within the engine's 64 bits, whose failure says that one is beyond, or any sums. */
type Sums = 'within' | 'beyond';

async function readSummary<E extends ObjectLiteral>(read: SummarizedList<E>, sums: Sums): Promise<ListSummary<E>> {
  const { builder, plan, watch } = read;
  const list = listOf(builder, totalPlanOf(read));
  watch?.begins('aggregates');
  const rows = eachRowOnce(new ListPlan(list, 'aggregates', () => compile(list.plan, builder)), 'aggregates');
  const values = plan.aggregates.map((request) => ({ request, value: valueIn(rows, request, sums) }));
  const written = values.map(({ value }) => value.sql);
  const expressions = plan.aggregates.map(({ aggregate }) => aggregate.field.expression);
  const selected = ['aggregates', ...expressions, ...written];
  const { raw, names } = await readOfRows(rows, { selected, write: () => writeSummary(rows, written) });
  const [row = {}] = raw;
  const [total = '', ...columns] = names;
  const answers = values.map(
    ({ request, value }, index) => [request, value.valueOf(row[columns[index] ?? ''])] as const,
  );
  return { aggregates: byField<E>(answers), total: Number(row[total]) };
}

/** Reads the aggregates that a plan asks for; no statement where it asks for none. */
export async function aggregatesOfRows<E extends ObjectLiteral>(read: SummarizedList<E>): Promise<Aggregates<E>> {
  const { builder, plan } = read;
  checkEntity(builder, plan.schema);
  checkEntityRows(builder, 'aggregates()');
  return plan.aggregates.length === 0 ? {} : (await summaryOfRows(read)).aggregates;
}

function valueIn<E extends ObjectLiteral>(
  { alias }: EachRow<E>,
  { aggregate, function: row }: AggregateRequest,
  sums: Sums,
): AggregateValue {
  const { expression } = aggregate.field;
  const within = sums === 'within' ? sumWithin(row, expression, alias) : undefined;
  return within ?? aggregateValue(row, expression, alias);
}

/** Writes the statement, with the names of the number of rows and of each aggregate. */
function writeSummary<E extends ObjectLiteral>(
  { changes, write }: EachRow<E>,
  aggregates: readonly string[],
): WrittenStatement<ObjectLiteral> {
  const rows = write();
  return { builder: rows, names: addSelections(rows, changes, ['COUNT(*)', ...aggregates]) };
}

/** Puts aggregates under the names of their fields, in the order of the request. */
function byField<E>(answers: readonly (readonly [AggregateRequest, unknown])[]): Aggregates<E> {
  const fields = new Map<string, Record<string, unknown>>();
  for (const [{ name, function: row }, value] of answers) fields.set(name, { ...fields.get(name), [row.name]: value });
  return Object.fromEntries(fields) as Aggregates;
}
