import type { PaginationInput } from '../../contract/index.js';
import { refusal } from './operators.js';

/** Turns a page counted from 0 into one counted from 1. */
export function pageFromZero(page: number, pageSize: number, adapter: string): PaginationInput {
  const isPage = Number.isSafeInteger(page) && page >= 0 && Number.isSafeInteger(pageSize) && pageSize > 0;
  if (isPage) return { page: page + 1, pageSize };
  throw refusal(
    `${adapter}: the page ${page} of ${pageSize} rows`,
    'is none; give a number of rows, and a page from 0',
  );
}
