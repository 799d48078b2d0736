import type { AggregateSql } from './aggregates.js';
import type { Carrier } from './carrier.js';
import type { IndexDialect, RowEstimate, StatementPlan } from './catalogue.js';

/** Greatest number of parts in one chain: SQLite refuses an expression deeper than 1,000, and every AND is a level. */
const maxParts = 100;

/** Joins conditions by AND or OR, in nested brackets, so that none gets deep. Without any, AND is true and OR false. */
export function junction(word: 'AND' | 'OR', parts: readonly string[]): string {
  if (parts.length === 0) return word === 'AND' ? '1 = 1' : '1 = 0';
  if (parts.length <= maxParts) return `(${parts.join(` ${word} `)})`;
  const brackets = Array.from({ length: Math.ceil(parts.length / maxParts) }, (_, index) =>
    junction(word, parts.slice(index * maxParts, (index + 1) * maxParts)),
  );
  return junction(word, brackets);
}

/** Names of the kinds of value that a column can hold. */
export type ValueKindName =
  | 'text'
  | 'tinyint'
  | 'smallint'
  | 'mediumint'
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'real'
  | 'float'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'uuid'
  | 'enum'
  | 'json'
  | 'opaque';

/**
 * Ways in which a database keeps a value, as far as exact reading and comparing depend on them. Each kind of value
 * names one, and the dialects decide by it: a new kind with a known storage needs no line in any dialect.
 */
export type StoredAs =
  | 'text'
  | 'integer'
  | 'boolean'
  | 'decimal'
  /** Floating point of 32 bits. */
  | 'single'
  /** Floating point of 64 bits. */
  | 'double'
  | 'date'
  | 'datetime'
  | 'time'
  | 'uuid'
  /** Member of an enum: a text, which some engines order by its position among the members. */
  | 'label'
  | 'bytes'
  /** Anything else: documents, ranges, places. No cursor can carry such a value. */
  | 'unknown';

const ofOnePoint: ReadonlySet<StoredAs> = new Set(['integer', 'boolean', 'text', 'uuid', 'date'] as const);

/** True for a storage whose values are equal exactly where neither is less: an equality is one point of an index. */
export function isOnePoint(storedAs: StoredAs): boolean {
  return ofOnePoint.has(storedAs);
}

/** Column, or an expression in its place, as the database keeps it. */
export interface StoredColumn {
  /** Escaped SQL, with an alias where it is a column. */
  readonly sql: string;
  readonly storedAs: StoredAs;
}

/** Type of a column as its entity declares it. TypeORM's ColumnMetadata has all of these members. */
export interface DeclaredType {
  /** Name of TypeORM's list, or the constructor that TypeORM reports where a column is declared without a type. */
  readonly type: unknown;
  /** MySQL's display width. TypeORM has it before 1.0. */
  readonly width?: number | undefined;
  readonly precision?: number | null | undefined;
  readonly scale?: number | null | undefined;
}

/** Dates and times that an engine keeps beyond the range of requests. Cursors carry them. */
export interface Calendar {
  /** Last year of each type. Where it has more than four digits, the engine prints as many as the year needs. */
  readonly lastYear: { readonly date: number; readonly datetime: number };
  /** First year before Christ, which the engine prints as `4714-11-24 BC`; 0 where there is none. */
  readonly yearsBeforeChrist: number;
  /** True where `infinity` and `-infinity` are dates. */
  readonly hasInfinity: boolean;
  /** True where a date-time can be printed with the offset of its zone: `2024-03-01 10:00:00+01`. */
  readonly printsOffsets: boolean;
  /** Range of a time: a time of day, a time of day or the end of the day (`24:00:00`), or up to ±838 hours. */
  readonly times: 'of day' | 'to 24:00' | 'duration';
}

/** Ways in which a column that is not a document keeps a list: as an array, or as one comma-delimited text. */
export type ListStorage = 'array' | 'delimited';

export interface ListColumn {
  /** Escaped name of the column, with its alias. */
  readonly sql: string;
  readonly elementsStoredAs: StoredAs;
  /** TypeORM's type of the column, which for an array is that of an element. */
  readonly type: unknown;
}

