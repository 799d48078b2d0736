import { type FieldSchema, type RelationSchema, isWithinPath } from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import type { Comparison, Condition } from './condition.js';
import type { FacetRequest } from './facets.js';
import type { Search } from './search.js';
import type { Slice } from './slice.js';
import type { SortTerm } from './sort.js';
import { conjunctsOf } from './traverse.js';

/** One condition on a field, as a handler may look at it. */
export interface AskedCondition {
  /** The operator: `$eq`. */
  readonly operator: string;
  /** The value as a property has it; a list of them for an operator of lists, and true for `$null` and `$notNull`. */
  readonly value: unknown;
}

/** The page that a client asked for, in the words of `pagination`. */
export type AskedPagination = AskedCount &
  (
    | (AskedSize & {
        /** The number of the page, from 1. */
        readonly page: number;
      })
    | {
        /** The number of rows to skip. */
        readonly start: number;
        /** The number of rows. */
        readonly limit: number;
      }
    | (AskedSize & {
        /** The cursor to read after. */
        readonly after: string;
      })
    | (AskedSize & {
        /** The cursor to read before. */
        readonly before: string;
      })
  );

interface AskedCount {
  /** True or false where the client says whether to count. */
  readonly withCount?: boolean;
}

interface AskedSize {
  /** The number of rows on a page. */
  readonly pageSize: number;
}

/** The parts of a plan that can ask for paths. */
interface Asked {
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[];
  readonly search: Search | undefined;
  readonly facets: readonly FacetRequest[];
}

/** Returns true where the client's part of a request names a path, or one below it. */
export function usesPath({ filters, sort, search, facets }: Asked, path: string): boolean {
  const isBelow = (found: string): boolean => isWithinPath(found, path);
  const isAt = (hops: readonly RelationSchema[], field: FieldSchema | 'count'): boolean =>
    isBelow(joined([...hops, ...(field === 'count' ? [] : [field])]));
  if (filters !== undefined && namesPath(filters, '', isBelow)) return true;
  if (search !== undefined && namesPath(search.condition, '', isBelow)) return true;
  return (
    sort.some(({ target }) => isAt(target.hops, target.field)) ||
    facets.some(({ facet }) => isAt(facet.hops, facet.field))
  );
}

function namesPath(condition: Condition, prefix: string, isBelow: (path: string) => boolean): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.some((part) => namesPath(part, prefix, isBelow));
    case 'not':
      return namesPath(condition.condition, prefix, isBelow);
    case 'comparison':
      return isBelow(prefix + condition.field.propertyPath);
    case 'named':
      // The client has named the filter alone, and nothing of what it stands for.
      return namesPath(condition.said, prefix, isBelow);
    case 'related':
    case 'relatedCount': {
      const path = prefix + condition.relation.propertyPath;
      return isBelow(path) || (condition.where !== undefined && namesPath(condition.where, `${path}.`, isBelow));
    }
  }
}

function joined(members: readonly { readonly propertyPath: string }[]): string {
  return members.map(({ propertyPath }) => propertyPath).join('.');
}

/** Returns the conditions on a field that every row must satisfy. Conditions on related rows count. */
export function conditionsOn(filters: Condition | undefined, path: string): readonly AskedCondition[] {
  return filters === undefined ? [] : conjunctsOf(filters).flatMap((each) => conditionsIn(each, path));
}

function conditionsIn(condition: Condition, path: string): readonly AskedCondition[] {
  if (condition.type === 'named') return conditionsIn(condition.said, path);
  if (condition.type === 'comparison') return condition.field.propertyPath === path ? [askedOf(condition)] : [];
  if (condition.type !== 'related' || condition.quantifier !== 'some' || condition.where === undefined) return [];
  const { propertyPath } = condition.relation;
  return path.startsWith(`${propertyPath}.`) ? conditionsOn(condition.where, path.slice(propertyPath.length + 1)) : [];
}

function askedOf({ field, operator: { token, takes }, values }: Comparison): AskedCondition {
  const all = values.map((value) => givenValue(value, field));
  if (takes === 'list' || takes === 'pair') return { operator: token, value: all };
  return { operator: token, value: all.length === 0 ? true : all[0] };
}

/** Returns a value as a property has it; a whole day, or a relative date that is days, as its text. */
export function givenValue(value: FilterValue, { expression }: FieldSchema): unknown {
  if (typeof value === 'object' && value.type !== 'instant') return expression.kind.print(value);
  return expression.kind.toProperty(value);
}

/** Returns the page that a client asked for, in the words of `pagination`. */
export function askedPagination(slice: Slice): AskedPagination {
  const count = slice.withCount === undefined ? {} : { withCount: slice.withCount };
  if (slice.type === 'page') return { page: slice.page, pageSize: slice.pageSize, ...count };
  if (slice.type === 'offset') return { start: slice.start, limit: slice.limit, ...count };
  const { direction, cursor, pageSize } = slice;
  return direction === 'after' ? { after: cursor, pageSize, ...count } : { before: cursor, pageSize, ...count };
}
