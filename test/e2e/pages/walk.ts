import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { FilterService, Page } from 'nestjs-filterable';
import { factor } from '../../support/thorough.js';

/** How many random requests each walk is tried with. */
export const pagesRuns = 4 * factor;

/** A list under test: the service that reads the request, and the builder that a handler would give. */
export interface Listing<E extends ObjectLiteral> {
  readonly filters: FilterService;
  readonly entity: new () => E;
  readonly builder: () => SelectQueryBuilder<E>;
  readonly request: {
    readonly filters?: object | undefined;
    readonly sort?: readonly string[] | undefined;
    readonly populate?: object | undefined;
  };
  readonly context?: unknown;
}

type Pagination = Readonly<Record<string, string>>;

/** One page, through the public path. */
function pageOf<E extends ObjectLiteral>(
  { filters, entity, builder, request, context }: Listing<E>,
  pagination: Pagination,
): Promise<Page<E>> {
  const input = { ...given(request), pagination };
  return filters.page(builder(), filters.parse(entity, input, { context }));
}

/** Reads the whole list without pages, in an order that ends with the primary key. */
export function wholeOf<E extends ObjectLiteral>(
  { filters, entity, builder, request, context }: Listing<E>,
  primaryKey: readonly string[],
): Promise<E[]> {
  const { sort = [] } = request;
  const direction = sort.at(-1)?.includes(':desc') ? 'desc' : 'asc';
  const named = new Set(sort.map((key) => key.replace(/:.*/, '')));
  const rest = primaryKey.filter((key) => !named.has(key)).map((key) => `${key}:${direction}`);
  const input = { ...given({ filters: request.filters, sort: [...sort, ...rest] }) };
  const limits = { sortKeys: 10 };
  return filters.apply(builder(), filters.parse(entity, input, { context, limits })).getMany();
}

function given({ filters, sort = [], populate }: Listing<ObjectLiteral>['request']): object {
  return { ...(filters && { filters }), ...(sort.length > 0 && { sort }), ...(populate && { populate }) };
}

/** The most pages of a walk. No list here has as many, so a longer walk goes in a circle. */
const most = 200;

/** The ways to read the pages of a list one after the other, by style; `inChunks` is `each()`. */
export const walks = {
  byPage: async <E extends ObjectLiteral>(listing: Listing<E>, size: number) => {
    const pages: E[][] = [];
    for (let page = 1; page <= most; page += 1) {
      const { data, meta } = await pageOf(listing, { page: String(page), pageSize: String(size) });
      pages.push(data);
      if (!('pageCount' in meta.pagination) || page >= (meta.pagination.pageCount ?? 0)) break;
    }
    return pages;
  },
  byStart: async <E extends ObjectLiteral>(listing: Listing<E>, size: number) => {
    const pages: E[][] = [];
    for (let start = 0; start < most * size; start += size) {
      const slice = { start: String(start), limit: String(size), withCount: 'false' };
      const { data, meta } = await pageOf(listing, slice);
      pages.push(data);
      if (!('hasNext' in meta.pagination) || meta.pagination.hasNext !== true) break;
    }
    return pages;
  },
  forwards: async <E extends ObjectLiteral>(listing: Listing<E>, size: number) => {
    const pages: E[][] = [];
    let after: string | null = '';
    while (after !== null && pages.length < most) {
      const { data, meta }: Page<E> = await pageOf(listing, { after, pageSize: String(size) });
      pages.push(data);
      after = cursorsOf(meta).next;
    }
    return pages;
  },
  backwards: async <E extends ObjectLiteral>(listing: Listing<E>, size: number) => {
    const pages: E[][] = [];
    let before: string | null = '';
    while (before !== null && pages.length < most) {
      const { data, meta }: Page<E> = await pageOf(listing, { before, pageSize: String(size) });
      pages.unshift(data);
      before = cursorsOf(meta).previous;
    }
    return pages;
  },
  inChunks: async <E extends ObjectLiteral>(listing: Listing<E>, size: number) => {
    const { filters, entity, builder, request, context } = listing;
    const query = filters.parse(entity, given(request), { context });
    const rows: E[] = [];
    for await (const row of filters.each(builder(), query, { chunk: size })) {
      if (rows.push(row) > most * size) break;
    }
    return Array.from({ length: Math.ceil(rows.length / size) }, (_, page) =>
      rows.slice(page * size, (page + 1) * size),
    );
  },
} as const;

export type WalkName = keyof typeof walks;

export function cursorsOf({ pagination }: Page<unknown>['meta']) {
  if (pagination.next === undefined) throw new Error(`no cursors in ${JSON.stringify(pagination)}`);
  return pagination;
}
