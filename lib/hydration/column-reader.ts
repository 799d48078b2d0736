import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { EntityTables } from '../sql/index.js';
import { isDirect } from './direct-types.js';

/** A row as the driver gives it, by the names of the selected expressions. */
export type Row = Readonly<Record<string, unknown>>;

/** Puts the value of one column into an entity, and returns true where the row has one. */
export type ColumnReader = (row: Row, entity: ObjectLiteral) => boolean;

type Column = EntityMetadata['columns'][number];
type Driver = EntityTables['driver'];

/**
 * Makes the reader of one column.
 *
 * @param name the name of the column in the result
 */
export function columnReader(column: Column, name: string, driver: Driver): ColumnReader {
  const value = valueReader(column, driver);
  if (column.embeddedMetadata !== undefined) {
    return (row, entity) => {
      const raw = row[name];
      if (raw === undefined) return false;
      column.setEntityValue(entity, value(raw));
      return raw !== null;
    };
  }
  const { propertyName } = column;
  return (row, entity) => {
    const raw = row[name];
    // A column that the entity has, and the statement does not select.
    if (raw === undefined) return false;
    entity[propertyName] = value(raw);
    return raw !== null;
  };
}

/** Returns the conversion of a column's values. */
function valueReader(column: Column, driver: Driver): (raw: unknown) => unknown {
  const { type, transformer } = column;
  if (transformer === undefined && isDirect(driver.options.type, type)) return (raw) => raw;
  const prepared = (raw: unknown): unknown => driver.prepareHydratedValue(raw, column);
  if (transformer !== undefined || type !== Number) return prepared;
  // TypeORM parses the digits of such a number, which are those of the number itself.
  return (raw) => (Number.isSafeInteger(raw) && raw !== 0 ? raw : prepared(raw));
}
