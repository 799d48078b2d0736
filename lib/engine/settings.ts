import { IANAZone } from 'luxon';
import type { PageSettings } from '../ast/index.js';
import { type Compatibility, type CompatibilityName, compatibilities } from '../compatibility/index.js';
import { type Limits, resolveLimits } from '../limits.js';
import { type Operator, builtInOperators } from '../operators/index.js';
import { FilterConfigurationError, didYouMean } from '../schema/index.js';
import type { NullsDefault } from '../sql/index.js';
import type { ParameterNames } from '../wire/index.js';

/** What the engine can be told, without the parts that only Nest knows. */
export interface EngineOptions {
  readonly params?: Partial<ParameterNames> | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly nulls?: NullsDefault | undefined;
  readonly timezone?: string | undefined;
  readonly compatibility?: CompatibilityName | undefined;
  readonly operators?: readonly Operator[] | undefined;
  readonly pagination?: PageSettings | undefined;
}

/** The same, complete and checked. */
export interface Settings {
  readonly params: ParameterNames;
  readonly limits: Limits;
  readonly nulls: NullsDefault;
  readonly zone: string;
  readonly compatibility: Compatibility;
  readonly operators: ReadonlyMap<string, Operator>;
  readonly pagination: PageSettings;
}

const defaultParams: ParameterNames = { filters: 'filters', sort: 'sort', pagination: 'pagination' };

/** Completes the options, or throws a FilterConfigurationError that says which of them is wrong and what would be right. */
export function resolveSettings(options: EngineOptions): Settings {
  checkKeys(options, optionNames, 'forRoot()');
  return Object.freeze({
    params: resolveParams(defaultParams, options.params, undefined, 'forRoot()'),
    limits: limitsOf(options.limits, undefined, 'forRoot()'),
    nulls: oneOf('nulls', options.nulls ?? 'engine', ['engine', 'first', 'last']),
    zone: zoneOf(options.timezone ?? 'UTC'),
    compatibility: compatibilities[oneOf('compatibility', options.compatibility ?? 'default', compatibilityNames)],
    operators: operatorsOf(options.operators ?? []),
    pagination: checkPagination(options.pagination ?? {}, 'forRoot()'),
  });
}

export function limitsOf(set: Partial<Limits> | undefined, base: Limits | undefined, where: string): Limits {
  const limits = resolveLimits(set, base);
  if (typeof limits === 'string') throw new FilterConfigurationError(`${where}: ${limits}`);
  return limits;
}

const optionNames = [
  ...['params', 'source', 'limits', 'nulls', 'timezone', 'compatibility', 'operators', 'pagination'],
  ...['errors', 'context', 'logUnindexed'],
];

/** An option that does not exist would otherwise be lost in silence. */
export function checkKeys(options: object, known: readonly string[], where: string): void {
  for (const key of Object.keys(options)) if (!known.includes(key)) throw wrong(where, key, known, key);
}

/** The parameters' names, each different, none with a character that means something in a query string. */
export function resolveParams(
  base: ParameterNames,
  set: Partial<ParameterNames> | undefined,
  prefix: string | undefined,
  where: string,
): ParameterNames {
  const given = Object.entries(set ?? {}).filter(([, name]) => name !== undefined);
  for (const [key] of given) if (!Object.hasOwn(base, key)) throw wrong(where, `params.${key}`, Object.keys(base), key);
  const named = { ...base, ...Object.fromEntries(given) };
  const names = {
    filters: `${prefix ?? ''}${named.filters}`,
    sort: `${prefix ?? ''}${named.sort}`,
    pagination: `${prefix ?? ''}${named.pagination}`,
  };
  for (const name of Object.values(names)) {
    if (!/^[A-Za-z_][\w-]*$/.test(name)) {
      throw new FilterConfigurationError(
        `${where}: a parameter cannot be called ${name}; use letters, digits, _ and -`,
      );
    }
  }
  if (new Set(Object.values(names)).size < 3) {
    throw new FilterConfigurationError(`${where}: two parameters are called alike: ${Object.values(names).join(', ')}`);
  }
  return Object.freeze(names);
}

const compatibilityNames = Object.keys(compatibilities) as CompatibilityName[];

function oneOf<Name extends string>(option: string, given: Name, known: readonly Name[]): Name {
  if (known.includes(given)) return given;
  throw wrong('forRoot()', `${option}: ${given}`, known, given);
}

function wrong(where: string, what: string, known: readonly string[], given: string): FilterConfigurationError {
  return new FilterConfigurationError(`${where}: ${what} does not exist; ${didYouMean(given, known)}`);
}

function zoneOf(zone: string): string {
  if (IANAZone.isValidZone(zone)) return zone;
  throw new FilterConfigurationError(`forRoot(): timezone: ${zone} is no IANA time zone such as Europe/Oslo or UTC`);
}

function operatorsOf(own: readonly Operator[]): ReadonlyMap<string, Operator> {
  const operators = new Map(builtInOperators.map((operator) => [operator.token as string, operator]));
  for (const operator of own) {
    if (operators.has(operator.token)) {
      throw new FilterConfigurationError(
        `forRoot(): operators: there is a ${operator.token} already; choose another token`,
      );
    }
    operators.set(operator.token, operator);
  }
  return operators;
}

/** Settings of pages, checked; see PageSettings. */
export function checkPagination(settings: PageSettings, where: string): PageSettings {
  const { count, secret } = settings;
  if (secret !== undefined && secret.length < 16) {
    throw new FilterConfigurationError(
      `${where}: pagination.secret has ${secret.length} characters; 16 or more are needed`,
    );
  }
  checkKeys(settings, ['count', 'secret', 'shape'], `${where}: pagination`);
  if (typeof count === 'object') checkKeys(count, ['capped'], `${where}: pagination.count`);
  const capped = typeof count === 'object' ? count.capped : 1;
  if (!(Number.isSafeInteger(capped) && capped > 0)) {
    throw new FilterConfigurationError(
      `${where}: pagination.count.capped must be a whole number from 1, not ${capped}`,
    );
  }
  if (typeof count === 'string' && !['exact', 'none', 'estimate'].includes(count)) {
    throw wrong(where, `pagination.count: ${count}`, ['exact', 'none', 'estimate', '{ capped: 1000 }'], count);
  }
  return settings;
}
