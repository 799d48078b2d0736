import { rawText } from '../dialects/index.js';
import { type ExpressionSchema, isColumn } from '../schema/index.js';
import { driverOf } from '../sql/index.js';
import { valueKinds } from '../values/index.js';

/** A value of a facet on its way out of the database. */
export interface FacetValue {
  /** Writes the expression that reads a value, such that the driver loses nothing of it. */
  readonly selected: (sql: string) => string;
  /** Returns the value that the driver has read, as the JSON of a row has it; null for NULL. */
  readonly valueOf: (raw: unknown) => unknown;
}

/**
 * Makes the way out for the values of an expression. Those of a column become what an entity's property would hold, by
 * TypeORM and the column's transformer; all others, of which TypeORM knows no type, are what their kind says.
 */
export function facetValue(expression: ExpressionSchema): FacetValue {
  const { kind, stored, metadata, bindFacts } = expression;
  if (isColumn(expression) && expression.list === undefined) {
    const driver = driverOf(metadata.entityMetadata);
    return { selected: asItIs, valueOf: ifAny((raw) => driver.prepareHydratedValue(raw, metadata)) };
  }
  const exactly = (sql: string): string => bindFacts.dialect.exactValue({ sql, storedAs: stored.storedAs });
  if (kind.numeric === true) return { selected: exactly, valueOf: ifAny((raw) => numberIn(kind.name, raw)) };
  if (kind.name === 'boolean') return { selected: asItIs, valueOf: ifAny(truthOf) };
  if (kind.name === 'datetime') return { selected: asItIs, valueOf: ifAny(momentOf) };
  return { selected: kind.name === 'date' ? exactly : asItIs, valueOf: ifAny(textOf) };
}

function asItIs(sql: string): string {
  return sql;
}

/** Leaves NULL as it is, whatever a transformer makes of it: by null clients find the rows again. */
function ifAny(read: (raw: unknown) => unknown): FacetValue['valueOf'] {
  return (raw) => (raw === null || raw === undefined ? null : printable(read(raw)));
}

/** Returns a value that JSON can print: it has no BigInt, which a driver may read, or a transformer make. */
function printable(value: unknown): unknown {
  if (typeof value !== 'bigint') return value ?? null;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** Reads a number; one that a JavaScript number would change stays a text. */
function numberIn(kind: ExpressionSchema['kind']['name'], raw: unknown): unknown {
  if (typeof raw === 'number') return raw;
  const text = textOf(raw);
  const number = Number(text);
  if (kind === 'float' || kind === 'real') return number;
  const exact = canonical(text);
  return exact === canonical(String(number)) ? number : (exact ?? text);
}

/** Returns the digits of a number without superfluous zeros; undefined for a text that is no number. */
function canonical(text: string): string | undefined {
  const reading = valueKinds.decimal.read(text, { zone: 'UTC' });
  return reading.ok ? valueKinds.decimal.print(reading.value) : undefined;
}

/** Reads a truth value. Engines without booleans have 1 and 0 for them. */
function truthOf(raw: unknown): boolean {
  return raw === true || raw === 'true' || Number(raw) === 1;
}

/** Reads a moment. SQLite keeps it as a text without a zone, in UTC. */
function momentOf(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  const moment = new Date(/(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/.test(raw) ? raw : `${raw.replace(' ', 'T')}Z`);
  return Number.isNaN(moment.getTime()) ? raw : moment;
}

/** Reads a text. MySQL's drivers read one without a character set as bytes. */
function textOf(raw: unknown): string {
  return raw instanceof Uint8Array ? Buffer.from(raw).toString() : rawText(raw);
}
