import { FilterConfigurationError, checkEach, checkText, optionsIn } from '../configuration/index.js';
import { type ParameterNames, usualNames } from '../wire/index.js';

/** The options that decide the names of the parameters in a URL, as `forRoot()` or one handler sets them. */
export interface NameOptions {
  /** An object with any of the three names; its type is checked, because it comes from options of any type. */
  readonly params?: unknown;
  readonly prefix?: string | undefined;
}

const parameters = Object.keys(usualNames);

/**
 * Resolves the names of the three parameters. They must differ, and have no character that means something in a query
 * string.
 *
 * @param base the names that hold where the options set none
 */
export function resolveParams(
  base: ParameterNames,
  { params, prefix = '' }: NameOptions,
  subject: string,
): ParameterNames {
  const set: Partial<ParameterNames> =
    params === undefined ? {} : optionsIn({ subject, name: 'params', value: params }, parameters);
  checkEach(Object.entries(set), ([name, value]) => checkText({ subject, name: `params.${name}`, value }));
  const names = {
    filters: prefix + (set.filters ?? base.filters),
    sort: prefix + (set.sort ?? base.sort),
    pagination: prefix + (set.pagination ?? base.pagination),
  };
  const invalid = Object.values(names).find((name) => !/^[A-Za-z_][\w-]*$/.test(name));
  if (invalid !== undefined) {
    throw new FilterConfigurationError(
      `${subject}: a parameter cannot be called ${invalid}; use letters, digits, _ and -`,
    );
  }
  if (new Set(Object.values(names)).size < parameters.length) {
    const list = Object.values(names).join(', ');
    throw new FilterConfigurationError(`${subject}: two parameters have the same name: ${list}`);
  }
  return Object.freeze(names);
}
