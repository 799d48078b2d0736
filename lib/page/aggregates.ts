import type { ObjectLiteral } from 'typeorm';
import { type ExpressionSchema, aggregatedValues, isColumn } from '../schema/index.js';
import type { AggregateFunction, AggregatedValues } from '../operators/index.js';
import { facetValue, ifAny, numberIn, printable } from './facets.js';
import type { AggregateRequest, CountMode } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Aggregates, Page, PageMeta } from '../contract/index.js';
import { type Read, read } from '../statements/index.js';
import { addSelections, checkEntity } from '../sql/index.js';
import { type SummarizedList, listOf } from './list/plan.js';
import { checkEntityRows } from './list/builder.js';
import { totalPlanOf } from './rows/count.js';
import { type EachRow, type EachRowParts, eachRowOnce, writeEachRow } from './rows/matching-rows.js';
import { asPart } from './list/trace.js';

/** An aggregate on its way out of the database. */
export interface AggregateValue {
  /** The SQL of the aggregate over rows, such that the driver loses nothing of it. */
  readonly sql: string;
  /** Returns the aggregate that the driver has read, as the JSON of a row has it; null for NULL. */
  readonly valueOf: (raw: unknown) => unknown;
}

/**
 * Makes the way out for a sum of whole numbers that fails beyond the engine's 64 bits.
 *
 * @returns undefined for any other aggregate, and where the engine has no such sum
 */
function sumWithin(row: AggregateFunction, expression: ExpressionSchema, alias: string): AggregateValue | undefined {
  const values = aggregatedValues(expression, alias);
  const { aggregates } = expression.bindFacts.dialect;
  const { readSumWithin } = aggregates;
  if (readSumWithin === undefined || row.name !== 'sum' || values.storedAs !== 'integer') return undefined;
  const { name } = row.kindOf(values, aggregates);
  return { sql: readSumWithin.sql(values), valueOf: ifAny((raw) => transformed(numberIn(name, raw), expression)) };
}

/**
 * Makes the way out for an aggregate of an expression.
 *
 * @param alias the escaped alias of the rows
 */
export function aggregateValue(row: AggregateFunction, expression: ExpressionSchema, alias: string): AggregateValue {
  const values = aggregatedValues(expression, alias);
  if (row.counts) return { sql: written(row, values, expression), valueOf: Number };
  return row.name === 'sum' || row.name === 'avg'
    ? numberValue(row, values, expression)
    : extremeValue(row, values, expression);
}

function written(row: AggregateFunction, values: AggregatedValues, { bindFacts }: ExpressionSchema): string {
  return row.sqlOf(values, bindFacts.dialect.aggregates);
}

/** The least or the greatest value, which is one of the field's own. */
function extremeValue(row: AggregateFunction, values: AggregatedValues, expression: ExpressionSchema): AggregateValue {
  const { dialect } = expression.bindFacts;
  const sql = written(row, values, expression);
  // A driver that reads a sum of whole numbers by halves reads no large one of a column, either.
  if (values.storedAs === 'integer' && dialect.aggregates.digitsOf && expression.column?.transformer === undefined) {
    const exact = dialect.exactValue({ sql, storedAs: values.storedAs });
    return { sql: exact, valueOf: ifAny((raw) => numberIn(values.kind.name, raw)) };
  }
  const { selected, valueOf } = facetValue(expression);
  return { sql: selected(sql), valueOf };
}

/**
 * A sum or an average. That of a column is what the driver answers for a column of its kind, through the transformer of
 * its own; any other is a number in JSON, as in the document that it is of.
 */
function numberValue(row: AggregateFunction, values: AggregatedValues, expression: ExpressionSchema): AggregateValue {
  const { dialect } = expression.bindFacts;
  const { digitsOf, readSum } = dialect.aggregates;
  const sql = row.name === 'sum' ? readSum(values) : written(row, values, expression);
  const { name, storedAs } = row.kindOf(values, dialect.aggregates);
  const inHalves = row.name === 'sum' && values.storedAs === 'integer' ? digitsOf : undefined;
  if (inHalves !== undefined)
    return { sql, valueOf: ifAny((raw) => transformed(numberIn(name, inHalves(raw)), expression)) };
  if (isColumn(expression)) {
    const asNumber = transformsNumbers(values, expression);
    return { sql, valueOf: ifAny((raw) => transformed(asNumber ? numberIn(name, raw) : raw, expression)) };
  }
  return { sql: dialect.exactValue({ sql, storedAs }), valueOf: ifAny((raw) => numberIn(name, raw)) };
}

/**
 * Returns true where a column's transformer is given numbers by the driver. Engines answer sums and averages of them as
 * texts, which such a transformer may not know.
 */
function transformsNumbers({ kind }: AggregatedValues, { column }: ExpressionSchema): boolean {
  return column?.transformer !== undefined && kind.name !== 'bigint' && kind.name !== 'decimal';
}

