import { checkBoolean, checkNames, checkOptions } from '../../configuration/index.js';
import { checkAll } from '../shared/options.js';

/** What an application that comes from @dataui/crud has in its options, as far as requests depend on it. */
export interface CrudOptions {
  /** Answers `{ data, count, total, page, pageCount }` to every request, as `alwaysPaginate` does there. */
  readonly alwaysPaginate?: boolean | undefined;
  /** Answers all rows, at most `max`, to a request without a limit and a page; more are refused. By default, a page. */
  readonly all?:
    | {
        /** The most rows of one answer. */
        readonly max: number;
      }
    | undefined;
  /** The relations that the handlers load with every row: `join` of these is read, and changes nothing. */
  readonly joined?: readonly string[] | undefined;
}

/** Checks the options, and throws a FilterConfigurationError with every mistake. */
export function checkCrud(options: CrudOptions): void {
  checkOptions('crud()', options, {
    alwaysPaginate: checkBoolean,
    all: ({ value }) => checkAll('crud()', value),
    joined: checkNames,
  });
}
