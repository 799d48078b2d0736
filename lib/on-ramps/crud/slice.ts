import type { RampRequest } from '../../engine/index.js';
import { type Sent, onceAs, wholeNumber } from '../shared/parameters.js';
import type { CrudOptions } from './options.js';

/** The rows that a request asks for. */
interface ReadSlice {
  readonly pagination?: Readonly<Record<string, string>>;
  /** The most rows, where all of them are asked for. */
  readonly all?: number | undefined;
  /** True where the answer tells of its page. */
  readonly isPaged: boolean;
  readonly names: readonly (readonly [pointer: string, key: string])[];
}

/**
 * Reads `limit` (or `per_page`), `page` and `offset`. A limit above the maximum is lowered to it. The data providers of
 * Refine and react-admin send the offset of the page beside it.
 */
export function readSlice(request: RampRequest, { all, alwaysPaginate = false }: CrudOptions): ReadSlice {
  const limit = limitOf(request);
  const [page, offset] = [onceAs(request, 'page'), onceAs(request, 'offset')];
  const isPaged = alwaysPaginate || page !== undefined || offset !== undefined;
  if (limit === undefined && page === undefined && offset === undefined) return { all: all?.max, isPaged, names: [] };
  if (limit === undefined && all !== undefined) {
    refuseWithout(request, page, 1);
    refuseWithout(request, offset, 0);
    return { all: all.max, isPaged: alwaysPaginate, names: [] };
  }
  const size = (limit && wholeNumber(request, limit, 1)) ?? request.limits.pageSize;
  const used = String(Math.min(size, request.limits.maxPageSize));
  const names = [
    ['/pagination', (page ?? offset ?? limit)?.key ?? 'limit'],
    ['/pagination/page', 'page'],
    ['/pagination/start', 'offset'],
  ] as const;
  const start = offset && wholeNumber(request, offset, 0);
  if (page === undefined && offset !== undefined) {
    return { isPaged, names, pagination: { start: String(start ?? 0), limit: used } };
  }
  const number = page && wholeNumber(request, page, 1);
  if (offset !== undefined && start !== undefined && number !== undefined && start !== (number - 1) * size) {
    const text = 'is not where page begins, beside which it is ignored there; send one of both';
    request.refuse(offset.key, { code: 'invalid_pagination' }, text);
  }
  return { isPaged, names, pagination: { page: String(number ?? 1), pageSize: used } };
}

/**
 * Refuses a later page and an offset without a limit in a list that then answers all rows: @dataui/crud ignores the
 * page, and answers all rows behind the offset.
 */
function refuseWithout(request: RampRequest, sent: Sent | undefined, first: 0 | 1): void {
  const number = sent && wholeNumber(request, sent, first);
  if (sent === undefined || number === undefined || number === first) return;
  request.refuse(
    sent.key,
    { code: 'invalid_pagination' },
    'needs a limit beside it, without which all rows are answered',
  );
}

function limitOf(request: RampRequest): Sent | undefined {
  const [limit, perPage] = [onceAs(request, 'limit'), onceAs(request, 'per_page')];
  if (limit !== undefined && perPage !== undefined) {
    request.refuse(perPage.key, { code: 'duplicate_key' }, 'says the same as limit; send one of both');
  }
  return limit ?? perPage;
}
