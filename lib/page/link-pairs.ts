import { FilterQuery, type QueryPlan, type Slice, printSlice } from '../ast/index.js';
import { type FlatRules, decode, flatNameIn, pairAsSent, parameterOf, printQueryString } from '../wire/index.js';

/** Makes the parameters of the URL of a slice. Returns undefined where the list has no name for it. */
export type PairsOf = (slice: Slice) => readonly string[] | undefined;

/**
 * Returns the maker of a link's parameters: the host's as received, and the query in canonical form, whatever spelling
 * an on-ramp has read. Where the list has flat names, the request is repeated as it was sent, and the slice has flat
 * names, too.
 *
 * @param query the query string of the request
 */
export function pairsOf(plan: QueryPlan, query: string): PairsOf {
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (plan.flat === 'closed') return () => undefined;
  if (plan.flat !== undefined) return flatPairs(plan, plan.flat, pairs);
  const isRead = (pair: string) =>
    parameterOf(keyOf(pair), plan.params) !== undefined || plan.isForeign?.(pairAsSent(pair)) === true;
  const host = pairs.filter((pair) => !isRead(pair));
  return (slice) => [...host, new FilterQuery({ ...plan, slice }).toString()];
}

function flatPairs(plan: QueryPlan, flat: FlatRules, pairs: readonly string[]): PairsOf {
  const { params } = plan;
  const isBracketed = pairs.some((pair) => parameterOf(keyOf(pair), params) === 'pagination');
  const kept = pairs.filter((pair) => !isOfPages(keyOf(pair), plan, flat)).map((pair) => presentPair(pair, flat));
  return (slice) => {
    const own: string[] = [];
    const rest: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(printSlice(slice))) {
      const name = plan.sent?.at(`/${params.pagination}/${key}`) ?? (isBracketed ? undefined : firstName(key, flat));
      if (name !== undefined) own.push(`${name}=${encodeURIComponent(String(value))}`);
      else if (!flat.closed.has('pagination')) rest[key] = value;
      else if (!omissible.has(key)) return undefined;
    }
    const bracketed = Object.keys(rest).length === 0 ? [] : [printQueryString({ pagination: rest }, params)];
    return [...kept, ...own, ...bracketed];
  };
}

/** Writes a pair by the present name of what it asks for. */
function presentPair(pair: string, { former }: FlatRules): string {
  for (const [name, present] of former) {
    if (pair.startsWith(name) && !/^[\w-]/.test(pair.slice(name.length))) return present + pair.slice(name.length);
  }
  return pair;
}

/** Parts of a slice that a request without a name for them cannot have changed. */
const omissible: ReadonlySet<string> = new Set(['pageSize', 'limit', 'withCount']);

function isOfPages(key: string, { params }: QueryPlan, flat: FlatRules): boolean {
  const name = flatNameIn(key, flat);
  if (name !== undefined) return flat.targets.get(name)?.parameter === 'pagination';
  return parameterOf(key, params) === 'pagination';
}

/** Returns the first flat name of a part of a slice. */
function firstName(key: string, { targets }: FlatRules): string | undefined {
  for (const [name, { parameter, path }] of targets) if (parameter === 'pagination' && path[0] === key) return name;
  return undefined;
}

function keyOf(pair: string): string {
  const [key = ''] = pair.split('=', 1);
  return decode(key) ?? key;
}
