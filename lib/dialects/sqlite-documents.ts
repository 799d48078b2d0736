import {
  type DocumentKind,
  type DocumentList,
  type DocumentPath,
  type ListElements,
  type WholeRange,
  documentsOf,
  ofWholeKinds,
} from './dialect.js';

/**
 * Documents of SQLite. Its numbers are 64-bit integers and doubles, so a decimal is a double here. The JSON functions
 * fail on a text that is not JSON, hence the guard around each of them.
 */
export const sqliteDocuments = documentsOf({
  types: new Set(['json', 'jsonb', 'simple-json', 'text', 'clob', 'varchar', 'character', 'nvarchar', 'nchar', String]),
  scalar: (path, kind) => cast(kind, guarded(path, scalars[kind](valueAt(path)))),
  presence: (path) => guarded(path, `NULLIF(${valueAt(path).type}, 'null')`),
  elements: elementsOf,
  atList: (path, write) => guarded(path, ifList(path, write(`JSON_ARRAY_LENGTH(${argumentsOf(path)})`))),
});

/** Value in a document: its SQL value, and the name of its JSON type. */
interface JsonValue {
  readonly value: string;
  readonly type: string;
}

function valueAt(path: DocumentPath): JsonValue {
  const args = argumentsOf(path);
  return { value: `JSON_EXTRACT(${args})`, type: `JSON_TYPE(${args})` };
}

function argumentsOf({ sql, keys }: DocumentPath): string {
  return `${sql}, ${pathOf(keys)}`;
}

/** Writes a path as a text. A key is split before what TypeORM would replace: `:name` and `alias.property`. */
function pathOf(keys: readonly string[]): string {
  const steps = keys.map((key) => `.${JSON.stringify(key).replaceAll("'", "''").replaceAll(/[:.]/g, "$&' || '")}`);
  return `'$${steps.join('')}'`;
}

/** Writes NULL for anything but a document. A `jsonb` column holds bytes, and may also hold a document's text. */
function guarded({ sql, type }: DocumentPath, expression: string): string {
  return `CASE WHEN JSON_VALID(${sql}${type === 'jsonb' ? ', 9' : ''}) THEN ${expression} END`;
}

function ifList(path: DocumentPath, expression: string): string {
  return `CASE ${valueAt(path).type} WHEN 'array' THEN ${expression} END`;
}

const scalars: Readonly<Record<DocumentKind, (value: JsonValue) => string>> = {
  text: ({ value, type }) => `CASE ${type} WHEN 'text' THEN ${value} END`,
  ...ofWholeKinds(whole),
  decimal: (value) => numberWithin('1e35', value),
  float: (value) => numberWithin('9e999', value),
  boolean: ({ type }) => `CASE ${type} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`,
  date: (value) => like(`${digits(4)}-${digits(2)}-${digits(2)}`, 10, value),
  uuid: ({ value, type }) => like(uuidPattern, 36, { value: `LOWER(${value})`, type }),
};

/** Writes a whole number. Beyond 64 bits it is an integer to JSON, and a float that SQLite has rounded. */
function whole([least, most]: WholeRange): (value: JsonValue) => string {
  return ({ value, type }) =>
    `CASE WHEN TYPEOF(${value}) = ${type} AND ${value} BETWEEN ${least} AND ${most} ` +
    `AND ${value} = CAST(${value} AS INTEGER) THEN CAST(${value} AS INTEGER) END`;
}

function numberWithin(bound: string, { value, type }: JsonValue): string {
  return `CASE WHEN ${type} IN ('integer', 'real') AND ${value} > -${bound} AND ${value} < ${bound} THEN ${value} END`;
}

/** Writes a text that matches a pattern. GLOB reads a text up to its first NUL, hence the length. */
function like(pattern: string, length: number, { value, type }: JsonValue): string {
  return (
    `CASE WHEN ${type} = 'text' AND LENGTH(CAST(${value} AS BLOB)) = ${length} ` +
    `AND ${value} GLOB '${pattern}' THEN ${value} END`
  );
}

function digits(count: number): string {
  return '[0-9]'.repeat(count);
}

const uuidPattern = [8, 4, 4, 4, 12].map((count) => '[0-9a-f]'.repeat(count)).join('-');

/** Gives an expression the affinity under which the bound text of a number is compared as a number. */
function cast(kind: DocumentKind, expression: string): string {
  if (kind === 'decimal') return `CAST(${expression} AS NUMERIC)`;
  return kind === 'float' ? `CAST(${expression} AS REAL)` : expression;
}

function elementsOf({ path, kind }: DocumentList): ListElements {
  const from = `JSON_EACH(${guarded(path, ifList(path, path.sql))}, ${pathOf(path.keys)}) AS nf_element`;
  const element = { value: 'nf_element.value', type: 'nf_element.type' };
  return { from, value: cast(kind, scalars[kind](element)) };
}
