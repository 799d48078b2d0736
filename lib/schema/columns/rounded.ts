import type { ColumnSchema } from './expression.js';

/** Greatest number of digits after the second that a JavaScript Date has. */
const digitsOfDate = 3;

/**
 * Returns true for date-times that an entity may not have whole: those of more digits than a Date, or of a number that
 * the entity does not declare. Where an engine keeps them as text, two spellings may be one Date.
 */
export function isRounded({ stored, metadata: { precision }, bindFacts: { dialect } }: ColumnSchema): boolean {
  if (stored.storedAs !== 'datetime') return false;
  return dialect.dateTimesAreText || typeof precision !== 'number' || precision > digitsOfDate;
}

/**
 * Writes the expression that reads a date-time whole, as a text, or as whatever else SQLite keeps.
 *
 * @param alias the escaped alias of its table
 */
export function wholeSqlOf(
  { sqlOf, stored: { storedAs }, bindFacts: { dialect } }: ColumnSchema,
  alias: string,
): string {
  const sql = sqlOf(alias);
  return dialect.dateTimesAreText ? sql : dialect.exactValue({ sql, storedAs });
}
