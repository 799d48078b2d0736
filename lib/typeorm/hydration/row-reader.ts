import type { ObjectLiteral } from 'typeorm';
import { type ColumnReader, type Row, putValue } from './column-reader.js';

/** Puts the values of a row into an entity, and returns true where there are any. */
export type RowReader = (row: Row, entity: ObjectLiteral) => boolean;

/**
 * Makes the reader of an entity's columns. Most statements select these first and in their order, so a row is read
 * along its own keys, without looking up a name. Columns elsewhere are looked up.
 */
export function rowReader(columns: readonly ColumnReader[]): RowReader {
  return (row, entity) => {
    let hasData = false;
    let at = 0;
    for (const key in row) {
      const column = columns[at];
      if (column?.name !== key) break;
      const raw = row[key];
      const { property, convert } = column;
      // Calling a function for each value would take a quarter of the time.
      if (property === undefined || raw === undefined) {
        if (putValue(column, raw, entity)) hasData = true;
      } else {
        entity[property] = convert === undefined ? raw : convert(raw);
        if (raw !== null) hasData = true;
      }
      at += 1;
    }
    for (; at < columns.length; at += 1) {
      const column = columns[at];
      if (column !== undefined && putValue(column, row[column.name], entity)) hasData = true;
    }
    return hasData;
  };
}
