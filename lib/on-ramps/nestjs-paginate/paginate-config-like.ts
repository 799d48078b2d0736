/** A `PaginateConfig` of nestjs-paginate, as far as it says what clients may ask for. */
export interface PaginateConfigLike {
  /** The columns that clients may sort by. */
  readonly sortableColumns?: readonly string[];
  /** The columns that `search` looks in. */
  readonly searchableColumns?: readonly string[];
  /** The columns that clients may filter by, each with its operators, or `true` for all. */
  readonly filterableColumns?: Readonly<Record<string, true | readonly string[] | undefined>>;
  /** The columns of an answer. */
  readonly select?: readonly string[];
  /** The order where a client names none. By default, the first of `sortableColumns`, ascending. */
  readonly defaultSortBy?: readonly (readonly [column: string | readonly string[], direction: string])[];
  /** The rows of a page where a client names no number. */
  readonly defaultLimit?: number;
  /** The most rows that a client may ask for; -1 for any number. */
  readonly maxLimit?: number;
  /** True where a client may ask for deleted rows. */
  readonly allowWithDeletedInQuery?: boolean;
  /** True where `searchBy` of a client is ignored. */
  readonly ignoreSearchByInQueryParam?: boolean;
  /** True where `select` of a client is ignored. */
  readonly ignoreSelectInQueryParam?: boolean;
  /** True where a search looks for each word by itself. */
  readonly multiWordSearch?: boolean;
  /** True where links are written without the origin. */
  readonly relativePath?: boolean;
  /** The origin of links. */
  readonly origin?: string;
  /** The conditions that every answer meets. */
  readonly where?: unknown;
  /** True where every answer has deleted rows. */
  readonly withDeleted?: boolean;
  /** The relations that are loaded with every row. */
  readonly relations?: unknown;
  /** True where eager relations are loaded with every row. */
  readonly loadEagerRelations?: boolean;
  /** The join of every relation. */
  readonly defaultJoinMethod?: string;
  /** The joins of single relations. */
  readonly joinMethods?: Readonly<Record<string, string | undefined>>;
  /** The place of NULL in an order: `first` or `last`. */
  readonly nullSort?: string;
  /** The way in which pages are read. `cursor` has pages without numbers. */
  readonly paginationType?: string;
  /** Makes the builder that counts. */
  readonly buildCountQuery?: unknown;
  /** The most parts of one expression. */
  readonly filterExpressionMaxComplexity?: number;
}
