import { FilterQuery, type QueryPlan, type Slice, mostUnpaged, printSlice } from '../ast/index.js';
import { type FlatRules, decode, flatNameIn, pairAsSent, parameterOf, printQueryString } from '../wire/index.js';
import type { NumberedPageMeta, OffsetMeta, Page, PageMeta } from '../contract/index.js';
import { windowOf } from './list/builder.js';

/** Makes the parameters of the URL of a slice. Returns undefined where the list has no name for it. */
type PairsOf = (slice: Slice) => readonly string[] | undefined;

/**
 * Returns the maker of a link's parameters: the host's as received, and the query in canonical form, whatever spelling
 * an on-ramp has read. Where the list has flat names, the request is repeated as it was sent, and the slice has flat
 * names, too.
 *
 * @param query the query string of the request
 */
function pairsOf(plan: QueryPlan, query: string): PairsOf {
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (plan.at.flat === 'closed') return () => undefined;
  if (plan.at.flat !== undefined) return flatPairs(plan, plan.at.flat, pairs);
  const isRead = (pair: string) =>
    parameterOf(keyOf(pair), plan.list.params) !== undefined || plan.list.isForeign?.(pairAsSent(pair)) === true;
  const host = pairs.filter((pair) => !isRead(pair));
  return (slice) => [...host, new FilterQuery({ ...plan, asked: { ...plan.asked, pagination: slice } }).toString()];
}

function flatPairs(plan: QueryPlan, flat: FlatRules, pairs: readonly string[]): PairsOf {
  const {
    list: { params },
  } = plan;
  const isBracketed = pairs.some((pair) => parameterOf(keyOf(pair), params) === 'pagination');
  const kept = pairs.filter((pair) => !isOfPages(keyOf(pair), plan, flat)).map((pair) => presentPair(pair, flat));
  return (slice) => {
    const own: string[] = [];
    const rest: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(printSlice(slice))) {
      const name = plan.at.sent?.at(`/${params.pagination}/${key}`) ?? (isBracketed ? undefined : firstName(key, flat));
      if (name !== undefined) own.push(`${name}=${encodeURIComponent(String(value))}`);
      else if (!flat.closed.has('pagination')) rest[key] = value;
      else if (!omissible.has(key)) return undefined;
    }
    const bracketed = Object.keys(rest).length === 0 ? [] : [printQueryString({ pagination: rest }, params)];
    return [...kept, ...own, ...bracketed];
  };
}

function presentPair(pair: string, { former }: FlatRules): string {
  for (const [name, present] of former) {
    if (pair.startsWith(name) && !/^[\w-]/.test(pair.slice(name.length))) return present + pair.slice(name.length);
  }
  return pair;
}

/** Parts of a slice that a request without a name for them cannot have changed. */
const omissible: ReadonlySet<string> = new Set(['pageSize', 'limit', 'withCount']);

