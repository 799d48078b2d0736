/** Use of a field or a relation that an index serves. */
export type IndexUseName =
  'filter' | 'sort' | 'order' | 'search' | 'list' | 'path' | 'relation' | 'populate' | 'aggregate' | 'facet';

/** An index that the declared lists need and the database lacks. */
export interface MissingIndex {
  /** The entity, or the two entities of a junction table. */
  readonly entity: string;
  /** Table to make it on, with its schema where it has one. */
  readonly table: string;
  /** The uses that it serves: `filter author.name`. `order isOpen, rank` is the order of the rows of one `isOpen`. */
  readonly serves: readonly string[];
  /** Statements that make it, in their order. */
  readonly ddl: readonly string[];
  /** What to know before it is made. Undefined where there is nothing. */
  readonly note?: string | undefined;
}

/** A use that no index of the engine can serve, and the reason. */
export interface Unindexable {
  /** The entity that declares the use. */
  readonly entity: string;
  /** The use, with the path of its field: `search name`. */
  readonly use: string;
  /** The reason why no index serves it. */
  readonly reason: string;
}

/** The indexes that the declared lists need and the database lacks. */
export interface IndexAdvice {
  /** Indexes to make, the one that saves most first. */
  readonly missing: readonly MissingIndex[];
  /** Uses that no index of the engine serves. */
  readonly unindexable: readonly Unindexable[];
  /** One sentence about the cost of an index. */
  readonly note: string;
}

/** Part of a page that a statement is for. */
export type StatementPurpose =
  /** A question to the database, by whose answer the way is chosen; also a walk that did not fill the page. */
  | 'question'
  /** The rows. A builder whose joins multiply rows takes two statements. */
  | 'page'
  | 'total'
  | 'populate'
  | 'aggregates'
  | 'facets';

/** One statement of a page. */
export interface ExplainedStatement {
  /** The part of the answer that it reads. */
  readonly for: StatementPurpose;
  /** The relation that is populated, or the facets that are counted. Undefined for other statements. */
  readonly of?: string | undefined;
  /** The text, as `page()` sends it. */
  readonly sql: string;
  /** The values of its parameters, in their order. They are the client's and the scopes': show them to nobody else. */
  readonly parameters: readonly unknown[];
  /** The paths in the request that no index of the database serves: `author.name`. */
  readonly unserved: readonly string[];
  /**
   * The database's own plan, where it was asked for: the document of `EXPLAIN (FORMAT JSON)` on PostgreSQL and of
   * `EXPLAIN FORMAT=JSON` on MariaDB (its text, where a quote or a tab in a value makes it no JSON), the rows of
   * `EXPLAIN QUERY PLAN` on SQLite.
   */
  readonly plan?: unknown;
}

/** Reading of a page, as it was decided before its rows were read. */
export interface ExplainedReading {
  /** `keys first`: a subquery finds the keys of the page, and only their rows are read. */
  readonly window: 'inline' | 'keys first';
  /** `in two`: a first statement finds the keys of distinct rows, a second one loads their entities. */
  readonly rows: 'at once' | 'in two';
  /** `within`: by the statement of the rows. `after`: by another one, unless the page shows the end of the list. */
  readonly total: 'none' | 'within' | 'after';
  /** The place in the list where the rows begin. */
  readonly from: 'an end of the list' | 'a number of rows' | 'a position';
}

/** The statements of a page, and the reason for them, for a developer: never answer it to a client. */
export interface Explanation {
  /** The statements in the order in which they were sent. */
  readonly statements: readonly ExplainedStatement[];
  /** The way in which the page is read; docs/strategies.md describes each. */
  readonly way: 'usual' | 'keys' | 'own' | 'walk' | 'union';
  /** The steps to that way, as the log has them: `labels: many`, `walk, short`. */
  readonly why: readonly string[];
  /** Undefined for a list that is answered whole, chunk by chunk. */
  readonly reading: ExplainedReading | undefined;
  /**
   * Indexes that would serve the request and that the database lacks, the one that saves most first. Each begins with
   * the columns that the request compares with one value, followed by its order.
   */
  readonly missing: readonly MissingIndex[];
}
