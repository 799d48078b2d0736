import type { Hydration } from '../../ast/index.js';
import { type Check, checkOptions, wrongValue } from '../../configuration/index.js';
import { type PageOptions, type ReadSettings, entityOptions } from '../reads/options.js';

/** The options of `FilterService.each()`. */
export interface EachOptions extends PageOptions {
  /** Number of rows that one statement reads, and that are held at a time: 1 to 10,000. Default: 1,000. */
  readonly chunk?: number | undefined;
  /** Greatest number of rows to read. Default: all that the query finds. */
  readonly max?: number | undefined;
  /**
   * Place of the reads, instead of the module's. Each chunk takes a connection. With `consistency: 'snapshot'` all rows
   * are of one state of the database, and one transaction stays open until the last of them.
   */
  readonly reads?: ReadSettings | undefined;
}

const defaultChunk = 1_000;
const largestChunk = 10_000;

const table: Readonly<Record<keyof EachOptions, Check>> = {
  chunk: wholeNumber(1, largestChunk),
  max: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  ...entityOptions,
};

/**
 * Checks the options and adds their defaults.
 *
 * @throws FilterConfigurationError with every mistake
 */
export function eachOptions(options: EachOptions): {
  readonly chunk: number;
  readonly max: number;
  readonly reads: ReadSettings | undefined;
  readonly hydration: Hydration | undefined;
} {
  checkOptions('each()', options, table);
  const { chunk = defaultChunk, max = Infinity, reads, hydration } = options;
  return { chunk, max, reads, hydration };
}

/** Makes the check of an optional whole number. */
function wholeNumber(least: number, most: number): Check {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return (option) => {
    const { value } = option;
    const isRight =
      value === undefined || (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most);
    if (!isRight) throw wrongValue(option, `a whole number ${range}`);
  };
}
