import type { DataSource } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { ColumnSchema } from '../schema/index.js';
import type { FilterValue, Instant } from '../values/index.js';
import type { Statement } from './statement.js';

/** What values are bound by: a column, or an expression that is compared like one. */
export type BoundBy = Pick<ColumnSchema, 'kind' | 'bindFacts'> & Partial<Pick<ColumnSchema, 'metadata'>>;

/** Binds one value for a column, and gives the operand as it stands in the text. */
export function operandOf(statement: Statement, column: BoundBy, value: FilterValue): string {
  const parameter = statement.bind(boundValue(column, value));
  return column.kind.name === 'decimal' ? statement.dialect.decimalOperand(parameter) : parameter;
}

/** The value as the driver is to bind it: through the column's transformer, where it has one. */
export function boundValue(column: BoundBy, value: FilterValue): unknown {
  const { metadata, kind, bindFacts } = column;
  if (metadata?.transformer === undefined) return kind.bind(value, bindFacts);
  const stored: unknown = driverOf(metadata).preparePersistentValue(kind.toProperty(value), metadata);
  return unwritten(stored, bindFacts.dialect);
}

/** Before TypeORM 1.0 the data source of an entity was called its connection. */
function driverOf({ entityMetadata }: ColumnSchema['metadata']): DataSource['driver'] {
  const owner: { dataSource?: DataSource; connection?: DataSource } = entityMetadata;
  const source = owner.dataSource ?? owner.connection;
  if (source === undefined) throw new TypeError(`${entityMetadata.name} belongs to no data source`);
  return source.driver;
}

/** TypeORM's SQLite drivers write JavaScript numbers into the text; in another form they are bound. */
function unwritten(value: unknown, dialect: Dialect): unknown {
  if (typeof value !== 'number') return value;
  if (Number.isSafeInteger(value) && dialect.wholeNumbers === 'bigint') return BigInt(value);
  return dialect.floats === 'text' ? String(value) : value;
}

/** Where date-times are text, a moment has two spellings: the column may hold either. */
export interface InstantOperands {
  /** The least text that stands for the moment. */
  readonly lower: () => string;
  /** The greatest. */
  readonly upper: () => string;
  /** Every text. */
  readonly all: () => string[];
}

export function instantOperands(statement: Statement, column: BoundBy, instant: Instant): InstantOperands {
  const exact = boundValue(column, instant);
  const upper = () => statement.bind(exact);
  if (!statement.dialect.dateTimesAreText) return { lower: upper, upper, all: () => [upper()] };
  // Of a fraction only zeros are left out; the operands are two all the same, so that the text does not depend on the value.
  const short = typeof exact === 'string' ? exact.replace(/\.000$/, '') : exact;
  const lower = () => statement.bind(short);
  return { lower, upper, all: () => [upper(), lower()] };
}