/** Question whether a list has every one of some elements, or at least one. The list is a column, or in a document. */
export interface ListQuestion {
  readonly quantifier: 'every' | 'some';
  /**
   * Elements to look for, one or more: the value as its kind gives it to the driver, without a comma for a delimited
   * list, and its JSON text, for lists in documents: `"red"`, `3`, `true`.
   */
  readonly elements: readonly { readonly value: unknown; readonly json: string }[];
  /** Binds a value, and returns its parameter: `:nf_p1`. */
  readonly bind: (value: unknown) => string;
  /** True for the opposite question: the list is there, and does not have them. */
  readonly negated: boolean;
}

/** Question whether a list of texts, in a column or in a document, has an element that satisfies a condition. */
export interface ElementQuestion {
  /** Writes the condition on the SQL of one element. It is NULL for an element that is NULL. */
  readonly matches: (element: string) => string;
  /** True for the opposite question: the list is there, and no element satisfies the condition. */
  readonly negated: boolean;
}

/** List elements as rows of a table in FROM, beside the row that has the list. */
export interface ListElements {
  /** Table of the elements. It has no rows where there is no list. */
  readonly from: string;
  /** Value of an element, compared exactly. NULL for an element that is NULL, or not of the list's kind. */
  readonly value: string;
}

/**
 * SQL for lists in one storage. Elements are compared exactly: case, accents and trailing spaces count under any
 * collation of the column. Every condition, negated or not, is false or NULL where the column is NULL.
 */
export interface ListPhrases {
  /** Writes the condition that a list has the elements, or its negation. An element that is NULL equals none. */
  has(column: ListColumn, question: ListQuestion): string;
  /** Writes the condition that a list has no element, or its negation. An element that is NULL counts as one. */
  empty(column: ListColumn, negated: boolean): string;
  /** Writes the condition that a list of texts has an element that contains a text without a comma, or its negation. */
  hasMatch(column: ListColumn, question: ElementQuestion): string;
  /** Writes the elements as rows. Undefined where the engine cannot. */
  readonly elements?: ((column: ListColumn) => ListElements) | undefined;
}

export interface ListDialect {
  /** Columns of array types. Undefined where the engine has none, or its driver cannot bind for them. */
  readonly array?: ListPhrases;
  /** TypeORM's `simple-array`. */
  readonly delimited: ListPhrases;
}

/**
 * Makes the phrases of an engine that looks for each element in the text of a list, and cannot split it into an array.
 *
 * @param engine compares the text with the empty text exactly, finds an element between the commas of the text, with a
 *   comma added at either end, and writes the elements of a text as rows
 */
export function delimitedLists(engine: {
  readonly empty: (sql: string, sign: '=' | '<>') => string;
  readonly contains: (sql: string, parameter: string) => string;
  readonly elements: (sql: string) => ListElements;
}): ListPhrases {
  return {
    has: ({ sql }, { quantifier, elements, bind, negated }) => {
      const each = elements.map(({ value }) => engine.contains(sql, bind(value)));
      // Between commas, the empty text would have one empty element; as a list it has none.
      return negatedIf(negated, `(${engine.empty(sql, '<>')} AND ${junction(wordOf(quantifier), each)})`);
    },
    empty: ({ sql }, negated) => engine.empty(sql, negated ? '<>' : '='),
    hasMatch: matchInText,
    elements: ({ sql }) => engine.elements(sql),
  };
}

/** Looks for a text without a comma in the whole delimited list. A match always lies within one element. */
export const matchInText: ListPhrases['hasMatch'] = ({ sql }, { matches, negated }) => negatedIf(negated, matches(sql));

export function wordOf(quantifier: ListQuestion['quantifier']): 'AND' | 'OR' {
  return quantifier === 'every' ? 'AND' : 'OR';
}

/** Negates a condition that is NULL only where the column is. */
export function negatedIf(negated: boolean, sql: string): string {
  return negated ? `NOT (${sql})` : sql;
}

/** Path to a value in a JSON document: the column that holds the document, and the keys that lead to the value. */
export interface DocumentPath {
  /** Escaped name of the column, with its alias. */
  readonly sql: string;
  /** Type of the column as its entity declares it: `jsonb`, `simple-json`, `text`. */
  readonly type: unknown;
  /**
   * Object keys from the root of the document; none for the document itself. A key is never a position in a list.
   * MariaDB fails at more than 30 keys, and PostgreSQL at a key with NUL or half a surrogate pair.
   */
  readonly keys: readonly string[];
}

export type WholeKind = Extract<ValueKindName, 'tinyint' | 'smallint' | 'mediumint' | 'integer' | 'bigint'>;

