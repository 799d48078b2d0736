import { type Check, checkOptions, wrongValue } from '../configuration/index.js';
import { type ReadOptions, type ReadSettings, checkReads } from './read-options.js';

/** The options of `FilterService.each()`. */
export interface EachOptions extends ReadOptions {
  /** The number of rows that one statement reads, and the most that are held at a time: 1 to 10,000. Default: 1,000. */
  readonly chunk?: number | undefined;
  /** The most rows to read in all. Default: all that the query finds. */
  readonly max?: number | undefined;
  /**
   * Where the rows are read, in place of what the module says. Each chunk takes a connection; with `consistency: 'snapshot'` all
   * rows are of one state of the database, and one transaction stays open until the last of them.
   */
  readonly reads?: ReadSettings | undefined;
}

const defaultChunk = 1_000;
const largestChunk = 10_000;

const table: Readonly<Record<keyof EachOptions, Check>> = {
  chunk: wholeNumber(1, largestChunk),
  max: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  reads: checkReads,
};

/** Checks the options and adds their defaults. Throws a FilterConfigurationError with every mistake. */
export function eachOptions(options: EachOptions): {
  readonly chunk: number;
  readonly max: number;
  readonly reads: ReadSettings | undefined;
} {
  checkOptions('each()', options, table);
  const { chunk = defaultChunk, max = Infinity, reads } = options;
  return { chunk, max, reads };
}

/** Makes the check of an option that is a whole number, or left out. */
function wholeNumber(least: number, most: number): Check {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return (option) => {
    const { value } = option;
    const isRight =
      value === undefined || (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most);
    if (!isRight) throw wrongValue(option, `a whole number ${range}`);
  };
}
