import type { RampRequest } from '../../engine/index.js';
import { filledAs, onceAs } from '../shared/parameters.js';
import { sentColumns } from './filter-keys.js';
import { searchFields } from './search.js';

/** The parts of a request that its answer repeats. */
export interface Echo {
  readonly limit: number;
  readonly sortBy: readonly (readonly [column: string, direction: string])[];
  readonly search: string | undefined;
  /** The fields that were searched in; the names that were sent, for links. */
  readonly searchBy: readonly string[];
  readonly sentSearchBy: readonly string[];
  readonly select: readonly string[];
  /** The values of each column, one alone as a text. */
  readonly filter: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly expression: string | undefined;
}

/** Takes out of a request what its answer repeats. It refuses nothing: the readers of the parameters have. */
export function echoOf(request: RampRequest, limit: number): Echo {
  const columns = [...sentColumns(request)].map(([column, sent]) => {
    const values = sent.map(({ value }) => value);
    return [column, values.length === 1 ? (values[0] ?? '') : values] as const;
  });
  const sentSearchBy = searchFields(request).map(({ value }) => value);
  return {
    limit,
    sortBy: filledAs(request, 'sortBy').map(({ value }) => pairOf(value)),
    search: onceAs(request, 'search')?.value || undefined,
    searchBy: sentSearchBy.length > 0 ? sentSearchBy : (request.search ?? []),
    sentSearchBy,
    select: [...new Set(filledAs(request, 'select').flatMap(({ value }) => value.split(',')))],
    filter: columns.length === 0 ? undefined : Object.fromEntries(columns),
    expression: onceAs(request, 'filter')?.value,
  };
}

function pairOf(value: string): readonly [string, string] {
  const colon = value.lastIndexOf(':');
  return [value.slice(0, colon), value.slice(colon + 1)];
}
