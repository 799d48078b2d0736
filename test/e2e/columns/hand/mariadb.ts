import { type Hand, type Kind, type List, isWhole, listOf, ranges } from './hand.js';

/** Lists and documents in SQL of MariaDB: an element is read by its position, which a table of ten numbers gives. */
export const mariadb: Hand = {
  array: delimited,
  delimited,
  list: (column, kind, ...keys) => {
    const json = `JSON_EXTRACT(${column}, '${pathOf(keys)}')`;
    const element = `JSON_EXTRACT(${column}, CONCAT('${pathOf(keys)}[', seq, ']'))`;
    const isThere = `COALESCE(${typeOf(column, json)} = 'ARRAY', FALSE)`;
    const where = `${isThere} AND seq < JSON_LENGTH(${json})`;
    return listOf({ from: 'seq_0_to_9', where, value: scalar(`JSON_TYPE(${element})`, element, kind), isThere });
  },
  at: (column, kind, ...keys) => {
    const json = `JSON_EXTRACT(${column}, '${pathOf(keys)}')`;
    return scalar(typeOf(column, json), json, kind);
  },
  isDocument: (column) => `(${typeOf(column, column)} <> 'NULL')`,
  moment: (iso) => {
    const at = new Date(iso);
    const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
    return `'${local.toISOString().replace('T', ' ').replace('Z', '')}'`;
  },
  yes: 'TRUE',
  no: 'FALSE',
};

function delimited(column: string): List {
  const commas = `(CHAR_LENGTH(${column}) - CHAR_LENGTH(REPLACE(${column}, ',', '')))`;
  const element = `SUBSTRING_INDEX(SUBSTRING_INDEX(${column}, ',', seq + 1), ',', -1)`;
  return listOf({
    from: 'seq_0_to_9',
    where: `${column} <> '' AND seq <= ${commas}`,
    value: `${element} COLLATE utf8mb4_nopad_bin`,
    isThere: `${column} IS NOT NULL`,
  });
}

function typeOf(column: string, json: string): string {
  return `(CASE WHEN JSON_VALID(${column}) THEN JSON_TYPE(${json}) END)`;
}

function pathOf(keys: readonly string[]): string {
  return ['$', ...keys.map((key) => `"${key.replace(/'/g, "''")}"`)].join('.');
}

function scalar(type: string, json: string, kind: Kind): string {
  const isNumber = `${type} IN ('INTEGER', 'DOUBLE', 'DECIMAL')`;
  const text = `JSON_UNQUOTE(${json}) COLLATE utf8mb4_nopad_bin`;
  const number = `CAST(${json} AS DECIMAL(65, 20))`;
  const ofText = (pattern: string) =>
    `(CASE WHEN ${type} = 'STRING' AND ${text} REGEXP '${pattern}' THEN LOWER(${text}) END)`;
  if (isWhole(kind)) {
    const [least, greatest] = ranges[kind];
    return `(CASE WHEN ${isNumber} AND ${number} = TRUNCATE(${number}, 0) AND ${number} BETWEEN ${least} AND ${greatest}
             THEN CAST(${number} AS DECIMAL(20, 0)) END)`;
  }
  switch (kind) {
    case 'decimal':
      return `(CASE WHEN ${isNumber} THEN ${number} END)`;
    case 'float':
      return `(CASE WHEN ${isNumber} THEN CAST(${json} AS DOUBLE) END)`;
    case 'boolean':
      return `(CASE WHEN ${type} = 'BOOLEAN' THEN ${json} = 'true' END)`;
    case 'date':
      return ofText('^[0-9]{4}-[0-9]{2}-[0-9]{2}$');
    case 'uuid':
      return ofText('^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$');
    default:
      return `(CASE WHEN ${type} = 'STRING' THEN ${text} END)`;
  }
}
