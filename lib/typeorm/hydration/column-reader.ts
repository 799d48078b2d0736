import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { isGiven } from '../../dialects/index.js';
import type { EntityTables } from '../tables.js';

/** A row as the driver gives it, by the names of the selected expressions. */
export type Row = Readonly<Record<string, unknown>>;

type Column = EntityMetadata['columns'][number];
type Driver = EntityTables['driver'];
type Conversion = (raw: unknown) => unknown;

/** Way of a column's values from a row to an entity. */
export interface ColumnReader {
  /** Name of the column in the result. */
  readonly name: string;
  /** Property that receives the value. Undefined for a column of an embedded entity. */
  readonly property: string | undefined;
  readonly column: Column;
  /** Converts a value. Undefined where values are taken as they are. */
  readonly convert: Conversion | undefined;
}

/**
 * Makes the reader of one column.
 *
 * @param name the name of the column in the result
 */
export function columnReader(column: Column, name: string, driver: Driver): ColumnReader {
  const property = column.embeddedMetadata === undefined ? column.propertyName : undefined;
  return { name, property, column, convert: conversionOf(column, driver) };
}

/** Puts a value into an entity, and returns true unless the value is missing. */
export function putValue(reader: ColumnReader, raw: unknown, entity: ObjectLiteral): boolean {
  // A column of the entity that the statement does not select.
  if (raw === undefined) return false;
  const { property, convert } = reader;
  const value = convert === undefined ? raw : convert(raw);
  if (property === undefined) reader.column.setEntityValue(entity, value);
  else entity[property] = value;
  return raw !== null;
}

/** Returns the conversion of a column's values, or undefined where they are taken as they are. */
function conversionOf(column: Column, driver: Driver): Conversion | undefined {
  const { type, transformer } = column;
  if (transformer === undefined && isGiven(driver.options.type, type)) return undefined;
  const prepared = (raw: unknown): unknown => driver.prepareHydratedValue(raw, column);
  if (transformer !== undefined || type !== Number) return prepared;
  // TypeORM parses such a number from its digits, which gives the number itself.
  return (raw) => (Number.isSafeInteger(raw) && raw !== 0 ? raw : prepared(raw));
}
