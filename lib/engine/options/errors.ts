import {
  type Option,
  type OptionTable,
  FilterConfigurationError,
  checkFunction,
  checkMembers,
  isObject,
  isOptions,
  wrongValue,
} from '../../configuration/index.js';
import type { FilterIssue } from '../../issues/index.js';

/** Makes the exception that refuses a request. */
type MakeRefusal = (issues: readonly FilterIssue[]) => Error;

/**
 * A module's refusals, with their documentation.
 *
 * @example
 * FilterModule.forRoot({ errors: { status: 422 } });
 */
export interface RefusalOptions {
  /** Makes the exception that refuses a request, instead of `FilterException`. */
  readonly make?: MakeRefusal | undefined;
  /** Status of every refusal, by default 400. An exception of `make` must have it itself. */
  readonly status?: 400 | 422 | undefined;
  /** JSON Schema of the body of `make`'s exception, for OpenAPI documents. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** Option `errors`: a function of the issues, or an object about the refusals. */
export type ErrorsOption = MakeRefusal | RefusalOptions;

const refusalOptions = {
  make: (option) => checkFunction(option, 'the issues'),
  status: (option) => {
    if (![undefined, 400, 422].includes(option.value as number)) throw wrongValue(option, '400 or 422');
  },
  schema: (option) => {
    const { value } = option;
    if (value === undefined || isObject(value)) return;
    throw wrongValue(option, 'a JSON Schema');
  },
} as const satisfies Record<keyof RefusalOptions, OptionTable[string]>;

/** Checks the option `errors`. */
export function checkErrors(option: Option): void {
  const { subject, name, value } = option;
  if (value === undefined || typeof value === 'function') return;
  if (!isOptions(value)) throw wrongValue(option, 'a function of the issues, or { make, status, schema }');
  checkMembers(option, refusalOptions);
  const { make, schema }: RefusalOptions = value;
  if (schema === undefined || make !== undefined) return;
  throw new FilterConfigurationError(
    `${subject}: \`${name}.schema\` is given without \`${name}.make\`, whose body it tells of; leave it out`,
  );
}

/** Returns the refusals of an option. */
export function refusalsOf(option: ErrorsOption | undefined): RefusalOptions {
  return typeof option === 'function' ? { make: option } : (option ?? {});
}
