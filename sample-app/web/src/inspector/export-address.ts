import { printState } from '../address/print.js';
import type { ListForm } from '../address/read.js';
import type { ListState } from '../address/state.js';

/** Returns the address of all rows as a file. It has no pages, and no facets, aggregates or choice of fields. */
export function exportAddress(state: ListState, form: ListForm, format: 'csv' | 'ndjson'): string {
  const { pagination, facets, aggregates, fields } = form.parameters;
  const notThere = new Set<string | undefined>([pagination, facets, aggregates, fields]);
  const rest = state.rest.filter(({ path }) => !notThere.has(path?.[0]));
  const query = printState({ ...state, pagination: {}, rest }, form);
  return `/api/restaurants/export?${[`format=${format}`, query].filter((text) => text !== '').join('&')}`;
}
