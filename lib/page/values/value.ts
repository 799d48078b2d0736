import { rawText } from '../../dialects/index.js';
import { type ExpressionSchema, isColumn, relatedAggregateOf } from '../../schema/index.js';
import { driverOf } from '../../typeorm/index.js';
import { valueKinds } from '../../values/index.js';

/** A facet's value on its way out of the database. */
export interface FacetValue {
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
export function facetValue(of: ExpressionSchema): FacetValue {
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
  const related = relatedAggregateOf(expression);
  return expression.column === undefined ? expression : (related?.of ?? expression);
}

function asItIs(sql: string): string {
  return sql;
}

/** Leaves NULL as it is, under any transformer: clients find the rows again by null. */
export function ifAny(read: (raw: unknown) => unknown): FacetValue['valueOf'] {
  return (raw) => (raw === null || raw === undefined ? null : printable(read(raw)));
}

/** Returns a value that JSON can print. A driver may read a BigInt, or a transformer make one. */
export function printable(value: unknown): unknown {
  if (typeof value !== 'bigint') return value ?? null;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** Reads a number. It stays a text where a JavaScript number would change it. */
export function numberIn(kind: ExpressionSchema['kind']['name'], raw: unknown): unknown {
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
