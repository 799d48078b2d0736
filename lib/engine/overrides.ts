import {
  type Check,
  type Faults,
  FilterConfigurationError,
  checkChoice,
  checkEach,
  checkText,
  checkedElsewhere,
  optionsIn,
  soundOptions,
} from '../configuration/index.js';
import type { PageSettings } from '../ast/index.js';
import type { Limits } from '../limits.js';
import { type NamedFacetRule, type RelationStrategy, type ViewOverrides, relationStrategies } from '../schema/index.js';
import { checkSelect } from '../selection/index.js';
import { type AllParameterNames, type UnknownPolicy, unknownPolicies } from '../wire/index.js';
import { checkAllowed } from './allowed-parameters.js';
import { checkPagination } from './pagination.js';
import { checkSource } from './source.js';

/** The differences between one handler, or one call in code, and the settings of its entity and of the module. */
export interface Overrides extends ViewOverrides {
  /** Any of the limits, for this handler. */
  readonly limits?: Partial<Limits> | undefined;
  /** Conditions and an order that hold without a client's request, in property names, of any column, without limits. */
  readonly defaults?: DefaultsOverride | undefined;
  /** `false` where the handler does not read `pagination`, which is then refused; or settings of its own. */
  readonly pagination?: false | PageSettings | undefined;
  /** The parameters' names for this handler. */
  readonly params?: Partial<AllParameterNames> | undefined;
  /** The fields that `search` looks in, in place of those of the entity; `false` where the handler has no search. */
  readonly search?: false | readonly string[] | undefined;
  /** The facets that clients may ask for, in place of those of the entity; `false` for none. */
  readonly facets?: false | readonly NamedFacetRule[] | undefined;
  /** Lets clients choose the fields of the answer: `true` for every exposed field, or the names of those that they may choose. */
  readonly select?: true | readonly string[] | undefined;
  /** The SQL for conditions on relations that declare none of their own, in place of the module's. */
  readonly strategy?: RelationStrategy | undefined;
  /** Put before the parameters' names, so that one URL can carry several lists: `posts_` reads `posts_filters`. */
  readonly prefix?: string | undefined;
  /** The place that the parameters come from, where it is another than the module's. */
  readonly source?: unknown;
  /** Decides about parameters that nobody has named: `similar`, `ignore` or `refuse`, as in `forRoot()`. */
  readonly unknownParameters?: UnknownPolicy | undefined;
  /** The parameters that the handler itself reads, in place of those that `forRoot()` names. */
  readonly allowParameters?: readonly string[] | undefined;
  /** Returns the overrides of all parameters of the handler, as its decorators know them once all have run. */
  readonly [ofHandler]?: (() => readonly (Overrides | undefined)[]) | undefined;
}

/**
 * Key for the overrides of the handler's other `@FilterQuery()` parameters. Their parameter names are known, so they must not be
 * reported as typos.
 */
export const ofHandler = Symbol.for('nestjs-filterable:of-handler');

/** Conditions and an order of a handler's own. */
export interface DefaultsOverride {
  readonly filters?: unknown;
  readonly sort?: unknown;
  /** `absent`: the filters hold where the client sends none (the default). `always`: they hold beside the client's. */
  readonly when?: 'absent' | 'always' | undefined;
}

/** The names of overrides. The symbol is set by the decorator, never by a program. */
type OverrideName = Exclude<keyof Overrides, typeof ofHandler>;

/** The overrides, each with the check of its value, as far as that needs neither the entity nor the module. */
const overrideOptions = {
  fields: checkedElsewhere,
  relations: checkedElsewhere,
  sort: checkedElsewhere,
  operators: checkedElsewhere,
  limits: checkedElsewhere,
  search: checkedElsewhere,
  facets: checkedElsewhere,
  select: checkSelect,
  params: checkedElsewhere,
  strategy: (option) => checkChoice(option, relationStrategies),
  prefix: checkText,
  defaults: ({ subject, name, value }) => {
    if (value === undefined) return;
    const defaults: DefaultsOverride = optionsIn({ subject, name, value }, ['filters', 'sort', 'when']);
    checkChoice({ subject, name: `${name}.when`, value: defaults.when }, ['absent', 'always']);
  },
  pagination: (option) => (option.value === false ? undefined : checkPagination(option)),
  source: checkSource,
  unknownParameters: (option) => checkChoice(option, unknownPolicies),
  allowParameters: checkAllowed,
} as const satisfies Record<OverrideName, Check>;

/** The options of one call in code, which say nothing about a list: a decorator has no use for them. */
const callOptions = {
  context: checkedElsewhere,
  trusted: checkedElsewhere,
} as const satisfies Record<string, Check>;

/** Returns the overrides that exist and pass their checks, and leaves the mistakes in `faults`. */
export function soundOverrides(overrides: Overrides, subject: string, faults: Faults): Overrides {
  return soundOptions({ subject, table: { ...overrideOptions, ...callOptions }, faults }, overrides);
}

/**
 * Refuses the options of a call on a decorator, where nothing reads them: a condition that looks trusted would be under the
 * limits, and a context would not be the one that scopes are decided by.
 */
export function checkDeclared(overrides: Overrides, subject: string): void {
  checkEach(Object.keys(callOptions), (name) => {
    if (!Object.hasOwn(overrides, name)) return;
    throw new FilterConfigurationError(
      `${subject}: the option \`${name}\` does nothing on a decorator; give it to parse() or filter()`,
    );
  });
}
