import { type ViewKind, keyOf } from '../../schema/index.js';
import type { AggregateRequest } from '../aggregates.js';
import type { FacetRequest } from '../facets.js';
import type { DeletedMode } from '../selection.js';
import type { Slice } from '../slice.js';
import { type Printed, emptyObject } from './print-places.js';
import type { SortTerm } from '../sort.js';

/** A whole request in canonical form. Parameters that the client did not send are left out. */
export interface PrintedQuery {
  /** The conditions, each with its operator. */
  filters?: Printed;
  /** The sort keys as texts: `title:asc`, `author.name:desc:nullsLast`. */
  sort?: readonly string[];
  /** The slice, with all numbers as texts. */
  pagination?: Readonly<Record<string, string>>;
  /** The words of the search. */
  search?: string;
  /** The facets by name, each with its options, or `'true'`. */
  facets?: Printed;
  /** The aggregates of the list, as the functions of each field. */
  aggregates?: Printed;
  /** Names of the fields in the answer. */
  fields?: readonly string[];
  /** The populated relations by name, each with the options that the client itself named, or `'true'`. */
  populate?: Printed;
  /** The soft-deleted rows that are in the list: `with` or `only`. */
  deleted?: DeletedMode;
}

/** Prints a sort key as a text, in the names of a kind of view. */
export function printSort({ target, direction, nulls }: SortTerm, kind: ViewKind): string {
  const placement = nulls === undefined ? '' : nulls === 'first' ? ':nullsFirst' : ':nullsLast';
  return `${keyOf(kind, target)}:${direction}${placement}`;
}

/** Prints a slice, with all numbers as texts. */
export function printSlice(slice: Slice): Readonly<Record<string, string>> {
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

/** Prints facets by their present names, each with the options that the client itself named, or `'true'`. */
export function printFacets(facets: readonly FacetRequest[], kind: ViewKind): Printed {
  const printed = emptyObject();
  for (const { facet, limit, search } of facets) {
    const options = emptyObject();
    if (limit !== undefined) options['limit'] = String(limit);
    if (search !== undefined) options['search'] = search;
    printed[keyOf(kind, facet)] = Object.keys(options).length === 0 ? 'true' : options;
  }
  return printed;
}

/** Prints aggregates as the functions of each field, by its present name. */
export function printAggregates(aggregates: readonly AggregateRequest[], kind: ViewKind): Printed {
  const functions = new Map<string, string[]>();
  for (const { aggregate, function: row } of aggregates) {
    const name = keyOf(kind, aggregate);
    functions.set(name, [...(functions.get(name) ?? []), row.name]);
  }
  const printed = emptyObject();
  for (const [name, names] of functions) printed[name] = names;
  return printed;
}
