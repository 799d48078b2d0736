import type { Store } from './store.js';
import { mysqlLists } from './mysql-lists.js';
import { mysqlPaths } from './mysql-paths.js';

const [value, type] = ['nf_json.v', 'JSON_TYPE(nf_json.v)'];
const text =
  'CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/';
const [decimal, double] = [`CAST(${value} AS DECIMAL(65, 30))`, `CAST(${value} AS DOUBLE)`];

function ifNumber(branch: string): string {
  return `CASE WHEN ${type} IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER') THEN CASE ${branch} END END`;
}

function whole(least: string, most: string): string {
  return ifNumber(
    `WHEN ${decimal} BETWEEN ${least} AND ${most} AND ${decimal} = TRUNCATE(${decimal}, 0) ` +
      `AND ${double} = FLOOR(${double}) THEN CAST(${decimal} AS SIGNED)`,
  );
}

/** A value that a table of JSON has read, as each kind. */
const scalars: Store['elements'] = {
  text: `CASE ${type} WHEN 'STRING' THEN ${text} END`,
  tinyint: whole('-128', '127'),
  smallint: whole('-32768', '32767'),
  mediumint: whole('-8388608', '8388607'),
  integer: whole('-2147483648', '2147483647'),
  bigint: whole('-9223372036854775808', '9223372036854775807'),
  decimal: ifNumber(`WHEN ABS(${decimal}) <= 99999999999999999999999999999999999 THEN ${decimal}`),
  float: ifNumber(
    `WHEN ABS(${double}) < 1.7976931348623157e308 ` +
      `OR ${value} RLIKE '^-{0,1}1[.]7976931348623157[eE][+]{0,1}308$' THEN ${double}`,
  ),
  boolean: `CASE ${type} WHEN 'BOOLEAN' THEN JSON_UNQUOTE(${value}) = 'true' END`,
  date:
    `CASE WHEN ${type} = 'STRING' AND CHAR_LENGTH(${text}) = 10 ` +
    `AND ${text} RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN ${text} END`,
  uuid:
    `CASE WHEN ${type} = 'STRING' AND CHAR_LENGTH(LOWER(${text})) = 36 ` +
    `AND LOWER(${text}) RLIKE '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN LOWER(${text}) END`,
};

const document = 'CASE WHEN JSON_VALID(`s`.`doc`) THEN `s`.`doc` END';
const at = '$."a"."b"';

function read(sql: string, path = at): string {
  return `(SELECT ${sql} FROM JSON_TABLE(${document}, '$' COLUMNS (v JSON PATH '${path}')) AS nf_json)`;
}

const values = Object.entries(scalars).map(([kind, sql]) => [kind, read(sql)]);

/** Documents of MariaDB, whose every type of column is a text. */
export const mysqlStores = {
  'mariadb json': {
    engine: 'mariadb',
    column: { type: 'json' },
    values: { ...scalars, ...Object.fromEntries(values) },
    elements: scalars,
    presence: read(`NULLIF(${type}, 'NULL')`, '$'),
    list: {
      there: read(`CASE ${type} WHEN 'ARRAY' THEN 1 END`),
      none: read(`CASE ${type} WHEN 'ARRAY' THEN JSON_LENGTH(${value}) = 0 END`),
      some: read(`CASE ${type} WHEN 'ARRAY' THEN JSON_LENGTH(${value}) > 0 END`),
      each: `JSON_TABLE(${document}, '${at}[*]' COLUMNS (v JSON PATH '$')) AS nf_json`,
    },
    paths: mysqlPaths,
    lists: mysqlLists,
  },
} as const satisfies Readonly<Record<string, Store>>;
