import type { KeyTable } from '../key-table.js';

/**
 * Types of the members of arrays, by those of columns. A member of `character[]` would have one character. The types of
 * enums are left out, whose names an entity does not always tell.
 */
const types: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ...[Number, 'int', 'int4', 'integer'].map((type) => [type, 'int4'] as const),
  ...['int2', 'smallint'].map((type) => [type, 'int2'] as const),
  ...['int8', 'bigint'].map((type) => [type, 'int8'] as const),
  ...['decimal', 'numeric'].map((type) => [type, 'numeric'] as const),
  ...['real', 'float4'].map((type) => [type, 'float4'] as const),
  ...['float', 'float8', 'double precision'].map((type) => [type, 'float8'] as const),
  ...[String, 'varchar', 'character varying'].map((type) => [type, 'varchar'] as const),
  ...['char', 'character'].map((type) => [type, 'bpchar'] as const),
  ...[Boolean, 'bool', 'boolean'].map((type) => [type, 'bool'] as const),
  ...[Date, 'timestamp', 'timestamp without time zone'].map((type) => [type, 'timestamp'] as const),
  ...['timestamptz', 'timestamp with time zone'].map((type) => [type, 'timestamptz'] as const),
  ...['text', 'citext', 'uuid', 'date', 'bytea'].map((type) => [type, type] as const),
]);

/**
 * One array for each column. An array is bound as its text, so that no kind of value makes another statement of it.
 * The planner expects the rows of ten keys, and looks them up by an index.
 */
export const postgresKeyTable: KeyTable = {
  firstRows: 'lateral',
  encode: (keys) => (keys[0] ?? []).map((_, column) => arrayText(keys.map((values) => values[column]))),
  write: (parameters, columns, names) => {
    const known = columns.map(({ type }) => types.get(type));
    const arrays = parameters.map((parameter, place) => `CAST(${parameter} AS ${known[place] ?? 'text'}[])`);
    return {
      from: `UNNEST(${arrays.join(', ')}) WITH ORDINALITY AS ${names.table} (${[...names.columns, names.place].join(', ')})`,
      // The ordinality is an int8, which the driver would give as a text.
      place: `CAST(${names.table}.${names.place} - 1 AS int4)`,
      columns: names.columns.map((name, place) => ({
        sql: `${names.table}.${name}`,
        textOf: known[place] === undefined ? printed : undefined,
      })),
    };
  },
  among: (column, parameter, { type }) => `${column} = ANY(CAST(${parameter} AS ${types.get(type) ?? 'int8'}[]))`,
};

/** Prints a column as the driver gets it: a CAST of an address adds the length of its network. */
function printed(column: string): string {
  return `FORMAT('%s', ${column})`;
}

/** Writes an array as PostgreSQL reads it, each member in quotes unless it is a number. */
function arrayText(values: readonly unknown[]): string {
  return `{${values.map((value) => (typeof value === 'number' ? String(value) : quoted(memberText(value)))).join(',')}}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function memberText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? localText(value) : String(value);
}

/**
 * Writes a date as the driver does, in the time zone of the process and with its offset: a column without a zone takes
 * the clock, one with a zone the instant.
 */
function localText(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const clock = new Date(date.getTime() + offset * 60_000).toISOString().replace('Z', '');
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${clock}${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
