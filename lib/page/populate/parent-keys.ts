import { type ColumnSchema, type FilterSchema, type RelationSchema, isSameExpression } from '../../schema/index.js';
import type { KeyOperands } from './keys.js';

/**
 * Returns the column of related rows that holds the key of their parent, by its escaped name: an index on it gives the
 * rows in groups. Undefined for keys that two columns may spell differently, as texts under two collations, and for
 * several columns.
 */
export function parentKeyIn({ link, relatedKey }: RelationSchema, parent: FilterSchema): string | undefined {
  const [key, ...more] = parent.primaryKey;
  if (key === undefined || more.length > 0 || link.via === 'junction' || relatedKey === undefined) return undefined;
  const [pair] = link.pairs;
  const areWhole = [key, relatedKey].every(({ stored }) => stored.storedAs === 'integer');
  return areWhole && pair?.own === key.columnName ? pair.related : undefined;
}

/**
 * Returns the column of rows that holds the key of their related row. Undefined unless both are whole numbers, because
 * two columns may spell other keys differently.
 */
export function heldKeyOf({ single, foreignKey, relatedKey, target }: RelationSchema): ColumnSchema | undefined {
  const [key, ...more] = target.primaryKey;
  if (!single || foreignKey === undefined || relatedKey === undefined || more.length > 0) return undefined;
  const areWhole = [foreignKey, relatedKey].every(({ stored }) => stored.storedAs === 'integer');
  return areWhole && key !== undefined && isSameExpression(relatedKey, key) ? foreignKey : undefined;
}

/** Writes the condition that a column of whole numbers is among the keys of parents. */
export function amongKeys(column: string, operands: KeyOperands, { dialect, primaryKey }: FilterSchema): string {
  const [key] = primaryKey;
  if (operands.as !== 'table') return `${column} IN (${operands.rows.map(([value]) => value).join(', ')})`;
  const [parameter] = operands.parameters;
  if (key === undefined || parameter === undefined || dialect.keyTable === undefined) {
    throw new TypeError('the parents have no keys of one column');
  }
  return dialect.keyTable.among(column, parameter, key.metadata);
}