/** Kinds that a path, or list elements at a path, can be declared as: JSON spells them alike on every engine. */
export const documentKinds = [
  ...(['text', 'tinyint', 'smallint', 'mediumint', 'integer', 'bigint', 'decimal'] as const),
  ...(['float', 'boolean', 'date', 'uuid'] as const),
] as const satisfies readonly ValueKindName[];

/** One of {@link documentKinds}. */
export type DocumentKind = (typeof documentKinds)[number];

/** List in a document: the path to it, and the kind of its elements. An element of another JSON type equals nothing. */
export interface DocumentList {
  readonly path: DocumentPath;
  readonly kind: DocumentKind;
}

/**
 * SQL that reads JSON documents. A value that is not of its kind is NULL, and so is every value of a text that is not
 * JSON, so that no expression fails. Keys are constants in the SQL, so that an index on an expression can serve it.
 */
export interface Documents {
  /** Column types whose documents can be read without an error; none where the engine lacks the functions. */
  readonly types: ReadonlySet<unknown>;
  /** Writes the value at a path, of the SQL type that a bound value of the kind is compared with. */
  scalar(path: DocumentPath, kind: DocumentKind): string;
  /** Writes an expression that is NULL where the path leads to nothing, or to JSON null. */
  presence(path: DocumentPath): string;
  /** Writes an expression that is NULL where the path does not lead to a list. */
  listPresence(path: DocumentPath): string;
  /** Writes the condition that a list has elements. Without a list it never holds, negated or not. */
  listHas(list: DocumentList, question: ListQuestion): string;
  /** Writes the condition that a list of texts has an element that matches. Without a list it never holds either. */
  listHasMatch(path: DocumentPath, question: ElementQuestion): string;
  /** Writes the condition that a list is empty, or negated, that it is not. JSON null counts as an element. */
  listEmpty(path: DocumentPath, negated: boolean): string;
  /** Writes the elements of a list as rows. An element of another JSON type than the list's is NULL. */
  listElements(list: DocumentList): ListElements;
  /** Starts reading a document once for conditions on several of its values. Undefined where that is no faster. */
  readonly read?: (document: string) => DocumentReading;
}

/** One reading of a document, which several conditions share. */
export interface DocumentReading {
  /** Writes the value at a path as {@link Documents.scalar} does, or without a kind as {@link Documents.presence}. */
  valueAt(path: DocumentPath, kind: DocumentKind | undefined): string;
  /** Wraps a condition on the written values. The result equals the condition without a shared reading. */
  around(condition: string): string;
}

export type WholeRange = readonly [least: bigint, most: bigint];

/** Makes a table with one entry for each kind of whole number, from its range. */
export function ofWholeKinds<Part>(make: (range: WholeRange, name: WholeKind) => Part): Record<WholeKind, Part> {
  const ofBits = (name: WholeKind, bits: bigint): Part => make([-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n], name);
  return {
    tinyint: ofBits('tinyint', 8n),
    smallint: ofBits('smallint', 16n),
    mediumint: ofBits('mediumint', 24n),
    integer: ofBits('integer', 32n),
    bigint: ofBits('bigint', 64n),
  };
}

/** Largest whole decimal. A decimal in a request can have as many digits before its point. */
export const mostDecimal = '9'.repeat(35);

/** Elements of a list as rows, compared one by one. */
export interface ElementRows extends ListElements {
  /** Writes the operand of a parameter; by default the parameter itself. */
  readonly operand?: ((parameter: string) => string) | undefined;
}

/**
 * Makes the documents of an engine.
 *
 * @param engine its types, values and elements; `atList` writes an expression on the length of the list at a path, NULL
 *   without a list; `contains` writes the condition that a list has elements, where one compares it as a whole
 */
export function documentsOf({
  elements,
  atList,
  contains,
  ...engine
}: Pick<Documents, 'types' | 'scalar' | 'presence' | 'read'> & {
  readonly elements: (list: DocumentList) => ElementRows;
  readonly atList: (path: DocumentPath, write: (length: string) => string) => string;
  readonly contains?: (list: DocumentList, question: ListQuestion) => string | undefined;
}): Documents {
  const listPresence = (path: DocumentPath): string => atList(path, () => '1');
  return {
    ...engine,
    listPresence,
    listHas: (list, question) => {
      const has = contains?.(list, question) ?? elementsHave(elements(list), question);
      return aboutList(has, listPresence(list.path), question.negated);
    },
    listHasMatch: (path, { matches, negated }) => {
      const { from, value } = elements({ path, kind: 'text' });
      const has = `EXISTS (SELECT 1 FROM ${from} WHERE ${matches(value)})`;
      return aboutList(has, listPresence(path), negated);
    },
    listEmpty: (path, negated) => atList(path, (length) => `${length} ${negated ? '>' : '='} 0`),
    listElements: elements,
  };
}

