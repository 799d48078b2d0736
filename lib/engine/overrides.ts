import type { PageSettings } from '../ast/index.js';
import type { Limits } from '../limits.js';
import type { ViewOverrides } from '../schema/index.js';
import type { ParameterNames, UnknownPolicy } from '../wire/index.js';

/** What one handler, or one call in code, changes of what the entity and the module say. */
export interface Overrides extends ViewOverrides {
  /** Any of the limits, for this handler. */
  readonly limits?: Partial<Limits> | undefined;
  /** Conditions and an order that the client need not ask for, written in property names, any column, no limits. */
  readonly defaults?: DefaultsOverride | undefined;
  /** `false` where the handler does not read `pagination`, which is then refused; or settings of its own. */
  readonly pagination?: false | PageSettings | undefined;
  /** What the parameters are called here. */
  readonly params?: Partial<ParameterNames> | undefined;
  /** Put before the parameters' names, so that one URL can carry several lists: `posts_` reads `posts_filters`. */
  readonly prefix?: string | undefined;
  /** What is done about parameters that nobody has named: `similar`, `ignore` or `refuse`, as in `forRoot()`. */
  readonly unknownParameters?: UnknownPolicy | undefined;
  /** The parameters that the handler itself reads, in place of those that `forRoot()` names. */
  readonly allowParameters?: readonly string[] | undefined;
  /** What the decorator knows: the overrides of all parameters of its handler, when all of them are there. */
  readonly [ofHandler]?: (() => readonly (Overrides | undefined)[]) | undefined;
}

/** Under which the decorator tells the other parameters of a handler, whose names are not the host's either. */
export const ofHandler = Symbol.for('nestjs-filterable:of-handler');

export interface DefaultsOverride {
  readonly filters?: unknown;
  readonly sort?: unknown;
  /** `absent`: the filters hold where the client sends none (the default). `always`: they hold beside the client's. */
  readonly when?: 'absent' | 'always' | undefined;
}
