import { type ExpressionSchema, aggregatedValues, isColumn } from '../../schema/index.js';
import type { AggregateFunction, AggregatedValues } from '../../operators/index.js';
import { facetValue, ifAny, numberIn, printable } from './value.js';

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
export function sumWithin(
  row: AggregateFunction,
  expression: ExpressionSchema,
  alias: string,
): AggregateValue | undefined {
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
