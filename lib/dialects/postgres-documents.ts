import {
  type DocumentKind,
  type DocumentList,
  type DocumentPath,
  type ListElements,
  type ListQuestion,
  type WholeRange,
  documentsOf,
  junction,
  mostDecimal,
  ofWholeKinds,
} from './dialect.js';

/**
 * Documents of PostgreSQL. A `json` column keeps a document as text, and PostgreSQL reads no value of one with a
 * character that it does not support: the value is NULL. Text columns are not read, because only PostgreSQL 16 and
 * later can test whether a text is JSON.
 */
export const postgresDocuments = documentsOf({
  types: new Set(['jsonb', 'json']),
  scalar: (path, kind) => guarded(path, scalars[kind](valueAt(path))),
  presence: (path) => guarded(path, `NULLIF(${typeOf(valueAt(path))}, 'null')`),
  elements: elementsOf,
  atList: (path, write) => {
    const list = valueAt(path);
    return guarded(path, ifList(list, write(`${list.prefix}_ARRAY_LENGTH(${list.node})`)));
  },
  contains: ({ path, kind }, question) =>
    path.type === 'json' || uncontained.has(kind) ? undefined : contains(path, question),
});

interface JsonValue {
  /** The value as JSON. */
  readonly node: string;
  /** The value as text, without the quotes of a string. */
  readonly text: string;
  /** First part of function names: JSON_… for `json`, JSONB_… for `jsonb`. */
  readonly prefix: 'JSON' | 'JSONB';
}

function valueAt({ sql, type, keys }: DocumentPath): JsonValue {
  const prefix = type === 'json' ? 'JSON' : 'JSONB';
  const last = keys.at(-1);
  if (last === undefined) return { node: sql, text: `(${sql} #>> '{}')`, prefix };
  const parent = [sql, ...keys.slice(0, -1).map(literal)].join(' -> ');
  return { node: `(${parent} -> ${literal(last)})`, text: `(${parent} ->> ${literal(last)})`, prefix };
}

/** Writes a text. Other ASCII characters are escaped: TypeORM replaces `:name` and `alias.property` even in texts. */
function literal(text: string): string {
  const escaped = text.replaceAll(/[^\w\u0080-\uffff]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return escaped === text ? `'${text}'` : `E'${escaped}'`;
}

/** Complete escapes of a JSON text: a backslash, or both halves of a surrogate pair. */
const wholeEscapes = pattern(String.raw`\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`);

/** Escapes of characters that PostgreSQL does not support: NUL, and half a surrogate pair. */
const unreadable = pattern(String.raw`\\u(0000|[dD][89a-fA-F])`);

function pattern(expression: string): string {
  return `E'${expression.replaceAll('\\', '\\\\')}'`;
}

/** Writes NULL for a `json` document with an escape that PostgreSQL does not support. */
function guarded({ sql, type }: DocumentPath, expression: string): string {
  if (type !== 'json') return expression;
  const escapes = `REGEXP_REPLACE(CAST(${sql} AS text), ${wholeEscapes}, '', 'g')`;
  return `CASE WHEN ${escapes} !~ ${unreadable} THEN ${expression} END`;
}

const scalars: Readonly<Record<DocumentKind, (value: JsonValue) => string>> = {
  text: (value) => `CASE ${typeOf(value)} WHEN 'string' THEN ${value.text} END`,
  ...ofWholeKinds(whole),
  decimal: (value) => ifNumber(value, (number) => `WHEN ABS(${number}) <= ${mostDecimal} THEN ${number}`),
  float: (value) => ifNumber(value, double),
  boolean: (value) => `CASE ${typeOf(value)} WHEN 'boolean' THEN CAST(${value.text} AS boolean) END`,
  date: (value) => like('^[0-9]{4}-[0-9]{2}-[0-9]{2}$', value, value.text),
  uuid: (value) => like('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', value, `LOWER(${value.text})`),
};

function typeOf({ node, prefix }: JsonValue): string {
  return `${prefix}_TYPEOF(${node})`;
}

function whole([least, most]: WholeRange): (value: JsonValue) => string {
  return (value) =>
    ifNumber(
      value,
      (number) => `WHEN ${number} BETWEEN ${least} AND ${most} AND ${number} % 1 = 0 THEN CAST(${number} AS bigint)`,
    );
}

/** Writes the branches of a double. A number outside its range would be an error. */
function double(number: string): string {
  const [least, most] = ['2.5e-324', '1.797693134862315807e308'];
  return (
    `WHEN ABS(${number}) BETWEEN ${least} AND ${most} THEN CAST(${number} AS double precision) ` +
    `WHEN ABS(${number}) < 1 THEN 0`
  );
}

/** Writes the branches of a number. Only CASE guarantees that a branch is not computed before its condition. */
function ifNumber(value: JsonValue, branches: (number: string) => string): string {
  const number = value.prefix === 'JSON' ? `CAST(${value.text} AS numeric)` : `CAST(${value.node} AS numeric)`;
  return `CASE WHEN ${isNumber(value)} THEN CASE ${branches(number)} END END`;
}

/** Writes the condition that a value is a number. `json` can hold a number of more than 131,072 digits. */
function isNumber(value: JsonValue): string {
  const condition = `${typeOf(value)} = 'number'`;
  if (value.prefix === 'JSONB') return condition;
  return `${condition} AND LENGTH(${value.text}) <= 5000 AND ${value.text} !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}'`;
}

/** Writes a text that matches a pattern. Its collation is the order of its characters. */
function like(pattern: string, value: JsonValue, text: string): string {
  return `CASE WHEN ${typeOf(value)} = 'string' AND ${text} ~ '${pattern}' THEN ${text} COLLATE "C" END`;
}

function ifList(value: JsonValue, expression: string): string {
  return `CASE ${typeOf(value)} WHEN 'array' THEN ${expression} END`;
}

/**
 * Kinds whose equal values may be different JSON: a letter in another case, a number with more digits than a double.
 */
const uncontained: ReadonlySet<DocumentKind> = new Set(['uuid', 'float'] as const);

/** Writes the condition that the whole document contains a list. One GIN index serves it for every list. */
function contains({ sql, keys }: DocumentPath, { elements, quantifier, bind }: ListQuestion): string {
  const documentOf = (list: string): string =>
    keys.reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, `[${list}]`);
  const condition = (list: string): string => `${sql} @> CAST(${bind(documentOf(list))} AS jsonb)`;
  const texts = elements.map(({ json }) => json);
  return junction('OR', quantifier === 'every' ? [condition(texts.join(','))] : texts.map(condition));
}

function elementsOf({ path, kind }: DocumentList): ListElements {
  const list = valueAt(path);
  const from = `${list.prefix}_ARRAY_ELEMENTS(${guarded(path, ifList(list, list.node))}) AS nf_element(v)`;
  return { from, value: scalars[kind](valueAt({ sql: 'nf_element.v', type: path.type, keys: [] })) };
}
