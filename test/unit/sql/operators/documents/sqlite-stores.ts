import type { Store } from './store.js';
import { sqliteLists } from './sqlite-lists.js';
import { sqlitePaths } from './sqlite-paths.js';

/** A value as each kind, by its SQL value and the name of its JSON type. */
function scalars(value: string, type: string): Store['values'] {
  const whole = (least: string, most: string): string =>
    `CASE WHEN TYPEOF(${value}) = ${type} AND ${value} BETWEEN ${least} AND ${most} ` +
    `AND ${value} = CAST(${value} AS INTEGER) THEN CAST(${value} AS INTEGER) END`;
  const [digits4, hex4] = ['[0-9][0-9][0-9][0-9]', '[0-9a-f][0-9a-f][0-9a-f][0-9a-f]'];
  const uuid = `${hex4}${hex4}-${hex4}-${hex4}-${hex4}-${hex4}${hex4}${hex4}`;
  const lower = `LOWER(${value})`;
  return {
    text: `CASE ${type} WHEN 'text' THEN ${value} END`,
    tinyint: whole('-128', '127'),
    smallint: whole('-32768', '32767'),
    mediumint: whole('-8388608', '8388607'),
    integer: whole('-2147483648', '2147483647'),
    bigint: whole('-9223372036854775808', '9223372036854775807'),
    decimal: `CASE WHEN ${type} IN ('integer', 'real') AND ${value} > -1e35 AND ${value} < 1e35 THEN ${value} END`,
    float: `CASE WHEN ${type} IN ('integer', 'real') AND ${value} > -9e999 AND ${value} < 9e999 THEN ${value} END`,
    boolean: `CASE ${type} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`,
    date:
      `CASE WHEN ${type} = 'text' AND LENGTH(CAST(${value} AS BLOB)) = 10 ` +
      `AND ${value} GLOB '${digits4}-[0-9][0-9]-[0-9][0-9]' THEN ${value} END`,
    uuid:
      `CASE WHEN ${type} = 'text' AND LENGTH(CAST(${lower} AS BLOB)) = 36 ` +
      `AND ${lower} GLOB '${uuid}' THEN ${lower} END`,
  };
}

/** Numbers are cast, because a bound text is a number beside one that has an affinity. */
function withAffinity(values: Store['values']): Store['values'] {
  return { ...values, decimal: `CAST(${values.decimal} AS NUMERIC)`, float: `CAST(${values.float} AS REAL)` };
}

const [document, at] = ['"s"."doc"', `'$."a"."b"'`];
const [value, type] = [`JSON_EXTRACT(${document}, ${at})`, `JSON_TYPE(${document}, ${at})`];

function store(column: Store['column'], valid: string): Store {
  const guarded = (sql: string): string => `CASE WHEN ${valid} THEN ${sql} END`;
  const values = Object.entries(scalars(value, type)).map(([kind, sql]) => [kind, guarded(sql)]);
  const ifList = (sql: string): string => guarded(`CASE ${type} WHEN 'array' THEN ${sql} END`);
  return {
    engine: 'sqlite',
    column,
    values: withAffinity({ ...scalars(value, type), ...Object.fromEntries(values) }),
    elements: withAffinity(scalars('nf_element.value', 'nf_element.type')),
    presence: guarded(`NULLIF(JSON_TYPE(${document}, '$'), 'null')`),
    list: {
      there: ifList('1'),
      none: ifList(`JSON_ARRAY_LENGTH(${document}, ${at}) = 0`),
      some: ifList(`JSON_ARRAY_LENGTH(${document}, ${at}) > 0`),
      each: `JSON_EACH(${ifList(document)}, ${at}) AS nf_element`,
    },
    paths: sqlitePaths,
    lists: sqliteLists,
  };
}

/** Documents of SQLite: in a text, and as the bytes that the engine makes of one. */
export const sqliteStores = {
  'sqlite text': store({ type: 'simple-json' }, `JSON_VALID(${document})`),
  'sqlite jsonb': store({ type: 'jsonb' }, `JSON_VALID(${document}, 9)`),
} as const;
