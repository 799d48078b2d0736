import { FilterConfigurationError, checkIsOptions, describeValue } from '../configuration/index.js';

/** The options of `FilterService.apply()`. */
export interface ApplyOptions {
  /**
   * `'filters'` adds only conditions, without order and slice, for aggregates of your own. By
   * default, everything is added.
   */
  readonly only?: 'filters' | undefined;
  /**
   * `'later'` accepts a query that populates relations, for rows that you then give to `FilterService.populate()`. By
   * default, such a query is refused: a builder alone cannot load them.
   */
  readonly populate?: 'later' | undefined;
}

/** The options as they are meant. */
interface ApplySettings {
  /** True for conditions alone. */
  readonly onlyFilters: boolean;
  /** True where the program itself sees to populated relations. */
  readonly populatesLater: boolean;
}

/** Reads the options. Throws on a misspelled one, which would add a slice to an aggregate, or lose related rows. */
export function readApplyOptions(options: ApplyOptions): ApplySettings {
  checkIsOptions('apply()', options);
  const { only, populate }: { readonly only?: unknown; readonly populate?: unknown } = options;
  const unknown = Object.keys(options).find((key) => key !== 'only' && key !== 'populate');
  if (unknown !== undefined) {
    throw new FilterConfigurationError(`apply(): there is no option ${unknown}; there are: only, populate`);
  }
  return { onlyFilters: isChosen('only', only, 'filters'), populatesLater: isChosen('populate', populate, 'later') };
}

function isChosen(name: string, value: unknown, choice: string): boolean {
  if (value === undefined || value === choice) return value === choice;
  throw new FilterConfigurationError(`apply(): ${name} must be '${choice}', or left out, not ${describeValue(value)}`);
}
