import fc from 'fast-check';
import { toQueryString } from 'nestjs-filterable/client';
import { filtersOf } from './filters.js';
import { type Handler, type RootName, handlersOf } from './handlers.js';
import { withinLimits } from './limits.js';
import { rootEntity } from './expected-model.js';
import { type ListStyle, parametersOf, queryStringOf } from './printing.js';
import type { Conditions } from './tree.js';

/** A request, and the handler it is sent to. */
export interface Request {
  readonly root: RootName;
  readonly filters: Conditions;
  /** Printer: the library's, or the one of these tests, which takes turns with the ways of writing a list. */
  readonly lists: 'by the library' | readonly ListStyle[];
  readonly handler: Handler;
}

const listStyles = fc.array(fc.constantFrom<ListStyle>('indexes', 'brackets', 'repeated'), {
  minLength: 7,
  maxLength: 7,
});

/**
 * Some are negated as a whole: so many conditions hold for no row at all, and those then find many. Some are as large
 * as the limits allow.
 */
function filtersFor(root: RootName): fc.Arbitrary<Conditions> {
  const inner = filtersOf(root, { around: 1 });
  return fc.oneof(
    { weight: 20, arbitrary: filtersOf(root) },
    { weight: 8, arbitrary: inner.map(($not) => ({ $not })) },
    { weight: 1, arbitrary: largest(root, inner) },
  );
}

function largest(root: RootName, inner: fc.Arbitrary<Conditions>): fc.Arbitrary<Conditions> {
  return fc
    .array(inner, { minLength: 12, maxLength: 24, size: 'max' })
    .map(($or) => withinLimits(rootEntity(root), { $or }))
    .filter((filters) => filters !== undefined);
}

/** Requests for rows of some entities: mostly of the first, from which every kind of field can be reached. */
export function requestsFor(first: RootName, ...others: readonly RootName[]): fc.Arbitrary<Request> {
  const other = others.map((root) => ({ weight: 1, arbitrary: fc.constant(root) }));
  return fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, ...other).chain((root) =>
    fc.record({
      root: fc.constant(root),
      filters: filtersFor(root),
      lists: fc.oneof<fc.Arbitrary<Request['lists']>[]>(fc.constant('by the library'), listStyles),
      handler: fc.constantFrom(...handlersOf(root)),
    }),
  );
}

export function print({ filters, lists }: Pick<Request, 'filters' | 'lists'>): string {
  if (lists === 'by the library') return toQueryString({ filters });
  let count = 0;
  return queryStringOf(parametersOf(filters, () => lists[(count += 1) % lists.length] ?? 'indexes'));
}
