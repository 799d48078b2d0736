import type { EntityTarget, ObjectLiteral } from 'typeorm';
import {
  type Check,
  type Faults,
  FilterConfigurationError,
  checkBoolean,
  checkChoice,
  checkEach,
  checkText,
  checkedElsewhere,
  optionsIn,
  soundOptions,
} from '../../configuration/index.js';
import { type Hydration, type PageSettings, hydrations } from '../../ast/index.js';
import { type DeletedOption, checkDeleted } from '../../deleted/index.js';
import type { Limits } from '../../limits.js';
import {
  type AggregateRules,
  type NamedFacetRule,
  type NamedPopulateRule,
  type RelationStrategy,
  type ViewOverrides,
  relationStrategies,
} from '../../schema/index.js';
import { checkSelect } from '../../selection/index.js';
import { type AllParameterNames, type HostReads, type UnknownPolicy, unknownPolicies } from '../../wire/index.js';
import { checkAllowed } from './allowed-parameters.js';
import { type FlatOverrides, checkFlatOverrides } from './flat.js';
import { type PageAnswer, checkOwnAnswer } from './answer.js';
import { type OnRamp, checkOwnOnRamp } from './on-ramp.js';
import { checkPagination } from './pagination.js';
import { checkSource } from './source.js';

/** Differences between one handler, or one call in code, and the settings of its entity and of the module. */
export interface Overrides extends ViewOverrides {
  /** Any of the limits, for this handler. */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Conditions and an order that apply without a client's request, in property names, of any column, without limits.
   */
  readonly defaults?: DefaultsOverride | undefined;
  /** `false` where the handler refuses `pagination`, or settings of its own. */
  readonly pagination?: false | PageSettings | undefined;
  /** The parameters' names for this handler. */
  readonly params?: Partial<AllParameterNames> | undefined;
  /** Fields that `search` looks in, instead of the entity's. `false` for a handler without a search. */
  readonly search?: false | readonly string[] | undefined;
  /** Facets that clients may ask for, instead of the entity's. `false` for none. */
  readonly facets?: false | readonly NamedFacetRule[] | undefined;
  /** Aggregates of the list that clients may ask for, instead of the entity's; `false` for none. */
  readonly aggregates?: false | AggregateRules | undefined;
  /** The relations whose rows clients may ask for, instead of the entity's; `false` for none. */
  readonly populate?: false | readonly NamedPopulateRule[] | undefined;
  /** Lets clients choose the fields of the answer: `true` for every exposed field, or the names of the allowed ones. */
  readonly select?: true | readonly string[] | undefined;
  /**
   * Lets clients ask for soft-deleted rows by `deleted=with` and `deleted=only`: `true` for all of them, or a function
   * of the context. `{ related: true }` lets related rows follow.
   */
  readonly deleted?: DeletedOption | undefined;
  /** Whether dates and date-times take relative ones, such as `now-7d`, in place of the module's setting. */
  readonly relativeDates?: boolean | undefined;
  /** SQL for conditions on relations without a strategy of their own, instead of the module's. */
  readonly strategy?: RelationStrategy | undefined;
  /** The way to make the entities of the rows, in place of the module's. */
  readonly hydration?: Hydration | undefined;
  /** Prefix of the parameters' names, so that one URL can carry several lists: `posts_` reads `posts_filters`. */
  readonly prefix?: string | undefined;
  /** Source of the parameters. Default: the module's. */
  readonly source?: unknown;
  /** Form of the handler's answers, instead of the module's. `false` where it answers pages. */
  readonly answer?: false | PageAnswer | undefined;
  /** Reads the requests of another library's clients, in place of the module's on-ramp; `false` for none. */
  readonly onRamp?: false | OnRamp | undefined;
  /** Policy for parameters that nobody has named: `similar`, `ignore` or `refuse`, as in `forRoot()`. */
  readonly unknownParameters?: UnknownPolicy | undefined;
  /** Parameters that the handler itself reads, instead of the module's `allowParameters`. */
  readonly allowParameters?: readonly string[] | undefined;
  /** Names without brackets that mean the same as bracketed ones, beside the module's. `false` for none. */
  readonly flat?: false | FlatOverrides | undefined;
  /** Returns what the decorators of the handler know of it once all have run, or undefined outside of a handler. */
  readonly [ofHandler]?: (() => HandlerFacts) | undefined;
}

