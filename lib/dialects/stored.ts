/**
 * Ways in which a database keeps a value, as far as reading it exactly and comparing it depend on that. A kind of value names
 * one of them, and the dialects decide by it: a new kind that is kept as another is needs no line in any dialect.
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

/** Column, or an expression that gives the values of one, as the database keeps it. */
export interface StoredColumn {
  /** Escaped SQL, with an alias where it is a column. */
  readonly sql: string;
  readonly storedAs: StoredAs;
}

/** Type of a column as its entity declares it. TypeORM's ColumnMetadata has all of it. */
export interface DeclaredType {
  /** Name of TypeORM's list, or the constructor that TypeORM reports where a column is declared without a type. */
  readonly type: unknown;
  /** MySQL's display width; TypeORM has it before 1.0. */
  readonly width?: number | undefined;
  readonly precision?: number | null | undefined;
  readonly scale?: number | null | undefined;
}

/** Dates and times that the columns of an engine keep beyond those that requests can name. Cursors carry them. */
export interface Calendar {
  /** Last year of each type. Where it has more than four digits, the engine prints years of as many as they need. */
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