/** Writes the condition that the rows of a list's elements include every element of a question, or at least one. */
function elementsHave(rows: ElementRows, { elements, quantifier, bind }: ListQuestion): string {
  const { from, value: scalar, operand = (parameter: string) => parameter } = rows;
  const operands = elements.map(({ value }) => operand(bind(value)));
  const has = (list: string): string => `EXISTS (SELECT 1 FROM ${from} WHERE ${scalar} IN (${list}))`;
  return junction('AND', quantifier === 'some' ? [has(operands.join(', '))] : operands.map(has));
}

/** Returns a condition about a list, negated if asked. The negation holds only where there is a list. */
export function aboutList(has: string, listPresence: string, negated: boolean): string {
  return negated ? `(${listPresence} IS NOT NULL AND NOT ${has})` : has;
}

/** Column types whose values TypeORM hands on as a driver gives them. */
export interface GivenTypes {
  /** Drivers of the engine that were compared with TypeORM's own reading. Those of a derived row are not among them. */
  readonly drivers: readonly string[];
  readonly types: ReadonlySet<unknown>;
}

/** Types of column that TypeORM has on every engine, and whose values it hands on. */
const everywhere = [String, 'int', 'integer', 'smallint', 'bigint', 'decimal', 'numeric', 'real', 'varchar', 'text'];

/** Makes the member of an engine's row: the types of every engine, and its own. */
export function givenTypes(drivers: readonly string[], ...types: readonly string[]): GivenTypes {
  return { drivers, types: new Set([...everywhere, ...types]) };
}

/** The values of one key, in the order of its columns. */
export type KeyValues = readonly unknown[];

export interface KeyRows {
  readonly from: string;
  /** The number of a key, from 0. */
  readonly place: string;
  /** The columns of the keys; `textOf` reads a column as the text that the keys are, where its type is unknown. */
  readonly columns: readonly {
    readonly sql: string;
    readonly textOf: ((column: string) => string) | undefined;
  }[];
}

/** The names that keys have in a statement: escaped, and of nothing else in it. */
export interface KeyRowsNames {
  readonly table: string;
  readonly place: string;
  readonly columns: readonly string[];
}

/** Keys of rows as a table of the statement, whose text is then the same for any number of them. */
export interface KeyTable {
  /** Place of the query for the first rows of each key: beside the keys, or in the condition that joins them. */
  readonly firstRows: 'lateral' | 'correlated';
  /** Makes the values of the parameters: texts, one for each column of the keys, or one for all. */
  readonly encode: (keys: readonly KeyValues[]) => readonly string[];
  /** Writes the keys, by the parameters that stand for what {@link encode} gives. */
  readonly write: (parameters: readonly string[], columns: readonly DeclaredType[], names: KeyRowsNames) => KeyRows;
  /** Writes the condition that a column of whole numbers is among keys of one column, of a type of its own. */
  readonly among: (column: string, parameter: string, key: DeclaredType) => string;
}

/** Statements that the server keeps for a connection, parsed and perhaps planned, under names that the driver gives. */
export interface NamedStatements {
  /** Codes of errors with a name: its statement has other types, is lost, or is another. */
  readonly errors: ReadonlySet<string>;
}

/** Order of texts by an expression that ORDER BY and comparisons treat alike. */
export interface ExactOrder {
  /** Writes the expression of a text, for ORDER BY and for comparisons. */
  of(sql: string): string;
  /** Writes the same expression of an operand, under the collation of the text. */
  operand(sql: string, parameter: string): string;
}

export type ExactOrderName = 'weights' | 'bytes';

/** Orders for texts that ORDER BY and comparisons treat differently. No index serves them. */
export interface ExactOrders {
  /** Order for texts in documents, which share one collation. Undefined where the text itself is ordered exactly. */
  readonly ofPaths: ExactOrderName | undefined;
  /** Pattern for the names of other collations that need such an order, as JavaScript and REGEXP read it. */
  readonly collations: string;
  /** Statement that lists the columns under such collations, each by its table and its name. */
  readonly columnsQuery: string;
  readonly orders: Readonly<Record<ExactOrderName, ExactOrder>>;
}

