import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { EntityTables } from '../sql/index.js';
import { isDirect } from './direct-types.js';

/** A row as the driver gives it, by the names of the selected expressions. */
export type Row = Readonly<Record<string, unknown>>;

type Column = EntityMetadata['columns'][number];
type Driver = EntityTables['driver'];
type Conversion = (raw: unknown) => unknown;

/** The way of a column's values from a row to an entity. */
export interface ColumnReader {
  /** The name of the column in the result. */
  readonly name: string;
  /** The property that receives the value; undefined for a column of an embedded entity. */
  readonly property: string | undefined;
  readonly column: Column;
  /** Converts a value; undefined where values are taken as they are. */
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

/** Puts a value into an entity, and returns true where there is one. */
export function putValue(reader: ColumnReader, raw: unknown, entity: ObjectLiteral): boolean {
  // A column that the entity has, and the statement does not select.
  if (raw === undefined) return false;
  const { property, convert } = reader;
  const value = convert === undefined ? raw : convert(raw);
  if (property === undefined) reader.column.setEntityValue(entity, value);
  else entity[property] = value;
  return raw !== null;
}

/** Returns the conversion of a column's values; undefined where they are taken as they are. */
function conversionOf(column: Column, driver: Driver): Conversion | undefined {
  const { type, transformer } = column;
  if (transformer === undefined && isDirect(driver.options.type, type)) return undefined;
  const prepared = (raw: unknown): unknown => driver.prepareHydratedValue(raw, column);
  if (transformer !== undefined || type !== Number) return prepared;
  // TypeORM parses the digits of such a number, which are those of the number itself.
  return (raw) => (Number.isSafeInteger(raw) && raw !== 0 ? raw : prepared(raw));
}
