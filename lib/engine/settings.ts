import { IANAZone } from 'luxon';
import { FilterConfigurationError } from '../configuration-error.js';
import type { PageSettings } from '../ast/index.js';
import { type Compatibility, type CompatibilityName, compatibilities } from '../compatibility/index.js';
import { type Limits, resolveLimits } from '../limits.js';
import type { Operator } from '../operators/index.js';
import type { NullsDefault } from '../sql/index.js';
import type { Report } from '../schema/index.js';
import { type ParameterNames, type UnknownPolicy, usualNames } from '../wire/index.js';
import { checkFunction, checkKeys, checkObject, checkSource, choiceOf, unknownName, wrongValue } from './checks.js';
import { type ForeignSettings, checkAllowed, checkPolicy } from './foreign.js';
import { operatorsOf } from './own-operators.js';
import { checkPagination } from './pagination.js';

/** What the engine can be told, without the parts that only Nest knows. */
export interface EngineOptions {
  readonly params?: Partial<ParameterNames> | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly nulls?: NullsDefault | undefined;
  readonly timezone?: string | undefined;
  readonly compatibility?: CompatibilityName | undefined;
  readonly operators?: readonly Operator[] | undefined;
  readonly pagination?: PageSettings | undefined;
  readonly unknownParameters?: UnknownPolicy | undefined;
  readonly allowParameters?: readonly string[] | undefined;
}

/** What is Nest's to know, as far as it can be wrong. */
export interface HostOptions {
  readonly source?: unknown;
  readonly errors?: unknown;
  readonly context?: unknown;
  readonly logUnindexed?: unknown;
}

/** The options, complete and checked. */
export interface Settings extends ForeignSettings {
  readonly params: ParameterNames;
  readonly limits: Limits;
  readonly nulls: NullsDefault;
  readonly zone: string;
  readonly compatibility: Compatibility;
  readonly operators: ReadonlyMap<string, Operator>;
  readonly pagination: PageSettings;
  readonly report: Report;
}

/** Completes the options, or throws a FilterConfigurationError that says which of them is wrong and what would be right. */
export function resolveSettings(options: EngineOptions & HostOptions, report: Report = () => undefined): Settings {
  checkKeys(options, optionNames, 'forRoot()');
  checkHostOptions(options);
  const params = resolveParams(usualNames, options.params, undefined, 'forRoot()');
  return Object.freeze({
    params,
    limits: limitsOf(options.limits, undefined, 'forRoot()'),
    nulls: choiceOf('nulls', options.nulls ?? 'engine', ['engine', 'first', 'last'], 'forRoot()'),
    zone: zoneOf(options.timezone ?? 'UTC'),
    compatibility:
      compatibilities[choiceOf('compatibility', options.compatibility ?? 'default', compatibilityNames, 'forRoot()')],
    operators: operatorsOf(options.operators),
    pagination: checkPagination(options.pagination ?? {}, 'forRoot()'),
    report,
    unknownParameters: checkPolicy(options.unknownParameters ?? 'similar', 'forRoot()'),
    allowParameters: checkAllowed(options.allowParameters ?? [], params, 'forRoot()'),
  });
}

function checkHostOptions({ source, errors, context, logUnindexed }: HostOptions): void {
  checkSource(source, 'forRoot()');
  checkFunction('errors', errors, 'the issues', 'forRoot()');
  checkFunction('context', context, 'the request', 'forRoot()');
  if (logUnindexed === undefined || typeof logUnindexed === 'boolean') return;
  throw wrongValue('forRoot()', 'logUnindexed', 'true or false', logUnindexed);
}

export function limitsOf(set: Partial<Limits> | undefined, base: Limits | undefined, where: string): Limits {
  if (set !== undefined) checkObject(set, `${where}: limits`);
  const limits = resolveLimits(set, base);
  if (typeof limits === 'string') throw new FilterConfigurationError(`${where}: ${limits}`);
  return limits;
}

const optionNames = [
  ...['params', 'source', 'limits', 'nulls', 'timezone', 'compatibility', 'operators', 'pagination'],
  ...['errors', 'context', 'logUnindexed', 'unknownParameters', 'allowParameters'],
];

/** The parameters' names, each different, none with a character that means something in a query string. */
export function resolveParams(
  base: ParameterNames,
  set: Partial<ParameterNames> | undefined,
  prefix: string | undefined,
  where: string,
): ParameterNames {
  const given = Object.entries(set ?? {}).filter(([, name]) => name !== undefined);
  for (const [key] of given)
    if (!Object.hasOwn(base, key)) throw unknownName(where, `params.${key}`, Object.keys(base), key);
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

function zoneOf(zone: string): string {
  if (IANAZone.isValidZone(zone)) return zone;
  throw new FilterConfigurationError(`forRoot(): timezone: ${zone} is no IANA time zone such as Europe/Oslo or UTC`);
}
