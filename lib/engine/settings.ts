import { type Hydration, type Moment, type PageSettings, momentBy, mostUnpaged, secretsOf } from '../ast/index.js';
import type { AdaptiveSettings } from '../adaptive/index.js';
import { type Compatibility, compatibilities } from '../compatibility/index.js';
import { Faults, soundOptions } from '../configuration/index.js';
import { type Limits, resolveLimits } from '../limits.js';
import type { FlatOptions } from '../list/index.js';
import type { AnyOperator } from '../operators/index.js';
import type { ReadSettings } from '../page/index.js';
import type { EntityRules, FilterSchema, RelationStrategy, Report } from '../schema/index.js';
import type { NullsDefault } from '../sql/index.js';
import { type AllParameterNames, type UnknownPolicy, namesIn, usualNames } from '../wire/index.js';
import { checkUnread, namesRead, resolveParams } from './names.js';
import type { OnRamp, PageAnswer } from './on-ramp.js';
import {
  type ModuleOptions,
  type RefusalOptions,
  type Source,
  moduleChecks,
  moduleSubject,
  operatorsOf,
  refusalsOf,
} from './options.js';

/** The options of the module, complete and checked. */
export interface Settings {
  readonly params: AllParameterNames;
  /** Source of the handlers' parameters. */
  readonly source: Source<never>;
  /** Policy for parameters that nobody has named. Undefined for the default, which depends on the list. */
  readonly unknownParameters: UnknownPolicy | undefined;
  /** The parameters that the application itself reads. */
  readonly allowParameters: readonly string[];
  readonly limits: Limits;
  readonly nulls: NullsDefault;
  /** IANA time zone of dates and zoneless date-times. */
  readonly zone: string;
  readonly compatibility: Compatibility;
  /** Every operator by its token, the built-in ones first. */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  readonly pagination: PageSettings;
  readonly reads: ReadSettings;
  /** The flat names of all lists. Undefined where they have none. */
  readonly flat: FlatOptions | undefined;
  readonly strategy: RelationStrategy;
  readonly relativeDates: boolean;
  /** Returns the present, in milliseconds since 1970. */
  readonly clock: () => number;
  readonly adaptive: AdaptiveSettings;
  readonly hydration: Hydration;
  /** Form of the answers. Undefined where pages are answered. */
  readonly answer: PageAnswer | undefined;
  readonly onRamp: OnRamp | undefined;
  readonly rules: readonly EntityRules[];
  readonly refusals: RefusalOptions;
  /** Called when named statements stop working on the server. Undefined where none are used. */
  readonly naming: Report | undefined;
  /** Receives the failures of a `when`, which are logged and refuse no request. */
  readonly report: Report;
}

/**
 * Completes the options of the module with their defaults.
 *
 * @param faults receives every mistake where other checks follow before an error is thrown; a wrong
 * option then has its default
 * @throws FilterConfigurationError with every mistake, unless there are `faults`
 */
export function resolveSettings(
  options: ModuleOptions<never>,
  report: Report = () => undefined,
  faults?: Faults,
): Settings {
  const collected = faults ?? new Faults();
  const sound = soundOptions({ subject: moduleSubject, table: moduleChecks, faults: collected }, options);
  const { allowParameters = [], operators } = sound;
  const compatibility = compatibilities[sound.compatibility ?? 'default'];
  const params = resolveParams({ ...usualNames, ...compatibility.names }, sound, moduleSubject);
  collected.collect(() => checkUnread(allowParameters, namesIn(namesRead(params, [], moduleSubject)), moduleSubject));
  if (faults === undefined) collected.throwIfAny();
  return Object.freeze({
    params,
    source: sound.source ?? 'query',
    nulls: sound.nulls ?? 'engine',
    zone: sound.timezone ?? 'UTC',
    pagination: sound.pagination ?? {},
    reads: sound.reads ?? {},
    flat: sound.flat,
    strategy: sound.strategy ?? 'adaptive',
    relativeDates: sound.relativeDates ?? true,
    adaptive: sound.adaptive ?? {},
    answer: sound.answer,
    onRamp: sound.onRamp,
    rules: sound.rules ?? [],
    unknownParameters: sound.unknownParameters,
    limits: resolveLimits({ subject: moduleSubject, name: 'limits', value: sound.limits }),
    compatibility,
    operators: operatorsOf({ subject: moduleSubject, name: 'operators', value: operators }),
    clock: clockIn(options),
    hydration: sound.hydration ?? 'compiled',
    refusals: refusalsOf(sound.errors),
    naming: sound.preparedStatements === true ? report : undefined,
    report,
    allowParameters: Object.freeze([...allowParameters]),
  });
}

/** Key of an option that tests alone set: the clock, in place of the machine's. No program can set it by mistake. */
export const ownClock = Symbol.for('nestjs-filterable:clock');

function clockIn(options: object): () => number {
  const clock: unknown = Reflect.get(options, ownClock);
  return typeof clock === 'function' ? () => Number(Reflect.apply(clock, undefined, [])) : () => Date.now();
}

/** Returns the moment of a request that comes now, or undefined where relative dates are not read. */
export function momentOf({ relativeDates, clock }: Pick<Settings, 'relativeDates' | 'clock'>): Moment | undefined {
  return relativeDates ? momentBy(clock) : undefined;
}

/**
 * Prints the settings that an answer depends on, for cache keys: two requests with different
 * answers must not share one.
 */
export function settingsText(
  { name, metadata, dialect }: FilterSchema,
  { nulls, zone, compatibility }: Settings,
  { pagination, limits }: { readonly pagination: PageSettings; readonly limits: Limits },
): string {
  const { count, styles } = pagination;
  const most = mostUnpaged(pagination);
  // A former secret decides which cursors are read, and nothing of an answer.
  const [secret] = secretsOf(pagination);
  return JSON.stringify([
    [name, metadata.tablePath, dialect.name],
    nulls,
    zone,
    compatibility.keyDirection,
    count,
    secret,
    styles,
    limits.pageSize,
    ...(most === undefined ? [] : [most]),
  ]);
}