/** Facts of a handler whose other parameters decide what a list may refuse. */
export interface HandlerFacts {
  /** Lists of the handler, this one included. Their parameters are not typos. */
  readonly lists: readonly { readonly entity: ListedEntity; readonly overrides: Overrides | undefined }[];
  /** Parts of the query string that the handler reads beside its lists. */
  readonly query: HostReads;
  /** Parts of the body, or of a message's payload. */
  readonly body: HostReads;
  /** True for a message handler, whose payload is read like a body. */
  readonly isOfMessages: boolean;
  /** True for a handler of HTTP's QUERY, whose lists are in its content. */
  readonly isOfQueries: boolean;
}

/** A class, its name or its schema, to look up an entity. */
type ListedEntity = EntityTarget<ObjectLiteral>;

/** Key of the facts about the handler of a `@FilterQuery()` parameter. */
export const ofHandler = Symbol.for('nestjs-filterable:of-handler');

/** Conditions and an order of a handler's own. */
export interface DefaultsOverride {
  readonly filters?: unknown;
  readonly sort?: unknown;
  /**
   * `absent`: the filters apply where the client sends none (the default). `always`: they apply beside the client's.
   */
  readonly when?: 'absent' | 'always' | undefined;
}

/** Names of overrides. Only the decorator sets the symbol, never a program. */
type OverrideName = Exclude<keyof Overrides, typeof ofHandler>;

/** Overrides, each with the check of its value that needs neither the entity nor the module. */
const overrideOptions = {
  fields: checkedElsewhere,
  relations: checkedElsewhere,
  sort: checkedElsewhere,
  operators: checkedElsewhere,
  limits: checkedElsewhere,
  search: checkedElsewhere,
  facets: checkedElsewhere,
  aggregates: checkedElsewhere,
  populate: checkedElsewhere,
  select: checkSelect,
  deleted: checkDeleted,
  params: checkedElsewhere,
  strategy: (option) => checkChoice(option, relationStrategies),
  hydration: (option) => checkChoice(option, hydrations),
  prefix: checkText,
  relativeDates: checkBoolean,
  defaults: ({ subject, name, value }) => {
    if (value === undefined) return;
    const defaults: DefaultsOverride = optionsIn({ subject, name, value }, ['filters', 'sort', 'when']);
    checkChoice({ subject, name: `${name}.when`, value: defaults.when }, ['absent', 'always']);
  },
  pagination: (option) => (option.value === false ? undefined : checkPagination(option)),
  source: checkSource,
  answer: checkOwnAnswer,
  onRamp: checkOwnOnRamp,
  unknownParameters: (option) => checkChoice(option, unknownPolicies),
  allowParameters: checkAllowed,
  flat: checkFlatOverrides,
} as const satisfies Record<OverrideName, Check>;

/** Options of one call in code, which do not describe a list: a decorator has no use for them. */
const callOptions = {
  context: checkedElsewhere,
  trusted: checkedElsewhere,
} as const satisfies Record<string, Check>;

/** Returns the overrides that exist and pass their checks. `faults` collects the mistakes. */
export function soundOverrides(overrides: Overrides, subject: string, faults: Faults): Overrides {
  return soundOptions({ subject, table: { ...overrideOptions, ...callOptions }, faults }, overrides);
}

/**
 * Refuses the options of a call on a decorator, where nothing reads them: a condition would look trusted, but be under
 * the limits, and a context would not reach the scopes.
 */
export function checkDeclared(overrides: Overrides, subject: string): void {
  checkEach(Object.keys(callOptions), (name) => {
    if (!Object.hasOwn(overrides, name)) return;
    throw new FilterConfigurationError(
      `${subject}: the option \`${name}\` does nothing on a decorator; give it to parse() or filter()`,
    );
  });
}
