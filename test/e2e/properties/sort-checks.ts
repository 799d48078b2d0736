import { toQueryString } from 'nestjs-filterable/client';
import type { Laboratory } from './database.js';
import { Evaluator } from './evaluator.js';
import { builderFor, rowsFor } from './handlers.js';
import { Mismatch, same } from './mismatch.js';
import { ordered } from './ordering.js';
import type { SortRequest } from './sorts.js';

type Slice = Readonly<Record<string, string | number>>;

/** Without a slice nothing is appended to an order, so here the request itself ends with the key. */
export async function checkOrder(laboratory: Laboratory, request: SortRequest): Promise<void> {
  const hasKey = request.sort.some((term) => /^id\b/.test(term));
  const keyed = hasKey ? request : { ...request, sort: [...request.sort, 'id'] };
  const text = print(keyed);
  const builder = builderFor(laboratory, request.root, request.handler);
  const rows = await laboratory.service.apply(builder, laboratory.parse(request.root, text)).getMany();
  same(text, 'the order', rows.map(idOf), expectedOrder(laboratory, keyed));
}

/** Every page, one after the other, each row once; and how many rows there are. */
export async function checkPages(laboratory: Laboratory, request: SortRequest): Promise<void> {
  const text = print(request);
  const expected = expectedOrder(laboratory, request);
  const query = laboratory.parse(request.root, text);
  const count = await laboratory.service.count(builderFor(laboratory, request.root, request.handler), query);
  same(text, 'the count', [String(count)], [String(expected.length)]);
  same(text, 'the pages by number', await numbered(laboratory, request, expected.length), expected);
  same(text, 'the pages after one another', await linked(laboratory, request, 'after', expected.length), expected);
  same(text, 'the pages before one another', await linked(laboratory, request, 'before', expected.length), expected);
}

export function checkPrinting(laboratory: Laboratory, request: SortRequest): Promise<void> {
  const query = laboratory.parse(request.root, print(request, { start: 1, limit: request.pageSize }));
  const again = laboratory.parse(request.root, query.toString());
  same(query.toString(), 'what toString() prints', [again.toString()], [query.toString()]);
  same(query.toString(), 'what toJSON() gives', [JSON.stringify(again)], [JSON.stringify(query)]);
  return Promise.resolve();
}

/** Half of the sorts are written as one text, half as a list. */
function print({ filters, sort }: SortRequest, pagination?: Slice): string {
  return toQueryString({
    ...(filters && { filters }),
    sort: sort.length % 2 === 0 ? sort.join() : [...sort],
    ...(pagination && { pagination }),
  });
}

/** The keys in the order that the evaluator gives them. */
function expectedOrder(laboratory: Laboratory, { root, filters, sort, handler }: SortRequest): string[] {
  const reading = laboratory.reading(handler);
  const evaluator = new Evaluator(reading);
  const rows = rowsFor(laboratory.dataset, root, handler);
  const found = rows.filter((row) => evaluator.conditions(filters ?? {}, row) === true);
  return ordered(found, sort, reading).map(({ key }) => key);
}

function readPage(laboratory: Laboratory, request: SortRequest, slice: Slice) {
  const text = print(request, { pageSize: request.pageSize, ...slice });
  return laboratory.service.page(
    builderFor(laboratory, request.root, request.handler),
    laboratory.parse(request.root, text),
  );
}

async function numbered(laboratory: Laboratory, request: SortRequest, total: number): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; (page - 1) * request.pageSize <= total; page += 1) {
    const { data } = await readPage(laboratory, request, { page });
    found.push(...data.map(idOf));
  }
  return found;
}

/** From the beginning by `after`, or from the end by `before`. */
async function linked(
  laboratory: Laboratory,
  request: SortRequest,
  way: 'after' | 'before',
  total: number,
): Promise<string[]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta } = await readPage(laboratory, request, { [way]: cursor });
    pages.push(data.map(idOf));
    if (pages.length > total + 1) throw new Mismatch('pages without end', print(request), pages, total);
    if (!('next' in meta.pagination)) throw new Mismatch('a page without cursors', print(request), meta, way);
    cursor = way === 'after' ? meta.pagination.next : meta.pagination.previous;
  }
  return (way === 'after' ? pages : pages.reverse()).flat();
}

function idOf({ id }: Readonly<Record<string, unknown>>): string {
  return String(id);
}
