import { checkBoolean, checkOptions } from '../../configuration/index.js';
import { checkAll } from '../shared/options.js';

/** What an application that comes from nestjs-paginate has in its configuration, as far as requests depend on it. */
export interface NestjsPaginateOptions {
  /** Lets `limit=-1` ask for all rows, at most `max`; more are refused. By default `limit=-1` is refused. */
  readonly all?:
    | {
        /** The most rows of one answer. */
        readonly max: number;
      }
    | undefined;
  /** Searches for each word by itself, as `multiWordSearch` does there. By default the text is one phrase. */
  readonly multiWordSearch?: boolean | undefined;
  /** Writes links without the origin, as `relativePath` does there. */
  readonly relativePath?: boolean | undefined;
}

/** Checks the options, and throws a FilterConfigurationError with every mistake. */
export function checkNestjsPaginate(options: NestjsPaginateOptions): void {
  checkOptions('nestjsPaginate()', options, {
    all: (option) => checkAll('nestjsPaginate()', option.value),
    multiWordSearch: checkBoolean,
    relativePath: checkBoolean,
  });
}
