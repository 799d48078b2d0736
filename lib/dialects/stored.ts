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
