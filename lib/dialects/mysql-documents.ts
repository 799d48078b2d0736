import {
  type DocumentKind,
  type DocumentList,
  type DocumentPath,
  type DocumentReading,
  type ElementRows,
  type ListElements,
  type WholeRange,
  documentsOf,
  mostDecimal,
  ofWholeKinds,
} from './dialect.js';

/**
 * Documents of MariaDB and MySQL, read by JSON_TABLE. MariaDB's other JSON functions compare keys as they are written,
 * so that JSON_EXTRACT misses a key with an escape, and the rest do not tell the type of a value. A path is therefore a
 * subquery, which no index can serve; a generated column can have an index.
 */
export const mysqlDocuments = documentsOf({
  types: new Set([
    ...['json', 'simple-json', 'text', 'tinytext', 'mediumtext', 'longtext'],
    ...['varchar', 'char', 'nvarchar', 'national varchar', String],
  ]),
  scalar: (path, kind) => read(path, scalars[kind]),
  presence: (path) => read(path, presence),
  elements: elementsOf,
  atList: (path, write) => read(path, `CASE ${type} WHEN 'ARRAY' THEN ${write(`JSON_LENGTH(${value})`)} END`),
  read: (document) => new TableReading(document),
});

/**
 * One JSON_TABLE for all compared values. MariaDB takes 27 µs for a table with one value of a 1 kB document,
 * and 70 µs for one with eight. A text that is not JSON is read as JSON null, because there must be a row
 * with NULL in each column.
 */
class TableReading implements DocumentReading {
  private readonly paths: string[] = [];

  constructor(private readonly document: string) {}

  valueAt({ keys }: DocumentPath, kind: DocumentKind | undefined): string {
    const path = pathOf(keys);
    const known = this.paths.indexOf(path);
    const index = known < 0 ? this.paths.push(path) - 1 : known;
    return (kind === undefined ? presence : scalars[kind]).replaceAll(value, `${value}${index}`);
  }

  around(condition: string): string {
    const columns = this.paths.map((path, index) => `v${index} JSON PATH '${path}'`).join(', ');
    const json = `CASE WHEN JSON_VALID(${this.document}) THEN ${this.document} ELSE 'null' END`;
    return `(SELECT ${condition} FROM JSON_TABLE(${json}, '$' COLUMNS (${columns})) AS nf_json)`;
  }
}

/** Writes the elements of a comma-delimited text, as a JSON list with two quotes around each comma. */
export function delimitedElements(sql: string): ListElements {
  const quoted = `REPLACE(JSON_QUOTE(CONVERT(${sql} USING utf8mb4)), ',', '","')`;
  const list = `CASE WHEN LENGTH(${sql}) > 0 THEN CONCAT('[', ${quoted}, ']') END`;
  return { from: `JSON_TABLE(${list}, '$[*]' COLUMNS (v JSON PATH '$')) AS nf_json`, value: text };
}

/** The value that JSON_TABLE has read, as JSON. */
const value = 'nf_json.v';
const type = `JSON_TYPE(${value})`;
const presence = `NULLIF(${type}, 'NULL')`;

function read({ sql, keys }: DocumentPath, expression: string): string {
  return `(SELECT ${expression} FROM ${valueIn(sql, pathOf(keys))} AS nf_json)`;
}

/** Writes the table of the one value at a path. MariaDB fails where a document is not JSON. */
function valueIn(sql: string, path: string): string {
  return `JSON_TABLE(CASE WHEN JSON_VALID(${sql}) THEN ${sql} END, '$' COLUMNS (v JSON PATH '${path}'))`;
}

/**
 * Writes a path. Every character of a key that is not an ASCII letter, digit or underscore is escaped, because
 * TypeORM or a driver may read it as a parameter, and MariaDB finds no key that begins with a hyphen.
 * JSON_TABLE takes only a literal.
 */
function pathOf(keys: readonly string[]): string {
  return `$${keys.map((key) => `."${key.replaceAll(/\W/g, escaped)}"`).join('')}`;
}

function escaped(unit: string): string {
  return `\\\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Collation that tells any two texts apart, whether they differ in case, accents or spaces. */
export const everyLetter = 'COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/';

const text = `CONVERT(JSON_UNQUOTE(${value}) USING utf8mb4) ${everyLetter}`;

const decimal = `CAST(${value} AS DECIMAL(65, 30))`;
const double = `CAST(${value} AS DOUBLE)`;

/** Greatest double. The server turns any greater number into it, so only the text tells them apart. */
const mostDouble = '1.7976931348623157e308';
const isMostDouble = `${value} RLIKE '^-{0,1}1[.]7976931348623157[eE][+]{0,1}308$'`;

const scalars: Readonly<Record<DocumentKind, string>> = {
  text: `CASE ${type} WHEN 'STRING' THEN ${text} END`,
  ...ofWholeKinds(whole),
  // A greater number becomes the greatest decimal, which has digits after its point.
  decimal: ifNumber(`ABS(${decimal}) <= ${mostDecimal}`, decimal),
  float: ifNumber(`ABS(${double}) < ${mostDouble} OR ${isMostDouble}`, double),
  boolean: `CASE ${type} WHEN 'BOOLEAN' THEN JSON_UNQUOTE(${value}) = 'true' END`,
  date: like('^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 10, text),
  uuid: like('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 36, `LOWER(${text})`),
};

/**
 * Writes a whole number, as a decimal and as a double: a decimal has lost digits after the thirtieth, a double before.
 */
function whole([least, most]: WholeRange): string {
  return ifNumber(
    `${decimal} BETWEEN ${least} AND ${most} AND ${decimal} = TRUNCATE(${decimal}, 0) AND ${double} = FLOOR(${double})`,
    `CAST(${decimal} AS SIGNED)`,
  );
}

function ifNumber(condition: string, number: string): string {
  const numbers = "('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER')";
  return `CASE WHEN ${type} IN ${numbers} THEN CASE WHEN ${condition} THEN ${number} END END`;
}

/** Writes a text that matches a pattern. The end of a pattern may also be before a line feed, hence the length. */
function like(pattern: string, length: number, sql: string): string {
  return `CASE WHEN ${type} = 'STRING' AND CHAR_LENGTH(${sql}) = ${length} AND ${sql} RLIKE '${pattern}' THEN ${sql} END`;
}

function elementsOf({ path, kind }: DocumentList): ElementRows {
  // A row path with keys in it would miss keys that a document writes with an escape; a column path does not.
  const list = `${valueIn(path.sql, pathOf(path.keys))} AS nf_list`;
  const from = `${list}, JSON_TABLE(nf_list.v, '$[*]' COLUMNS (v JSON PATH '$')) AS nf_json`;
  const operand = kind === 'decimal' ? (parameter: string) => `CAST(${parameter} AS DECIMAL(65, 30))` : undefined;
  return { from, value: scalars[kind], operand };
}
