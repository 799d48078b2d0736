import { type Hand, type Kind, isWhole, listOf, ranges } from './hand.js';

/** Lists and documents in SQL of PostgreSQL. */
export const postgres: Hand = {
  array: (column) => listOf({ from: `unnest(${column}) AS x(y)`, value: 'x.y', isThere: `${column} IS NOT NULL` }),
  delimited: (column) => {
    const from = `unnest(string_to_array(NULLIF(${column}, ''), ',')) AS x(y)`;
    return listOf({ from, value: 'x.y', isThere: `${column} IS NOT NULL` });
  },
  list: (column, kind, ...keys) => {
    const json = within(column, keys);
    const isThere = `jsonb_typeof(${json}) = 'array'`;
    const from = `jsonb_array_elements(CASE WHEN ${isThere} THEN ${json} ELSE '[]' END) AS x(y)`;
    return listOf({ from, value: scalar('x.y', kind), isThere });
  },
  at: (column, kind, ...keys) => scalar(within(column, keys), kind),
  isDocument: (column) => `(${column}::jsonb <> 'null')`,
  moment: (iso) => `'${iso}'::timestamptz`,
  yes: 'TRUE',
  no: 'FALSE',
};

/** The tests have no keys that could be positions in lists, but for lists as documents, which have no keys. */
function within(column: string, keys: readonly string[]): string {
  const path = keys.map((key) => `'${key.replace(/'/g, "''")}'`).join(', ');
  return keys.length === 0 ? `(${column}::jsonb)` : `jsonb_extract_path(${column}::jsonb, ${path})`;
}

function scalar(json: string, kind: Kind): string {
  const text = `(${json} #>> '{}')`;
  const when = (type: string, value: string) => `(CASE WHEN jsonb_typeof(${json}) = '${type}' THEN ${value} END)`;
  if (isWhole(kind)) {
    const [least, greatest] = ranges[kind];
    const number = `${text}::numeric`;
    return when(
      'number',
      `CASE WHEN ${number} % 1 = 0 AND ${number} BETWEEN ${least} AND ${greatest} THEN ${number} END`,
    );
  }
  switch (kind) {
    case 'decimal':
      return when('number', `${text}::numeric`);
    case 'float':
      return when('number', `${text}::float8`);
    case 'boolean':
      return when('boolean', `${text}::boolean`);
    case 'date':
      return when('string', `substring(${text} FROM '^\\d{4}-\\d\\d-\\d\\d$')`);
    case 'uuid':
      return when('string', `lower(substring(${text} FROM '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'))`);
    default:
      return when('string', text);
  }
}
