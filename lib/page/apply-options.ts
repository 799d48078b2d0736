import { FilterConfigurationError, describeValue } from '../configuration/index.js';

/** The options of `FilterService.apply()`. */
export interface ApplyOptions {
  /** `'filters'` adds conditions alone, without order and slice, for aggregates of your own. By default, all is added. */
  readonly only?: 'filters' | undefined;
}

/** Returns true for conditions alone. Throws on a misspelled option, which would add a slice to an aggregate. */
export function onlyFilters(options: ApplyOptions): boolean {
  const unknown = Object.keys(options).find((key) => key !== 'only');
  if (unknown !== undefined) {
    throw new FilterConfigurationError(`apply(): there is no option ${unknown}; there is: only`);
  }
  const only: unknown = options.only;
  if (only === undefined || only === 'filters') return only === 'filters';
  throw new FilterConfigurationError(`apply(): only must be 'filters', or left out, not ${describeValue(only)}`);
}