/** Applies the transformer of a column, which makes of a number what the rows' own properties hold. */
function transformed(value: unknown, { column }: ExpressionSchema): unknown {
  const { transformer = [] } = column ?? {};
  const chain = Array.isArray(transformer) ? transformer : [transformer];
  return printable(chain.reduceRight<unknown>((before, each) => each.from(before), value));
}

/** The aggregates of a list, and the number of its rows. */
interface ListSummary<E> {
  readonly aggregates: Aggregates<E>;
  readonly total: number;
}

/**
 * Reads the aggregates of a plan and the number of its rows by one statement over all rows of its list, whatever its
 * slice. Each row counts once.
 *
 * @throws FilterConfigurationError where the entity has no primary key, and for a builder of another entity
 */
async function summaryOfRows<E extends ObjectLiteral>(read: SummarizedList<E>): Promise<ListSummary<E>> {
  const { builder, plan } = read;
  if (plan.list.schema.primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `aggregates(): ${plan.list.schema.name} has no primary key, which is needed to count each row once; declare one`,
    );
  }
  // Before any statement, and where the query asks for no aggregate, too.
  checkEntity(builder, plan.list.schema);
  checkEntityRows(builder, 'aggregates()');
  try {
    return await readSummary(read, 'within');
  } catch (error) {
    if (plan.list.schema.dialect.aggregates.readSumWithin?.isBeyond(error) !== true) throw error;
    return readSummary(read, 'beyond');
  }
}

/** Sums of whole numbers within the engine's 64 bits, whose failure says that one is beyond, or any sums. */
type Sums = 'within' | 'beyond';

async function readSummary<E extends ObjectLiteral>(of: SummarizedList<E>, sums: Sums): Promise<ListSummary<E>> {
  const { builder, plan, watch } = of;
  watch?.begins('aggregates');
  const rows = eachRowOnce(listOf(builder, totalPlanOf(builder, plan), 'aggregates'), 'aggregates');
  const values = plan.asked.aggregates.map((request) => ({ request, value: valueIn(rows, request, sums) }));
  const selected = values.map(({ value }) => value.sql);
  const { raw, names } = await read(rows.list, summary, { rows: rows.parts, selected }, { own: rows.own });
  const [row = {}] = raw;
  const [total = '', ...columns] = names;
  const answers = values.map(
    ({ request, value }, index) => [request, value.valueOf(row[columns[index] ?? ''])] as const,
  );
  return { aggregates: byField<E>(answers), total: Number(row[total]) };
}

/** The number of rows, and aggregates of them. */
const summary: Read<{ readonly rows: EachRowParts; readonly selected: readonly string[] }> = {
  isPlannedForValues: true,
  write: (builder, changes, { rows: each, selected }) => {
    const rows = writeEachRow(builder, changes, each);
    return { builder: rows, names: addSelections(rows, changes, ['COUNT(*)', ...selected]) };
  },
};

/** Reads the aggregates that a plan asks for; no statement where it asks for none. */
export async function aggregatesOfRows<E extends ObjectLiteral>(read: SummarizedList<E>): Promise<Aggregates<E>> {
  const { builder, plan } = read;
  checkEntity(builder, plan.list.schema);
  checkEntityRows(builder, 'aggregates()');
  return plan.asked.aggregates.length === 0 ? {} : (await summaryOfRows(read)).aggregates;
}

function valueIn({ alias }: EachRow, { aggregate, function: row }: AggregateRequest, sums: Sums): AggregateValue {
  const { expression } = aggregate.field;
  const within = sums === 'within' ? sumWithin(row, expression, alias) : undefined;
  return within ?? aggregateValue(row, expression, alias);
}

/** Puts aggregates under the names of their fields, in the order of the request. */
function byField<E>(answers: readonly (readonly [AggregateRequest, unknown])[]): Aggregates<E> {
  const fields = new Map<string, Record<string, unknown>>();
  for (const [{ name, function: row }, value] of answers) fields.set(name, { ...fields.get(name), [row.name]: value });
  return Object.fromEntries(fields) as Aggregates;
}

/** Returns how the total of a page with aggregates is found. Their statement has an exact total. */
export function countModeBeside(mode: CountMode): CountMode {
  return mode === 'exact' ? 'none' : mode;
}

/**
 * Adds the aggregates of a list to the `meta` of a page, and the total that comes with them.
 *
 * @param mode how the total is found where there are no aggregates
 */
export async function addAggregates(
  meta: Page<ObjectLiteral>['meta'],
  mode: CountMode,
  list: SummarizedList<ObjectLiteral>,
): Promise<void> {
  const { aggregates, total } = await asPart('aggregates', () => summaryOfRows(list));
  if (mode === 'exact') meta.pagination = withTotal(meta.pagination, total);
  meta.aggregates = aggregates;
}

/** Adds an exact total to the position of a page, which then says whether there is more. */
function withTotal(pagination: PageMeta, total: number): PageMeta {
  if (pagination.next !== undefined) {
    const { pageSize, ...edges } = pagination;
    return { pageSize, total, ...edges };
  }
  if ('start' in pagination) return { start: pagination.start, limit: pagination.limit, total };
  const { page, pageSize } = pagination;
  return { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
}
