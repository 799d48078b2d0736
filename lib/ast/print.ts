import { type ViewKind, keyOf } from '../schema/index.js';
import type { Condition } from './condition.js';
import { printObject } from './print-condition.js';
import { withoutRepetition } from './repetition.js';
import type { Slice } from './slice.js';
import type { Printed } from './slots.js';
import type { SortTerm } from './sort.js';

/** A whole request in canonical form; the parameters that the client did not send are left out. */
export interface PrintedQuery {
  filters?: Printed;
  sort?: readonly string[];
  pagination?: Readonly<Record<string, string>>;
}

/** The parts of a plan that came from the client. */
interface ClientParts {
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[];
  readonly slice: Slice | undefined;
  /** The kind of view decides by which names sort keys are printed. */
  readonly view: { readonly kind: ViewKind };
}

/** Prints the client's part of a request: equal requests give equal objects, and parsing one gives an equal request. */
export function printQuery({ filters, sort, slice, view }: ClientParts): PrintedQuery {
  return {
    ...(filters === undefined ? {} : { filters: printObject(withoutRepetition(filters)) }),
    ...(sort.length === 0 ? {} : { sort: sort.map((term) => printSort(term, view.kind)) }),
    ...(slice === undefined ? {} : { pagination: printSlice(slice) }),
  };
}

function printSort({ target, direction, nulls }: SortTerm, kind: ViewKind): string {
  const placement = nulls === undefined ? '' : nulls === 'first' ? ':nullsFirst' : ':nullsLast';
  return `${keyOf(kind, target)}:${direction}${placement}`;
}

function printSlice(slice: Slice): Readonly<Record<string, string>> {
  const count: Record<string, string> = slice.withCount === undefined ? {} : { withCount: String(slice.withCount) };
  switch (slice.type) {
    case 'page':
      return { page: String(slice.page), pageSize: String(slice.pageSize), ...count };
    case 'offset':
      return { start: String(slice.start), limit: String(slice.limit), ...count };
    case 'cursor':
      return { [slice.direction]: slice.cursor, pageSize: String(slice.pageSize), ...count };
  }
}