/** Order of rows, as far as it differs between engines. */
export interface Ordering {
  /** Place of NULL in an ascending order by default. */
  readonly nullsSortAs: 'smallest' | 'largest';
  /** True where `ORDER BY … NULLS FIRST` is understood. */
  readonly nullsPhrase: boolean;
  /** Writes the expression that orders a column: MySQL orders an ENUM by position, and compares it as text. */
  orderedValue(column: StoredColumn): string;
  /**
   * True where a subquery that depends on the outer row must not be ordered by an expression with a table of its own:
   * MariaDB reads NULL for most rows when that table is `JSON_TABLE`. MIN or MAX is written instead.
   */
  readonly aggregatesExtremes?: boolean;
  /**
   * Greatest declared length of texts and bytes that rows are ordered by as a whole. MySQL orders by the first
   * `max_sort_length` bytes of a value, 1,024 by default, but compares all of it. Undefined where any length is.
   */
  readonly sortedLength?: number;
  /** Orders for texts that ORDER BY and comparisons treat differently. Undefined where they agree on every text. */
  readonly exactOrders?: ExactOrders | undefined;
  /** Columns of this server that need an exact order, as `table.column`. Undefined where it was not asked. */
  readonly inexactColumns?: ReadonlySet<string> | undefined;
  /**
   * True where sorting a whole table by related values is faster by a join with grouped rows than by a subquery for
   * each row. Where conditions leave 1 % of 100,000 rows, the join takes up to 61 times as long (SQLite, PostgreSQL).
   */
  readonly groupsRelated?: boolean;
  /** True where a total by an aggregate of related rows alone is faster by groups: 65 ms, not 184, on PostgreSQL 15. */
  readonly groupsTotals: boolean;
  /** Types of columns without a kind that are ordered by numbers, where `Carrier.carriesUnknown` is not true. */
  readonly orderedAsNumbers?: ReadonlySet<unknown>;
  /**
   * Writes an instant as a number of seconds. MySQL orders TIMESTAMP by the instant but compares it as wall time, which
   * repeats an hour when summer time ends. Undefined where an instant is compared as one.
   */
  secondsOf?(sql: string): string;
  /** Writes the wall time shortly before or after a number of seconds, where an index scan may start. */
  clockNear?(seconds: string, side: 'before' | 'after'): string;
}

/**
 * Server without a TypeORM driver of its own, or reachable without it. It speaks the protocol of another engine but
 * supports different features, and its version text identifies it. No test has run on one, so the module warns at boot.
 */
export interface Server {
  readonly name: string;
  /** The `type` of the data sources that reach it; another row has them, too. */
  readonly drivers: readonly string[];
  /** Pattern of its version, which matches no other server. */
  readonly version: RegExp;
}

/** Setting of a server that the library cannot work under. */
export interface RefusedSetting {
  readonly query: string;
  /** Part of the answer, as JSON, if the setting is the refused one. */
  readonly shows: string;
  readonly reason: string;
}

/**
 * SQL that forces an engine's planner to one way of answering conditions, and the row counts at which another way
 * becomes faster. Measured on 100,000 rows by the grid of test/bench.
 */
