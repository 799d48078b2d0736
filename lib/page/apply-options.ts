import { FilterConfigurationError, describeValue } from '../configuration/index.js';

/** What a call of `apply()` says beside the query. */
export interface ApplyOptions {
  /** `filters`: the conditions alone, without order and slice, for aggregates of the host's own. By default everything. */
  readonly only?: 'filters' | undefined;
}

/** A misspelt option would add a slice to an aggregate, in silence. */
export function onlyFilters(options: ApplyOptions): boolean {
  const unknown = Object.keys(options).find((key) => key !== 'only');
  if (unknown !== undefined) {
    throw new FilterConfigurationError(`apply(): there is no option ${unknown}; there is: only`);
  }
  const only: unknown = options.only;
  if (only === undefined || only === 'filters') return only === 'filters';
  throw new FilterConfigurationError(`apply(): only must be 'filters', or left out, not ${describeValue(only)}`);
}
