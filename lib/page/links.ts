import { FilterQuery, type QueryPlan, type Slice } from '../ast/index.js';
import type { NumberedPageMeta, OffsetMeta, Page, PageMeta } from '../input/index.js';
import { decode, parameterOf } from '../wire/index.js';
import { windowOf } from './apply.js';

type Slices = Partial<Record<'first' | 'prev' | 'next' | 'last', Slice>>;

/** The `Link` header of a page: RFC 8288. */
export function linksOf(plan: QueryPlan, { data, meta }: Page<unknown>, url: string): string {
  const target = targetOf(plan, url);
  return Object.entries(slicesOf(meta.pagination, data.length, plan.slice?.withCount))
    .filter(([, slice]) => windowOf(slice).skip <= (plan.limits?.offset ?? Infinity))
    .map(([name, slice]) => `<${target(slice)}>; rel="${name}"`)
    .join(', ');
}

/** The URL of a slice: the request's own, with the same filters, the same sort, and whatever is not ours as it came. */
function targetOf(plan: QueryPlan, url: string): (slice: Slice) => string {
  const [, origin = '', path = '', query = ''] =
    /^((?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  const others = query.split('&').filter((pair) => pair !== '' && isOthers(pair, plan));
  return (slice) => {
    const own = new FilterQuery({ ...plan, slice }).toString();
    const pairs = [...others, own].map((pair) => bracketsEncoded(inUri(pair)));
    return `${inUri(origin)}${bracketsEncoded(inUri(path))}?${pairs.join('&')}`;
  };
}

function isOthers(pair: string, { params }: QueryPlan): boolean {
  const [key = ''] = pair.split('=', 1);
  return parameterOf(decode(key) ?? key, params) === undefined;
}

/** What came as it may not stand between `<` and `>`, percent-encoded; all else is left as it is. */
function inUri(text: string): string {
  return text.replace(/[^\x21\x23-\x3b\x3d\x3f-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/** A header's readers may go by RFC 3986, which has brackets around an address of IPv6 and nowhere else. */
function bracketsEncoded(text: string): string {
  return text.replaceAll('[', '%5B').replaceAll(']', '%5D');
}

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
  // Counted from where this page begins, so that the links of one walk never overlap.
  const last = total === undefined ? undefined : start + Math.floor((total - 1 - start) / limit) * limit;
  return {
    first: at(0),
    ...(start > 0 && { prev: at(Math.min(start - limit, last ?? Infinity)) }),
    ...(hasNext(meta, start + limit, rows === limit) && { next: at(start + limit) }),
    ...(last !== undefined && { last: at(last) }),
  };
}

/** Undefined where the total is not counted, or not to the end. */
function exactTotal({ total, totalIsCapped, totalIsEstimate }: NumberedPageMeta | OffsetMeta): number | undefined {
  return totalIsCapped || totalIsEstimate ? undefined : total;
}

/** Where nobody knows, a page that is full may have another behind it. */
function hasNext(meta: NumberedPageMeta | OffsetMeta, end: number, isFull: boolean): boolean {
  return meta.hasNext ?? (exactTotal(meta) === undefined ? isFull : end < (exactTotal(meta) ?? 0));
}
