import type { IndexUseName } from '../contract/index.js';
import type { Table } from '../schema/index.js';

/** One key of a wanted index. */
export interface WantedKey {
  /** Column, escaped, or an expression over columns without an alias. */
  readonly sql: string;
  readonly isExpression: boolean;
  readonly isDescending?: boolean | undefined;
  /** Operator class, and the extension that has it. */
  readonly operatorClass?: string | undefined;
  readonly extension?: string | undefined;
  /** The key as a statement has it, where that is more than the column: `notes(191)`. */
  readonly written?: string | undefined;
  /** Collation of the key. Undefined for the usual one. */
  readonly collation?: string | undefined;
}

/** Something that a client may ask for, and an index serves. */
export interface Use {
  readonly name: IndexUseName;
  /** The path in the program: `author.name`. */
  readonly path: string;
}

/** Weights of uses: what reads a table for each of many rows comes before what reads it once. */
export const ranks = { links: 0, values: 1, orders: 2, parts: 3, substrings: 4, fewValues: 5 } as const;

/** An index that a declared list wants. */
export interface Want {
  readonly entity: string;
  readonly table: Table;
  readonly method: 'btree' | 'gin';
  readonly keys: readonly WantedKey[];
  /** Number of the first keys whose order among themselves does not matter, because each is compared with one value. */
  readonly inAnyOrder: number;
  readonly uses: readonly Use[];
  readonly rank: number;
  readonly note?: string | undefined;
}

/** A use that no index of the engine serves. */
export interface NoIndex {
  readonly entity: string;
  readonly use: Use;
  readonly reason: string;
}

/** The wants of a list, and its uses that have no index. */
export interface Wants {
  readonly wants: readonly Want[];
  readonly none: readonly NoIndex[];
}

/** Puts wants and uses without an index together. */
export function together(parts: readonly Wants[]): Wants {
  return { wants: parts.flatMap(({ wants }) => wants), none: parts.flatMap(({ none }) => none) };
}

/** Wants nothing. */
export const nothing: Wants = { wants: [], none: [] };

/** Makes the wants of one index. */
export function wanting(want: Want): Wants {
  return { wants: [want], none: [] };
}

/** Says that an index serves no use. */
export function without(none: NoIndex): Wants {
  return { wants: [], none: [none] };
}
