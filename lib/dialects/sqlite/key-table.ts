import type { KeyTable, KeyValues } from '../key-table.js';

/**
 * One JSON list, of the values, or of a list for each key of several columns. Its numbers are written by their digits,
 * which SQLite reads exactly, and its bytes as hexadecimal digits.
 */
export const sqliteKeyTable: KeyTable = {
  firstRows: 'correlated',
  encode: (keys) => [`[${keys.map(keyText).join(',')}]`],
  write: ([parameter = ''], columns, { table }) => ({
    from: `JSON_EACH(${parameter}) AS ${table}`,
    place: `${table}.key`,
    columns: columns.map(({ type }, place) => {
      const value = columns.length === 1 ? `${table}.value` : `JSON_EXTRACT(${table}.value, '$[${place}]')`;
      return { sql: type === 'blob' ? `UNHEX(${value})` : value, textOf: undefined };
    }),
  }),
  among: (column, parameter) => `${column} IN (SELECT value FROM JSON_EACH(${parameter}))`,
};

function keyText(values: KeyValues): string {
  const texts = values.map(valueText);
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(',')}]`;
}

function valueText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  return Buffer.isBuffer(value) ? `"${value.toString('hex')}"` : (JSON.stringify(value) ?? 'null');
}