export interface PlannerHints {
  /** Writes that a column is among the keys of a subquery, which the engine answers first, as a whole. */
  readonly among: (column: string, keys: string) => string;
  /**
   * Writes that a column is among the keys of several subqueries, which the engine answers first, as a whole.
   *
   * @param union the subqueries, joined by UNION ALL
   * @param alias a name for them, escaped
   */
  readonly amongAny: (column: string, union: string, alias: string) => string;
  /** Writes that a subquery about each row has a row, which the engine answers row by row, in the statement's order. */
  readonly perRow: (subquery: string) => string;
  /**
   * Writes a subquery about each row that reads only a junction table, beside the keys of the related rows, found
   * before. Undefined where the engine finds these keys first by itself.
   */
  readonly farKeysFirst?: (subquery: string) => string;
  /** The same for a to-one relation, by the foreign key in each row. */
  readonly toOne: Pick<PlannerHints, 'among' | 'perRow'>;
  /** Hides a parameter's value from the planner. Undefined where the planner looks at no values, or at all of them. */
  readonly unseen?: (parameter: string) => string;
  /** Writes an expression that is equal in all rows, unknown to the planner. */
  readonly constant: (column: string) => string;
  /**
   * Writes a query in FROM whose rows the planner reads first, whatever the conditions around it are. Undefined where
   * it need not be kept from beginning at a condition, or {@link last} keeps it from that.
   */
  readonly whole?: (query: string) => string;
  /** Writes a condition that the planner does not look rows up by. Undefined where {@link whole} serves. */
  readonly last?: (condition: string) => string;
  /** True where an order begins with {@link constant}, so that no list is scanned to find a few of its rows. */
  readonly sorts: {
    /** For rows whose related keys, of a to-one relation, are found first. */
    readonly byToOne: boolean;
    /** For rows that satisfy a list's own conditions. If these are many, their keys are found first instead. */
    readonly own: boolean;
  };
  /** Greatest number of rows that are "few": finding their keys first is then the best way. */
  readonly few: number;
  /** Greatest number of rows of a list that may be scanned in its order for one page. */
  readonly walk: number;
  /**
   * Least number of rows before a page from which on the page's keys are read first, along an index, and its rows
   * after. Undefined where LIMIT and OFFSET take no parameters.
   */
  readonly deep: number | undefined;
  /** True where many rows are sorted sooner by their keys, and read afterwards, than as a whole. */
  readonly sortsKeysFirst?: true;
  /** Joins two tables so that the rows of the first are read first. Undefined where the planner needs no such help. */
  readonly readFirst?: (first: string, then: string, on: string) => string;
  /** True where a total is counted sooner within the statement of a full page than by a second statement. */
  readonly countsWithin: boolean;
  /** True where an entry of any index ends with the primary key: conditions cost no more when only keys are read. */
  readonly keysInIndexes: boolean;
}

export interface Hinted {
  /** Ways of answering conditions on related rows, to choose from. Undefined where none was measured. */
  readonly hints?: PlannerHints | undefined;
  /** True where a foreign key constraint makes an index. */
  readonly indexesForeignKeys?: boolean;
}

export const usualHints = {
  among: (column, keys) => `${column} IN (${keys})`,
  constant: (column) => `NULLIF(${column}, ${column})`,
  sorts: { byToOne: false, own: false },
  deep: 1_000,
} satisfies Partial<PlannerHints>;

/** Keeps MariaDB and PostgreSQL from turning EXISTS into a join. */
export const existsPerRow: PlannerHints['perRow'] = (subquery) => `COALESCE(EXISTS (${subquery}), FALSE)`;

/** Transaction that only reads: the statements that begin it, and the one that ends it, whether it failed or not. */
export interface Snapshot {
  readonly begin: readonly string[];
  readonly end: string;
}

/** Text column, as the phrases of a dialect use it. */
export interface TextColumn {
  /** Escaped name of the column, with its alias. */
  readonly sql: string;
  /** Collation that the entity declares for it, if any. */
  readonly collation?: string | undefined;
  /** Type of the column in the database: PostgreSQL's `citext` ignores case in every operator of its own. */
  readonly type: string;
}

/** Column whose equal values are grouped. */
export interface SpelledColumn extends StoredColumn, Pick<TextColumn, 'type'> {
  /** True for date-times of microseconds, which are equal where their milliseconds are. */
  readonly hidesDigits: boolean;
}

/** Values that are equal, and may be spelled in several ways, as SQL groups them. */
export interface Spellings {
  /** Expression that is the same for equal values. */
  readonly key: string;
  /** Least spelling of a group, by its characters. Undefined where equal values are spelled alike. */
  readonly least?: string | undefined;
}

export interface TextPhrases {
  /** Writes `$eqi`: equal, case-insensitive. */
  equalIgnoringCase(column: TextColumn, parameter: string): string;
  /** Writes `$eqc`: equal, case-sensitive, under any collation of the column. */
  equalToTheLetter(column: TextColumn, parameter: string): string;
  /**
   * Escape character of LIKE patterns. MySQL's backslash needs no ESCAPE clause, which distributed servers
   * drop on the way to the node that compares. Elsewhere it is `!`, because a server may also read a
   * backslash as an escape in texts.
   */
  readonly likeEscape: '!' | '\\';
  /** Writes a case-insensitive LIKE; the parameter is a pattern with {@link likeEscape} as its escape. */
  likeIgnoringCase(column: TextColumn, parameter: string): string;
  /** Writes a case-sensitive LIKE; the parameter is a pattern in the syntax of {@link sensitivePattern}. */
  likeToTheLetter(column: TextColumn, parameter: string): string;
  /** Syntax of case-sensitive patterns. SQLite's LIKE always ignores the case of ASCII letters; its GLOB never does. */
  readonly sensitivePattern: 'like' | 'glob';
  /** Groups equal values: texts under the collation of a column, and date-times as rows show them. */
  spellings(column: SpelledColumn): Spellings;
}

