import { type Hand, type Kind, isWhole, listOf, ranges } from './hand.js';

/** Lists and documents in SQL of SQLite. */
export const sqlite: Hand = {
  array: delimited,
  delimited,
  list: (column, kind, ...keys) => {
    const at = `'${pathOf(keys)}'`;
    const json = `(CASE WHEN json_valid(${column}) THEN ${column} END)`;
    const isThere = `json_type(${json}, ${at}) = 'array'`;
    return listOf({ from: `json_each(${json}, ${at}) x`, value: `(${scalar(kind)})`, isThere });
  },
  at: (column, kind, ...keys) =>
    `(SELECT ${scalar(kind)} FROM json_tree(CASE WHEN json_valid(${column}) THEN ${column} END) x
      WHERE x.fullkey = '${pathOf(keys)}')`,
  isDocument: (column) => `(CASE WHEN json_valid(${column}) THEN json_type(${column}) <> 'null' END)`,
  moment: (iso) => `'${new Date(iso).toISOString().replace('T', ' ').replace('Z', '')}'`,
  yes: '1',
  no: '0',
};

/** A text joined by commas is a list of JSON once each comma ends a text and begins another. */
function delimited(column: string) {
  const json = `('[' || replace(json_quote(${column}), ',', '","') || ']')`;
  const from = `json_each(CASE ${column} WHEN '' THEN '[]' ELSE ${json} END) x`;
  return listOf({ from, value: 'x.value', isThere: `${column} IS NOT NULL` });
}

function pathOf(keys: readonly string[]): string {
  return ['$', ...keys.map((key) => (/^\w+$/.test(key) ? key : `"${key.replace(/'/g, "''")}"`))].join('.');
}

/** The value of an element `x` of `json_each` or `json_tree`. */
function scalar(kind: Kind): string {
  const isNumber = `x.type IN ('integer', 'real')`;
  const ofText = (pattern: string) => `CASE WHEN x.type = 'text' AND x.value GLOB '${pattern}' THEN lower(x.value) END`;
  if (isWhole(kind)) {
    const [least, greatest] = ranges[kind];
    const isWholeNumber = `(x.type = 'integer' OR x.type = 'real' AND x.value = round(x.value) AND abs(x.value) < 9e18)`;
    return `CASE WHEN ${isWholeNumber} AND x.value BETWEEN ${least} AND ${greatest} THEN CAST(x.value AS INTEGER) END`;
  }
  switch (kind) {
    case 'decimal':
    case 'float':
      return `CASE WHEN ${isNumber} THEN x.value END`;
    case 'boolean':
      return `CASE x.type WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`;
    case 'date':
      return ofText('[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
    case 'uuid':
      return ofText([8, 4, 4, 4, 12].map((length) => '[0-9a-fA-F]'.repeat(length)).join('-'));
    default:
      return `CASE WHEN x.type = 'text' THEN x.value END`;
  }
}
