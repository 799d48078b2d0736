import type { Asked } from '../list/use-answer.js';

/** Returns the state of the list in words, which screen readers read out when it changes. */
export function summaryOf({ rows, isLoading, refused, failure }: Asked): string {
  if (isLoading) return 'Loading …';
  if (failure !== undefined) return 'No answer';
  if (refused !== undefined) return refusedText(refused.issues.length, rows !== undefined);
  const { pagination } = rows?.meta ?? {};
  if (pagination === undefined) return '';
  const { total, totalIsCapped, totalIsEstimate } = pagination;
  if (total === undefined) return 'page' in pagination ? `Page ${pagination.page}` : `${rows?.data.length ?? 0} shown`;
  const about = totalIsCapped === true ? 'at least ' : totalIsEstimate === true ? 'about ' : '';
  const found = `${about}${total.toLocaleString('en')} ${total === 1 ? 'restaurant' : 'restaurants'}`;
  const isNumbered = 'page' in pagination && pagination.pageCount !== undefined && total > 0;
  return isNumbered ? `${found}, page ${pagination.page} of ${pagination.pageCount}` : found;
}

function refusedText(count: number, areOthersShown: boolean): string {
  const mistakes = `Refused: ${count} ${count === 1 ? 'mistake' : 'mistakes'}`;
  return areOthersShown ? `${mistakes}. The rows are those of the request before.` : mistakes;
}
