import type { Condition, Hydration, PageSettings, SortTerm } from '../../ast/index.js';
import type { Limits } from '../../limits.js';
import type { FilterSchema, RelationStrategy, View, ViewKind } from '../../schema/index.js';
import type { ForeignParameters, ParameterNames } from '../../wire/index.js';
import type { ListAnswer } from '../options/answer.js';
import type { OnRamp } from '../options/on-ramp.js';
import type { Overrides } from '../options/overrides.js';
import type { FlatProfile } from './flat.js';
import type { Lists } from './lists.js';
import type { StylesOf } from './page-styles.js';

/** The way in which one handler, or one call in code, reads its requests: entity, settings and overrides in one. */
export interface Profile {
  readonly schema: FilterSchema;
  /** The overrides object itself: profiles are kept by it. */
  readonly overrides: Overrides;
  readonly limits: Limits;
  readonly params: ParameterNames;
  /** Judges the parameters that the profile does not read. */
  readonly foreign: ForeignParameters;
  /** The flat names that the profile reads. Undefined where it has none. */
  readonly flat: FlatProfile | undefined;
  readonly pagination: PageSettings;
  /** False where the handler has no pages, and refuses `pagination`. */
  readonly paginated: boolean;
  /** Returns the page styles that a client may use, by its context. Empty where `pagination` is not read. */
  readonly styles: StylesOf;
  /**
   * Identifies overrides that change a list's rows or their order, to bind cursors to them.
   * Empty without such overrides.
   */
  readonly handler: string;
  /** Form of the answers. Undefined where pages are answered. */
  readonly answer: ListAnswer | undefined;
  /** Reader of another library's requests. Undefined where requests are read as they are. */
  readonly onRamp: OnRamp | undefined;
  /** The strategy of relations that declare none. */
  readonly strategy: RelationStrategy;
  /** The way to make the entities of the rows. */
  readonly hydration: Hydration;
  /** True where relative dates are read. */
  readonly relativeDates: boolean;
  readonly defaults: {
    readonly filters: Condition | undefined;
    /** True where the filters have relative dates, which each request reads at its own moment. */
    readonly isRelative: boolean;
    readonly sort: readonly SortTerm[];
    /** True where the filters apply beside the client's own, not only in their absence. */
    readonly always: boolean;
  };
  /** Settings that an answer depends on, as one text, for cache keys. */
  readonly settings: string;
  /** Returns the members that a request may name, in the names of its origin. */
  view(kind: ViewKind): View;
  /** Returns the declarations for the parameters that the list only reads if declared. */
  lists(kind: ViewKind): Lists;
  /** The profile for clients that may not send `deleted`. Undefined where it exists for all, or for none. */
  readonly withoutDeleted: ConditionalProfile | undefined;
  /** Refuses a `when` that returns a promise. It is called before a request is read. */
  checkVisibilities(context: unknown): void;
  /** Returns true where some entity has a `when`, so that the meaning of a name may depend on the context. */
  hasVisibilities(): boolean;
}

/** A profile that takes the place of another in some contexts. */
export interface ConditionalProfile {
  readonly profile: Profile;
  /** Returns true for a context where it takes that place. */
  readonly isFor: (context: unknown) => boolean;
}

/** Returns a profile as one context knows it. */
export function profileFor(profile: Profile, context: unknown): Profile {
  const { withoutDeleted: other } = profile;
  return other?.isFor(context) === true ? other.profile : profile;
}
