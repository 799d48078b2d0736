/** Sends a statement, and returns its rows. */
export type Ask = (sql: string, parameters?: readonly unknown[]) => Promise<readonly CatalogueRow[]>;

/** A row of a catalogue, by the names that its statement selects. */
export type CatalogueRow = Readonly<Record<string, unknown>>;

/** A table as the catalogue is asked about it. */
export interface CataloguedTable {
  /** Escaped name, with its schema. */
  readonly sql: string;
  /** Name without its schema or database. */
  readonly name: string;
  /** Schema or database of the name. Undefined for the connection's own. */
  readonly schema: string | undefined;
}

/** One key of an index. */
export interface IndexKey {
  /** Name of the column. Undefined for an expression. */
  readonly column: string | undefined;
  /** The expression in the database's own words. Undefined for a column. */
  readonly expression: string | undefined;
  readonly isDescending: boolean;
  /** Operator class that is not the type's usual one: `gin_trgm_ops`. */
  readonly operatorClass: string | undefined;
  /** Collation of the key, where that is known and is not the column's own. */
  readonly collation: string | undefined;
  /** True where only the beginning of each value is in the index. */
  readonly isPrefix: boolean;
}

/** An index of the database. */
export interface CatalogueIndex {
  readonly name: string;
  readonly method: string;
  readonly isUnique: boolean;
  /** True for the index of a constraint, which cannot be dropped by itself. */
  readonly isOfConstraint: boolean;
  /** True where it holds all rows, and the database uses it. */
  readonly isComplete: boolean;
  readonly keys: readonly IndexKey[];
}

/** Indexes of a table, and expressions over it in the database's own words. */
export interface TableIndexes {
  readonly indexes: readonly CatalogueIndex[];
  /** The database's own words for each expression that was asked about. */
  readonly expressions: ReadonlyMap<string, string>;
}

/** An index that serves the elements of a list, or the reason why there is none. */
export type ListIndex =
  { readonly sql: string; readonly operatorClass?: string | undefined } | { readonly reason: string };

/** A list, as far as its index depends on it. */
export interface IndexedList {
  readonly storage: 'array' | 'delimited' | 'document';
  /** Escaped name of the column. */
  readonly column: string;
  /** Type of the column as its entity declares it. */
  readonly type: unknown;
  readonly collation: string | undefined;
  /** True where equal elements are equal JSON. */
  readonly isPlain: boolean;
}

/** A text column that a search looks in. */
export interface SearchedColumn {
  /** Escaped name. */
  readonly sql: string;
  readonly collation: string | undefined;
  readonly type: unknown;
}

/** Form of a column in an index: an expression, or the column under another collation, with the text of the key. */
export interface SearchedKey {
  readonly sql: string;
  readonly isExpression: boolean;
  readonly collation?: string | undefined;
  readonly written?: string | undefined;
}

/** Indexes of an engine: what it can have, and what it has. */
export interface IndexDialect {
  /**
   * Reads the indexes of a table. Undefined where there is no such table, or it may not be seen.
   *
   * @param expressions expressions over the columns of the table, without an alias
   */
  indexesOf(table: CataloguedTable, expressions: readonly string[], ask: Ask): Promise<TableIndexes | undefined>;
  /** Reason why an expression has no index. Undefined where it can have one. */
  readonly noExpressions?: string | undefined;
  /** The index that serves the elements of a list. */
  listIndex(list: IndexedList): ListIndex;
  /** Operator class by which an index finds a text within others. Undefined where there is none. */
  readonly substrings?: { readonly operatorClass: string; readonly extension: string } | undefined;
  /** Form of a text column that a search compares, as an index must have it. Undefined for the column itself. */
  readonly searched?: (column: SearchedColumn) => SearchedKey | undefined;
  /** Reads the schema of an extension. Undefined where it is not there. */
  readonly schemaOf?: ((extension: string, ask: Ask) => Promise<string | undefined>) | undefined;
  /** Writes the key of a column of long texts, where an index takes no whole ones. */
  readonly prefixOf?: ((column: string, type: unknown) => string | undefined) | undefined;
  /** Writes `USING` and the method, where the engine has several. */
  method(name: 'btree' | 'gin'): string;
  /** Writes the statement that drops an index. */
  drop(index: string, table: string, schema: string | undefined): string;
}
