/** The options of `@Crud()`, as far as they say what clients may ask for, or which rows they find. */
export interface CrudOptionsLike {
  /** The options of its queries. */
  readonly query?: {
    /** The columns that clients may use. */
    readonly allow?: readonly string[];
    /** The columns that they may not use. */
    readonly exclude?: readonly string[];
    /** The relations that they may load, by name. */
    readonly join?: Readonly<Record<string, CrudJoin | undefined>>;
    /** The order where a client names none. */
    readonly sort?: readonly CrudSort[];
    /** The rows of a page where a client names no number. */
    readonly limit?: number;
    /** The most rows that a client may ask for. */
    readonly maxLimit?: number;
    /** True where every answer is a page. */
    readonly alwaysPaginate?: boolean;
    /** True where clients may ask for deleted rows. */
    readonly softDelete?: boolean;
    /** The conditions that every answer meets. */
    readonly filter?: unknown;
    /** The columns that are always answered. */
    readonly persist?: readonly string[];
    /** The time for which answers are kept. */
    readonly cache?: number | false;
  };
  /** The parameters of routes, which narrow lists. */
  readonly params?: Readonly<Record<string, CrudParam | undefined>>;
  /** Operators of the application. */
  readonly operators?: {
    /** The operators, by their names. */
    readonly custom?: unknown;
  };
  /** The classes that answers are made of. */
  readonly serialize?: unknown;
}

/** The options of a join. */
export interface CrudJoin {
  /** True where the relation is loaded with every row. */
  readonly eager?: boolean;
  /** The columns of the relation that clients may use. */
  readonly allow?: readonly string[];
  /** The columns of the relation that they may not use. */
  readonly exclude?: readonly string[];
  /** True where rows without a related one are not found. */
  readonly required?: boolean;
}

interface CrudParam {
  /** The column that the parameter is compared with. */
  readonly field?: string;
  /** True where it names one row, which no list is. */
  readonly primary?: boolean;
  /** True where it narrows nothing. */
  readonly disabled?: boolean;
}

interface CrudSort {
  /** The column. */
  readonly field: string;
  /** `ASC` or `DESC`. */
  readonly order: string;
}
