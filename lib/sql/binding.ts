import type { Dialect } from '../dialects/index.js';
import type { ColumnSchema } from '../schema/index.js';
import type { FilterValue, Instant, ListType } from '../values/index.js';
import type { Statement } from './statement.js';
import { driverOf } from './typeorm.js';

/** The facts that decide how a value is bound: those of a column, or of an expression that is compared like one. */
export type BoundBy = Pick<ColumnSchema, 'kind' | 'bindFacts'> & Partial<Pick<ColumnSchema, 'metadata'>> & Listed;

/** The list that a column keeps; its kind is then that of the elements. */
interface Listed {
  readonly list?: ListType | undefined;
}

/** Binds one value for a column, and returns the operand as it stands in the SQL: the parameter, or a phrase around it. */
export function operandOf(statement: Statement, column: BoundBy, value: FilterValue): string {
  const parameter = statement.bind(boundValue(column, value));
  return column.kind.name === 'decimal' ? statement.dialect.decimalOperand(parameter) : parameter;
}

/**
 * Returns a value as the driver must bind it. A column with a transformer stores other values than its property has, so its
 * operands are transformed, and prepared by TypeORM's driver as a stored value would be.
 */
export function boundValue(column: BoundBy, value: FilterValue): unknown {
  const { metadata, kind, bindFacts } = column;
  if (metadata?.transformer === undefined) return kind.bind(value, bindFacts);
  const driver = driverOf(metadata.entityMetadata);
  const stored: unknown = driver.preparePersistentValue(kind.toProperty(value), metadata);
  return bindable(stored, bindFacts.dialect);
}

/** TypeORM's SQLite drivers write JavaScript numbers into the SQL text; as a BigInt or a text they are bound. */
function bindable(value: unknown, dialect: Dialect): unknown {
  if (typeof value !== 'number') return value;
  if (Number.isSafeInteger(value) && dialect.wholeNumbers === 'bigint') return BigInt(value);
  return dialect.floats === 'text' ? String(value) : value;
}

/** The operands of an instant. Where date-times are stored as text, it has two spellings, and the column may hold either. */
export interface InstantOperands {
  /** Binds the least text that stands for the instant. */
  readonly lower: () => string;
  /** Binds the greatest text that stands for the instant. */
  readonly upper: () => string;
  /** Binds every text that stands for the instant. */
  readonly all: () => string[];
}

/** Returns functions that bind an instant, so that only the spellings that a comparison needs become parameters. */
export function instantOperands(statement: Statement, column: BoundBy, instant: Instant): InstantOperands {
  const exact = boundValue(column, instant);
  const upper = () => statement.bind(exact);
  if (!statement.dialect.dateTimesAreText) return { lower: upper, upper, all: () => [upper()] };
  // Only a fraction of zeros can be left out. Other instants bind the same text twice, so that the SQL never depends on the value.
  const short = typeof exact === 'string' ? exact.replace(/\.000$/, '') : exact;
  const lower = () => statement.bind(short);
  return { lower, upper, all: () => [upper(), lower()] };
}