function isOfPages(key: string, { list: { params } }: QueryPlan, flat: FlatRules): boolean {
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

/** Slices that a page links to, by relation type (RFC 8288, RFC 5005). */
type Slices = Partial<Record<'first' | 'prev' | 'next' | 'last', Slice>>;

/** URLs of the pages around a page, by relation type. One that does not exist is missing. */
type PageLinks = Partial<Record<keyof Slices, string>>;

/**
 * Returns the `Link` header of a page (RFC 8288).
 *
 * @param url the request's own, absolute or from its path on
 * @example
 * // </posts?tab=new&pagination%5Bpage%5D=3>; rel="next"
 */
export function linksOf(plan: QueryPlan, page: Page<unknown>, url: string): string {
  return Object.entries(pageLinks(plan, page, url))
    .map(([name, target]) => `<${target}>; rel="${name}"`)
    .join(', ');
}

/**
 * Returns the URLs of the pages around a page. A slice beyond the offset that the client may request is left out, and
 * so is a link that is longer than a request may be: it would be refused.
 */
export function pageLinks(plan: QueryPlan, { data, meta }: Page<unknown>, url: string): PageLinks {
  // All rows are in the answer.
  if (plan.asked.pagination === undefined && mostUnpaged(plan.list.pagination) !== undefined) return {};
  const urlOf = urlsOf(plan, url);
  const links = Object.entries(slicesOf(meta.pagination, data.length, plan.asked.pagination?.withCount))
    .filter(([, slice]) => windowOf(slice).skip <= (plan.list.limits?.offset ?? Infinity))
    .map(([name, slice]) => [name, urlOf(slice)] as const);
  return Object.fromEntries(links.filter(([, target]) => target !== undefined));
}

/** Makes a function from a slice to its URL: the request's own, with another slice. */
function urlsOf(plan: QueryPlan, url: string): (slice: Slice) => string | undefined {
  const [, origin = '', path = '', query = ''] =
    /^((?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  const pairs = pairsOf(plan, query);
  return (slice) => {
    const encoded = pairs(slice)?.map((pair) => encodeBrackets(toUriText(pair)));
    const text = encoded?.join('&');
    if (text === undefined || !isWithin(plan.list.limits, text)) return undefined;
    return `${toUriText(origin)}${encodeBrackets(toUriText(path))}?${text}`;
  };
}

/** Returns true for a query string that the list reads. In this form it can be longer than the request was. */
function isWithin(limits: QueryPlan['list']['limits'], text: string): boolean {
  if (limits === undefined) return true;
  return text.length <= limits.queryBytes && text.split('&').length <= limits.parameters;
}

/** Percent-encodes the characters that may not stand in a URI, so that nobody can end the `<…>` of a link early. */
function toUriText(text: string): string {
  return text.replace(/[^\x21\x23-\x3b\x3d\x3f-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/**
 * Percent-encodes brackets. RFC 3986 allows them only around an IPv6 address, and some clients parse links strictly.
 */
function encodeBrackets(text: string): string {
  return text.replaceAll('[', '%5B').replaceAll(']', '%5D');
}

/** Returns the slices around a page, in the style of its `meta`. */
function slicesOf(meta: PageMeta, rows: number, withCount: boolean | undefined): Slices {
  if ('page' in meta) return pageSlices(meta, rows, withCount);
  if ('start' in meta) return offsetSlices(meta, rows, withCount);
  const { pageSize, next, previous } = meta;
  const cursor = { type: 'cursor', pageSize, withCount } as const;
  return {
    first: { ...cursor, direction: 'after', cursor: '' },
    ...(previous !== null && { prev: { ...cursor, direction: 'before', cursor: previous } }),
    ...(next !== null && { next: { ...cursor, direction: 'after', cursor: next } }),
    last: { ...cursor, direction: 'before', cursor: '' },
  };
}

/** Returns the slices around a page by number. A page beyond the end links back to the last one, if that is known. */
function pageSlices(meta: NumberedPageMeta, rows: number, withCount: boolean | undefined): Slices {
  const { page, pageSize } = meta;
  const at = (number: number): Slice => ({ type: 'page', page: number, pageSize, withCount });
  const total = exactTotal(meta);
  const last = total === undefined ? undefined : Math.max(Math.ceil(total / pageSize), 1);
  return {
    first: at(1),
    ...(page > 1 && { prev: at(Math.min(page - 1, last ?? Infinity)) }),
    ...(hasNext(meta, page * pageSize, rows === pageSize) && { next: at(page + 1) }),
    ...(last !== undefined && { last: at(last) }),
  };
}

function offsetSlices(meta: OffsetMeta, rows: number, withCount: boolean | undefined): Slices {
  const { start, limit } = meta;
  const at = (from: number): Slice => ({ type: 'offset', start: Math.max(from, 0), limit, withCount });
  const total = exactTotal(meta);
  // Counted in steps from the start of this page, so that following the links reads no row twice.
  const last = total === undefined ? undefined : start + Math.floor((total - 1 - start) / limit) * limit;
  return {
    first: at(0),
    ...(start > 0 && { prev: at(Math.min(start - limit, last ?? Infinity)) }),
    ...(hasNext(meta, start + limit, rows === limit) && { next: at(start + limit) }),
    ...(last !== undefined && { last: at(last) }),
  };
}

/** Returns the total where every row was counted. Undefined for a capped, an estimated or a missing total. */
function exactTotal({ total, totalIsCapped, totalIsEstimate }: NumberedPageMeta | OffsetMeta): number | undefined {
  return totalIsCapped || totalIsEstimate ? undefined : total;
}

/** True where the list goes on beyond `end`. Without a total, a full page counts as followed by another. */
function hasNext(meta: NumberedPageMeta | OffsetMeta, end: number, isFull: boolean): boolean {
  return meta.hasNext ?? (exactTotal(meta) === undefined ? isFull : end < (exactTotal(meta) ?? 0));
}
