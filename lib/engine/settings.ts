import { Faults, soundOptions } from '../configuration/index.js';
import type { AdaptiveSettings } from '../adaptive/index.js';
import type { PageSettings } from '../ast/index.js';
import { type Compatibility, compatibilities } from '../compatibility/index.js';
import { type Limits, resolveLimits } from '../limits.js';
import type { AnyOperator } from '../operators/index.js';
import type { NullsDefault } from '../sql/index.js';
import type { ReadSettings } from '../page/index.js';
import type { RelationStrategy, Report } from '../schema/index.js';
import { type AllParameterNames, usualNames } from '../wire/index.js';
import { checkUnread } from './allowed-parameters.js';
import type { ForeignSettings } from './foreign.js';
import { type ModuleOptions, moduleOptions, moduleSubject } from './options.js';
import { operatorsOf } from './own-operators.js';
import { namesRead, resolveParams } from './parameter-names.js';

/** The options of the module, complete and checked. */
export interface Settings extends ForeignSettings {
  readonly params: AllParameterNames;
  readonly limits: Limits;
  readonly nulls: NullsDefault;
  /** The IANA time zone in which dates and zoneless date-times are read. */
  readonly zone: string;
  readonly compatibility: Compatibility;
  /** Every operator by its token, the built-in ones first. */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  readonly pagination: PageSettings;
  readonly reads: ReadSettings;
  readonly strategy: RelationStrategy;
  readonly adaptive: AdaptiveSettings;
  /** Receives what puts an end to preparing statements on the server; undefined where they are not prepared there. */
  readonly naming: Report | undefined;
  /** Receives the failures of a `when`, which are logged and refuse nobody. */
  readonly report: Report;
}

/**
 * Completes the options of the module with their defaults.
 *
 * @param faults receives every mistake, where other checks are to follow before an error is thrown; the settings then have
 * the default of each option that is wrong
 * @throws FilterConfigurationError with every mistake, where there are no `faults` to receive them
 */
export function resolveSettings(
  options: ModuleOptions<never>,
  report: Report = () => undefined,
  faults?: Faults,
): Settings {
  const collected = faults ?? new Faults();
  const sound = soundOptions({ subject: moduleSubject, table: moduleOptions, faults: collected }, options);
  const { allowParameters = [], operators } = sound;
  const compatibility = compatibilities[sound.compatibility ?? 'default'];
  const params = resolveParams({ ...usualNames, ...compatibility.names }, sound, moduleSubject);
  collected.collect(() => checkUnread(allowParameters, namesRead(params, [], moduleSubject), moduleSubject));
  if (faults === undefined) collected.throwIfAny();
  return Object.freeze({
    params,
    limits: resolveLimits({ subject: moduleSubject, name: 'limits', value: sound.limits }),
    nulls: sound.nulls ?? 'engine',
    zone: sound.timezone ?? 'UTC',
    compatibility,
    operators: operatorsOf({ subject: moduleSubject, name: 'operators', value: operators }),
    pagination: sound.pagination ?? {},
    reads: sound.reads ?? {},
    strategy: sound.strategy ?? 'adaptive',
    adaptive: sound.adaptive ?? {},
    naming: sound.preparedStatements === true ? report : undefined,
    report,
    unknownParameters: sound.unknownParameters ?? 'similar',
    allowParameters: Object.freeze([...allowParameters]),
  });
}
