import type { RampRequest } from '../../engine/index.js';
import { onceAs, wholeNumber } from '../shared/parameters.js';
import type { NestjsPaginateOptions } from './options.js';

/** The rows that `page` and `limit` ask for. */
interface ReadSlice {
  readonly pagination?: Readonly<Record<string, string>>;
  /** The most rows, where all of them are asked for. */
  readonly all?: number | undefined;
  /** The number of rows on a page, as the answer repeats it. */
  readonly limit: number;
}

/** Reads `page` and `limit`. A limit above the maximum is lowered to it, as nestjs-paginate does. */
export function readSlice(request: RampRequest, { all }: NestjsPaginateOptions): ReadSlice {
  const { pageSize, maxPageSize } = request.limits;
  const [page, limit] = [onceAs(request, 'page'), onceAs(request, 'limit')];
  if (limit?.value === '-1') {
    if (all === undefined) {
      const text = 'asks for all rows by -1, which this list does not answer; ask for pages';
      request.refuse(limit.key, { code: 'invalid_pagination' }, text);
    }
    const number = page && wholeNumber(request, page, 1);
    if (page !== undefined && number !== undefined && number > 1) {
      const text = 'is not read beside limit=-1, which asks for all rows; leave it out';
      request.refuse(page.key, { code: 'invalid_pagination' }, text);
    }
    return { all: all?.max, limit: -1 };
  }
  const number = page && wholeNumber(request, page, 1);
  const size = limit && wholeNumber(request, limit, 1);
  const used = Math.min(size ?? pageSize, maxPageSize);
  if (number === undefined && size === undefined) return { limit: used };
  return {
    limit: used,
    pagination: {
      ...(number !== undefined && { page: String(number) }),
      ...(size !== undefined && { pageSize: String(used) }),
    },
  };
}
