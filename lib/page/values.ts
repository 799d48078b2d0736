import { rawText } from '../dialects/index.js';
import type { AggregateFunction, AggregatedValues } from '../operators/index.js';
import { type ExpressionSchema, aggregatedValues, isColumn } from '../schema/index.js';
import { driverOf } from '../typeorm/index.js';
import { valueKinds } from '../values/index.js';

/** A value on its way out of the database. */
interface ValueOut {
  /** Writes the expression that reads a value, so that the driver loses nothing of it. */
  readonly selected: (sql: string) => string;
  /** Returns the value that the driver has read, as in the JSON of a row, or null for NULL. */
  readonly valueOf: (raw: unknown) => unknown;
  /** True where a number is read as a text, which sorts otherwise. */
  readonly sortsOtherwise?: boolean | undefined;
}

/**
 * Makes the conversion for the values of an expression. A column's values become what an entity's property would hold,
 * by TypeORM and the column's transformer. TypeORM knows no type for other values, so their kind decides.
 */
export function valueOut(of: ExpressionSchema): ValueOut {
  const expression = shownAs(of);
  const { kind, stored, metadata, bindFacts } = expression;
  const exactly = (sql: string): string => bindFacts.dialect.exactValue({ sql, storedAs: stored.storedAs });
  if (isColumn(expression) && expression.list === undefined) {
    const driver = driverOf(metadata.entityMetadata);
    const isShort = stored.storedAs === 'single' && bindFacts.dialect.shortensSingles === true;
    return {
      selected: isShort ? exactly : asItIs,
      valueOf: ifAny((raw) => driver.prepareHydratedValue(raw, metadata)),
    };
  }
  if (kind.numeric === true) {
    return { selected: exactly, valueOf: ifAny((raw) => numberIn(kind.name, raw)), sortsOtherwise: true };
  }
  if (kind.name === 'boolean') return { selected: asItIs, valueOf: ifAny(truthOf) };
  if (kind.name === 'datetime') return { selected: asItIs, valueOf: ifAny(momentOf) };
  return { selected: kind.name === 'date' ? exactly : asItIs, valueOf: ifAny(textOf) };
}

/** The least and the greatest of related values are shown as these are. */
function shownAs(expression: ExpressionSchema): ExpressionSchema {
  const related = expression.aggregate;
  return expression.column === undefined ? expression : (related?.of ?? expression);
}

function asItIs(sql: string): string {
  return sql;
}

/** Leaves NULL as it is, under any transformer: clients find the rows again by null. */
function ifAny(read: (raw: unknown) => unknown): ValueOut['valueOf'] {
  return (raw) => (raw === null || raw === undefined ? null : printable(read(raw)));
}

/** Returns a value that JSON can print. A driver may read a BigInt, or a transformer make one. */
function printable(value: unknown): unknown {
  if (typeof value !== 'bigint') return value ?? null;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** Reads a number. It stays a text where a JavaScript number would change it. */
function numberIn(kind: ExpressionSchema['kind']['name'], raw: unknown): unknown {
  if (typeof raw === 'number') return raw;
  const text = textOf(raw);
  const number = Number(text);
  if (kind === 'float' || kind === 'real') return number;
  const exact = canonical(text);
  return exact === canonical(String(number)) ? number : (exact ?? text);
}

/** Returns the digits of a number without superfluous zeros, or undefined for any other text. */
function canonical(text: string): string | undefined {
  const reading = valueKinds.decimal.read(text, { zone: 'UTC' });
  return reading.ok ? valueKinds.decimal.print(reading.value) : undefined;
}

/** Reads a boolean. Engines without booleans use 1 and 0. */
function truthOf(raw: unknown): boolean {
  return raw === true || raw === 'true' || Number(raw) === 1;
}

/** Reads an instant. SQLite keeps it as a text without a zone, in UTC. */
function momentOf(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  const moment = new Date(/(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/.test(raw) ? raw : `${raw.replace(' ', 'T')}Z`);
  return Number.isNaN(moment.getTime()) ? raw : moment;
}

/** Reads a text. MySQL's drivers read a text without a character set as bytes. */
function textOf(raw: unknown): string {
  return raw instanceof Uint8Array ? Buffer.from(raw).toString() : rawText(raw);
}

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
  const { selected, valueOf } = valueOut(expression);
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