/**
 * A database engine, described by its differences from the others. Nothing else in the library asks which engine it is:
 * a new engine is a new row in `index.ts`, and each member stands under the fact that explains it.
 */
export interface Dialect extends TextPhrases, Ordering, Hinted {
  /** The name of the engine. MariaDB is `mysql`. */
  readonly name: 'sqlite' | 'postgres' | 'mysql';
  /** The `type` of each TypeORM data source that speaks this dialect, with the proof that the row is right for it. */
  readonly drivers: Readonly<Record<string, Proof>>;
  /** Server that speaks this dialect to the drivers of another row. Undefined where the driver tells the dialect. */
  readonly server?: Server;

  // Columns
  /**
   * Returns the value kind of a type that has a special meaning on this engine, and undefined for any other type. The
   * table of all types is in `values`.
   */
  columnKind?(column: DeclaredType): ValueKindName | undefined;
  /** Kinds that a decorator may declare, by the column type that does not tell: MySQL's `set` is compared as text. */
  readonly declarableKinds?: Readonly<Record<string, readonly ValueKindName[]>>;
  /** Column types whose values need no conversion in entities. Every other value is read by TypeORM's driver. */
  readonly givenTypes?: GivenTypes;
  /** Column types of bytes, whose values a cursor can carry although no request can name one. */
  readonly byteTypes: ReadonlySet<unknown>;
  /** True where a generated column can be NULL whatever its entity says: MariaDB allows no NOT NULL on one. */
  readonly generatedAreNullable?: boolean;
  /** True where each column of text has a character set of its own, which its entity may declare. */
  readonly charsetsOfColumns?: boolean;
  /** Storage engines that enforce foreign keys, in lower case. Left out where the database has one storage engine. */
  readonly foreignKeyEngines?: ReadonlySet<string>;
  /** True where a column also keeps values larger than its type says: in SQLite every whole number has 64 bits. */
  readonly looseSizes: boolean;
  /** Dates and times beyond the range of all engines. */
  readonly calendar: Calendar;
  /** True where a column of numbers can hold NaN and infinity. */
  readonly notFiniteNumbers: boolean;

  // Values on their way to the driver
  /**
   * Form in which whole numbers are handed to the driver. A JavaScript number is not exact beyond 2^53, and TypeORM's
   * SQLite drivers write JavaScript numbers into the statement's text instead of binding them.
   */
  readonly wholeNumbers: 'bigint' | 'text';
  /** Writes a whole number whose digits are bound as text. Undefined where the driver binds a BigInt. */
  readonly wholeNumberOperand?: (digits: string) => string;
  /** The same for floats. SQLite's column affinity reads the text as a number. */
  readonly floats: 'number' | 'text';
  /**
   * True where a list is bound as one parameter, an array, so that lists of any length share a statement. PostgreSQL
   * turns a list of parameters into an array anyway, and reads one parameter faster than five hundred.
   */
  readonly arrays: boolean;
  /** Type of the values of booleans. Where the engine has no such type, true is 1. */
  readonly booleans: 'boolean' | 'integer';
  /**
   * Time zone in which a date-time without one is stored, as TypeORM and the driver write it: SQLite's as UTC text,
   * node-postgres's in the zone of the process, mysql2's in the zone of the connection's `timezone` option.
   */
  readonly wallClock: 'utc' | 'process' | 'connection';
  /**
   * True where date-times are text, as in SQLite. `10:00:00` and `10:00:00.000` are then different values for one
   * instant: TypeORM writes the milliseconds, `datetime('now')` leaves them out.
   */
  readonly dateTimesAreText: boolean;
  /**
   * Writes a bound decimal so that it is compared exactly, because MySQL compares a text with a decimal as floats. With
   * the column's own `scale`, the operand has room for every digit that the column has.
   */
  decimalOperand(parameter: string, scale?: number): string;
  /** Greatest number of digits after the point that {@link decimalOperand} compares. */
  readonly mostDecimals: number;
  /**
   * Writes an expression of the host, such as the query of a virtual column, so that it compares with bound values as a
   * column does. SQLite reads a bound text as a number only beside a numeric column or CAST. PostgreSQL gives it the
   * exact type of the other operand.
   */
  computed(column: StoredColumn): string;
  /** SQL of sums and averages. */
  readonly aggregates: AggregateSql;

