import type { RampRequest } from '../../engine/index.js';
import { type Sent, onceAs, sentAs } from '../shared/parameters.js';
import type { Node } from './nodes.js';
import { readSearchJson } from './search-json.js';
import { testOf } from './tests.js';

/**
 * Reads `filter`, `or` and `s`. All of `filter` must hold, or else all of `or`; of `or` alone, one.
 *
 * @returns undefined where nothing is asked
 */
export function readFilters(request: RampRequest): Node | undefined {
  const [filter, or] = [conditions(request, 'filter'), conditions(request, 'or')];
  const search = onceAs(request, 's', sentAs);
  if (search !== undefined) {
    for (const name of ['filter', 'or']) refuseBeside(request, name, search);
    return readSearchJson(request, search);
  }
  if (or.length === 0) return filter.length === 0 ? undefined : { type: 'all', parts: filter };
  if (filter.length === 0) return { type: 'any', parts: or };
  const both = [filter, or].map((parts) => ({ type: 'all', parts }) as const);
  return { type: 'any', parts: both };
}

/** Refuses conditions that would be ignored there. */
function refuseBeside(request: RampRequest, name: string, search: Sent): void {
  const [sent] = sentAs(request, name);
  if (sent === undefined) return;
  request.refuse(sent.key, { code: 'malformed_key' }, `is not read beside ${search.key}; send one of both`);
}

/** Reads conditions of the form `column||$operator||value`. */
function conditions(request: RampRequest, name: string): readonly Node[] {
  return sentAs(request, name).flatMap(({ key, value }) => {
    const [column = '', operator = '', operand, ...more] = value.split('||');
    if (more.length === 0) return testOf(request, { key, column, operator, value: operand || undefined }) ?? [];
    request.refuse(key, { code: 'malformed_key' }, 'has || in its value, where it would end; send it in s');
    return [];
  });
}
