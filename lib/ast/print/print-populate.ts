import type { PopulateRequest } from '../populate.js';
import { printSort } from './print.js';
import { printObject } from './print-condition.js';
import { withoutRepetition } from './repetition.js';
import { type Printed, emptyObject } from './print-places.js';

/**
 * Prints populated relations by name, each with the options that the client itself named, or `'true'`. They are in the
 * order of their names: which of them is asked for first means nothing.
 */
export function printPopulate(populate: readonly PopulateRequest[]): Printed {
  const printed = emptyObject();
  for (const request of [...populate].sort(byName)) {
    const options = printOptions(request);
    printed[request.name] = Object.keys(options).length === 0 ? 'true' : options;
  }
  return printed;
}

function printOptions({ view, filters, asked, populate }: PopulateRequest) {
  const { sort, limit, selection } = asked;
  const options = emptyObject();
  if (filters !== undefined) options['filters'] = printObject(withoutRepetition(filters));
  if (sort.length > 0) options['sort'] = sort.map((term) => printSort(term, view.kind));
  if (limit !== undefined) options['limit'] = String(limit);
  if (selection !== undefined) options['fields'] = selection.names;
  if (populate.length > 0) options['populate'] = printPopulate(populate);
  return options;
}

function byName({ name: one }: PopulateRequest, { name: other }: PopulateRequest): number {
  return one < other ? -1 : 1;
}
