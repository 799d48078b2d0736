/** Use of a field or a relation that an index serves. */
export type IndexUseName =
  'filter' | 'sort' | 'order' | 'search' | 'list' | 'path' | 'relation' | 'populate' | 'aggregate' | 'facet';

/** An index that the declared lists want, and the database lacks. */
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

/** An index without which the database finds the same rows as fast. */
export interface RedundantIndex {
  /** Table of the index. */
  readonly table: string;
  /** Name of the index. */
  readonly index: string;
  /** The index that does its work. */
  readonly coveredBy: string;
  /** `duplicate`: both have the same keys. `prefix`: the other begins with its keys. */
  readonly why: 'duplicate' | 'prefix';
  /** Statement that drops it. */
  readonly ddl: string;
}

/** The indexes that the declared lists want, beside those that the database has. */
export interface IndexAdvice {
  /** Indexes to make, the one that saves most first. */
  readonly missing: readonly MissingIndex[];
  /** Uses that no index of the engine serves. */
  readonly unindexable: readonly Unindexable[];
  /** Indexes that cost writes, and save no read. */
  readonly redundant: readonly RedundantIndex[];
  /** The price of an index. */
  readonly note: string;
}
