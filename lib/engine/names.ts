import { FilterConfigurationError, checkEach, optionsIn } from '../configuration/index.js';
import { type AllParameterNames, type Parameter, type ParameterNames, namesIn, parameters } from '../wire/index.js';

/** The options that decide the names of the parameters in a URL, as `forRoot()` or one handler sets them. */
export interface NameOptions {
  /** An object with any of the names. Its type is checked, because it comes from options of any type. */
  readonly params?: unknown;
  readonly prefix?: string | undefined;
}

/**
 * Resolves the names of the parameters. They may not contain special characters of a query string.
 *
 * @param base the names where the options set none
 */
export function resolveParams(
  base: AllParameterNames,
  { params, prefix = '' }: NameOptions,
  subject: string,
): AllParameterNames {
  const set = namesSet(params, subject);
  const entries = parameters.map((parameter) => [parameter, prefix + (set[parameter] ?? base[parameter])] as const);
  const invalid = entries.find(([, name]) => !/^[A-Za-z_][\w-]*$/.test(name))?.[1];
  if (invalid !== undefined) {
    throw new FilterConfigurationError(
      `${subject}: a parameter cannot be called ${invalid}; use letters, digits, _ and -`,
    );
  }
  return Object.freeze(Object.fromEntries(entries) as Record<Parameter, string>);
}

/**
 * Keeps the names of the parameters that a list reads, which must differ. The others are the host's.
 *
 * @param read the declared parameters, beside the ones of every list
 */
export function namesRead(names: AllParameterNames, read: readonly Parameter[], subject: string): ParameterNames {
  const { filters, sort, pagination } = names;
  const declared = Object.fromEntries(read.map((parameter) => [parameter, names[parameter]]));
  const all: ParameterNames = { filters, sort, pagination, ...declared };
  const values = namesIn(all);
  if (new Set(values).size < values.length) {
    throw new FilterConfigurationError(`${subject}: two parameters have the same name: ${values.join(', ')}`);
  }
  return Object.freeze(all);
}

function namesSet(params: unknown, subject: string): Partial<AllParameterNames> {
  return params === undefined ? {} : optionsIn({ subject, name: 'params', value: params }, parameters);
}

/** Checks the module's option `params`: its names must differ from each other, and from the names of every list. */
export function checkParams(
  { value, subject }: { readonly value: unknown; readonly subject: string },
  base: AllParameterNames,
): void {
  const set = namesSet(value, subject);
  namesRead(
    resolveParams(base, { params: value }, subject),
    parameters.filter((name) => set[name] !== undefined),
    subject,
  );
}

/** Refuses a name of the library's own, because the application does not see that parameter. */
export function checkUnread(allowed: readonly string[], read: readonly string[], subject: string): void {
  checkEach(allowed, (name) => {
    if (!read.includes(name)) return;
    throw new FilterConfigurationError(
      `${subject}: \`allowParameters\` lists ${name}, which this list reads; leave it out, or rename the parameter with \`params\``,
    );
  });
}
