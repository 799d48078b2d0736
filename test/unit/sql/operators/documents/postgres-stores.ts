import type { Store } from './store.js';
import { containedLists, postgresLists } from './postgres-lists.js';
import { postgresPaths } from './postgres-paths.js';

/** A value as each kind, by its JSON, its text, the condition that it is a number, and the number. */
function scalars(prefix: string, node: string, text: string): Store['values'] {
  const type = `${prefix}_TYPEOF(${node})`;
  const isNumber =
    prefix === 'JSONB'
      ? `${type} = 'number'`
      : `${type} = 'number' AND LENGTH(${text}) <= 5000 AND ${text} !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}'`;
  const number = `CAST(${prefix === 'JSONB' ? node : text} AS numeric)`;
  const ifNumber = (branches: string): string => `CASE WHEN ${isNumber} THEN CASE ${branches} END END`;
  const whole = (least: string, most: string): string =>
    ifNumber(`WHEN ${number} BETWEEN ${least} AND ${most} AND ${number} % 1 = 0 THEN CAST(${number} AS bigint)`);
  return {
    text: `CASE ${type} WHEN 'string' THEN ${text} END`,
    tinyint: whole('-128', '127'),
    smallint: whole('-32768', '32767'),
    mediumint: whole('-8388608', '8388607'),
    integer: whole('-2147483648', '2147483647'),
    bigint: whole('-9223372036854775808', '9223372036854775807'),
    decimal: ifNumber(`WHEN ABS(${number}) <= 99999999999999999999999999999999999 THEN ${number}`),
    float: ifNumber(
      `WHEN ABS(${number}) BETWEEN 2.5e-324 AND 1.797693134862315807e308 ` +
        `THEN CAST(${number} AS double precision) WHEN ABS(${number}) < 1 THEN 0`,
    ),
    boolean: `CASE ${type} WHEN 'boolean' THEN CAST(${text} AS boolean) END`,
    date: `CASE WHEN ${type} = 'string' AND ${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN ${text} COLLATE "C" END`,
    uuid:
      `CASE WHEN ${type} = 'string' AND LOWER(${text}) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' ` +
      `THEN LOWER(${text}) COLLATE "C" END`,
  };
}

const [node, text] = [`("s"."doc" -> 'a' -> 'b')`, `("s"."doc" -> 'a' ->> 'b')`];

function store(column: 'jsonb' | 'json', guarded: (sql: string) => string, lists: Store['lists']): Store {
  const prefix = column.toUpperCase();
  const values = Object.entries(scalars(prefix, node, text)).map(([kind, sql]) => [kind, guarded(sql)]);
  const ifList = (sql: string): string => guarded(`CASE ${prefix}_TYPEOF(${node}) WHEN 'array' THEN ${sql} END`);
  return {
    engine: 'postgres',
    column: { type: column },
    values: { ...scalars(prefix, node, text), ...Object.fromEntries(values) },
    elements: scalars(prefix, 'nf_element.v', `(nf_element.v #>> '{}')`),
    presence: guarded(`NULLIF(${prefix}_TYPEOF("s"."doc"), 'null')`),
    list: {
      there: ifList('1'),
      none: ifList(`${prefix}_ARRAY_LENGTH(${node}) = 0`),
      some: ifList(`${prefix}_ARRAY_LENGTH(${node}) > 0`),
      each: `${prefix}_ARRAY_ELEMENTS(${ifList(node)}) AS nf_element(v)`,
    },
    paths: postgresPaths,
    lists,
  };
}

const escapes = String.raw`E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}'`;
const unreadable = String.raw`E'\\\\u(0000|[dD][89a-fA-F])'`;
const isReadable = `REGEXP_REPLACE(CAST("s"."doc" AS text), ${escapes}, '', 'g') !~ ${unreadable}`;

/** Documents of PostgreSQL: read by the server when they are written, and kept as the text that they were. */
export const postgresStores = {
  'postgres jsonb': store('jsonb', (sql) => sql, containedLists),
  'postgres json': store('json', (sql) => `CASE WHEN ${isReadable} THEN ${sql} END`, postgresLists),
} as const;