  // Cursors
  /** Writes the expression that reads a value exactly, where the driver would round it or make a Date. */
  exactValue(column: StoredColumn): string;
  /** True where the driver reads a FLOAT of single precision with six digits, although the column keeps more. */
  readonly shortensSingles?: true;
  /** Codec of the values of sort keys in cursors. */
  readonly carrier: Carrier;
  /** Reads bytes as hexadecimal digits. */
  bytesAsText(sql: string): string;

  // Statements and plans
  /** True where an outer join needs FOR UPDATE to name its tables: the nullable side cannot be locked. */
  readonly locksByTable: boolean;
  /** True where the engine has DISTINCT ON. TypeORM silently leaves it out for the others. */
  readonly distinctOn: boolean;
  /** True where `(a, b) < (x, y)` is answered from an index; MariaDB and TiDB read far more than they need. */
  readonly rowComparison: boolean;
  /**
   * True where `tenant = 3 AND score < 9 ORDER BY score DESC` looks up `tenant = 3` in an index of both columns and
   * reads all of its rows up to the ninth. MariaDB prefers this to a range scan, under any LIMIT.
   */
  readonly readsUpToCursor?: boolean;
  /**
   * Number of tables in subqueries that the planner may turn into joins. Undefined where the planner has a limit of its
   * own. MariaDB weighs every order of the joined tables: eight conditions on tags, which are 17 tables, kept it busy
   * for more than twenty seconds over eight rows.
   */
  readonly mostJoinedTables?: number;
  /** Keys of rows as a table of the statement. Without it, each key is a parameter of its own. */
  readonly keyTable?: KeyTable | undefined;
  /**
   * True where the first related rows of each key are found by a union with a branch for each: MariaDB has no LATERAL,
   * and numbering them reads all rows of every key. Elsewhere, without a {@link keyTable}, they are numbered.
   */
  readonly limitsInBranches?: boolean | undefined;
  /** Estimate of a row count by the planner. Undefined where no program can read one. */
  readonly estimate?: RowEstimate | undefined;
  /** Indexes that the engine can have, and the catalogue of those it has, for programmers. */
  readonly indexes: IndexDialect;
  /** The database's own plan of a statement, for programmers. */
  readonly plans: StatementPlan;
  /** Server setting under which the row is wrong, or values cannot be bound safely. */
  readonly refusedSetting?: RefusedSetting | undefined;
  /** Read-only transaction. Undefined for a driver of a single connection: it would block all other statements. */
  readonly snapshot?: Snapshot | undefined;
  /** Named statements. Undefined where the driver has none, where they gain nothing, and where no test has run. */
  readonly namedStatements?: NamedStatements | undefined;

  // Lists and documents
  /** SQL for lists in columns other than documents, by storage. */
  readonly lists: ListDialect;
  /** SQL that reads JSON documents. */
  readonly documents: Documents;
}

/** Proof that a row is right for a driver: tests run on it, or only documentation was read, which boot warns of. */
export type Proof = 'run' | 'documents';

/** Dates of years with four digits, in our era. */
export const plainCalendar = {
  lastYear: { date: 9_999, datetime: 9_999 },
  yearsBeforeChrist: 0,
  hasInfinity: false,
} satisfies Partial<Calendar>;

export const usual = {
  wholeNumbers: 'bigint',
  floats: 'text',
  arrays: false,
  booleans: 'integer',
  dateTimesAreText: false,
  nullsSortAs: 'smallest',
  nullsPhrase: true,
  groupsTotals: true,
  looseSizes: false,
  notFiniteNumbers: false,
  mostDecimals: 30,
  locksByTable: false,
  distinctOn: false,
  rowComparison: false,
  likeEscape: '!',
  sensitivePattern: 'like',
  decimalOperand: (parameter) => parameter,
  orderedValue: ({ sql }) => sql,
  computed: ({ sql }) => sql,
} satisfies Partial<Dialect>;
