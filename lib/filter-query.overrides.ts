import type { EntityTarget } from 'typeorm';
import { type Overrides, ofHandler } from './engine/index.js';
import type { FieldName, FilterInput, ObjectName, PathName, RelationName, SortInput, SortKey } from './input/index.js';
import type { FilterSource } from './filter.module-options.js';
import type { FacetRule, FieldRule, RelationRule } from './schema/index.js';

/**
 * The differences between one handler and the settings of its entity and of the module. A list takes the place of the
 * entity's; a name in it that the entity exposes, too, keeps the rule that it has there.
 *
 * @example
 * list(@FilterQuery(Post, { fields: ['title'], relations: [], limits: { maxPageSize: 20 } }) query: FilterQuery<Post>) {}
 */
export interface FilterQueryOverrides<E = unknown> extends Overrides {
  /** The only fields that clients of this handler may filter by. */
  readonly fields?:
    readonly (FieldName<E> | (FieldRule & { readonly name: FieldName<E> | ObjectName<E> }))[] | undefined;
  /** The only relations that they may follow. */
  readonly relations?: readonly (RelationName<E> | (RelationRule & { readonly name: RelationName<E> }))[] | undefined;
  /** The only keys that they may sort by. */
  readonly sort?: readonly SortKey<E>[] | undefined;
  /** The fields that `search` looks in, in place of the entity's; `false` where the handler has no search. */
  readonly search?: false | readonly PathName<E>[] | undefined;
  /** The facets that clients may ask for, in place of the entity's; `false` for none. */
  readonly facets?: false | readonly (PathName<E> | (FacetRule & { readonly name: PathName<E> }))[] | undefined;
  /**
   * Lets clients choose the fields of the answer by `fields`: `true` for every exposed field that the builder selects, or the
   * names of those that they may choose, exposed or not. By default the parameter is not read.
   */
  readonly select?: true | readonly FieldName<E>[] | undefined;
  /** Conditions and an order that hold without a client's request, in property names, of any column, without limits. */
  readonly defaults?:
    | {
        readonly filters?: FilterInput<E> | undefined;
        readonly sort?: SortInput<E> | undefined;
        /** `absent`: the filters hold where the client sends none (the default). `always`: beside the client's own. */
        readonly when?: 'absent' | 'always' | undefined;
      }
    | undefined;
  /** The place that the parameters come from, where it is another than the module's. */
  readonly source?: FilterSource | undefined;
}

/** The overrides of one call in code, with the context that a request would have. */
export interface ParseOverrides<E> extends FilterQueryOverrides<E> {
  /** The value by which scopes and the visibility of fields are decided: the user of a request, or a part of it. */
  readonly context?: unknown;
}

/** The overrides of one call of `filter()`. */
export interface FilterOverrides<E> extends ParseOverrides<E> {
  /** Lifts the allow-list and the limits, for conditions of the program's own, of any column. A wrong name is then an error. */
  readonly trusted?: boolean | undefined;
}

/** The option `select`: of any entity, because the overrides themselves check the names. */
export type Select = Overrides['select'];

/** The rows of a list in code: where its overrides are known to have `select`, a request may leave out any of their fields. */
export type RowOf<E, S extends Select> = [S] extends [true]
  ? Partial<E>
  : [S] extends [readonly string[]]
    ? Partial<E>
    : E;

/** The entity and the overrides of a parameter that is decorated with `@FilterQuery()`. */
export interface FilterQueryParameter {
  readonly entity: EntityTarget<object>;
  readonly overrides: FilterQueryOverrides<object> | undefined;
}

/**
 * Returns the overrides that a profile depends on; undefined where all of them are about one call. Profiles are made once
 * for each overrides object, and a call that only passes its `context` needs none of its own.
 */
export function profileOverrides(overrides: Overrides | undefined): Overrides | undefined {
  // Those of decorators, which are all that most requests come with, last by what a decorator adds to them.
  if (overrides === undefined || ofHandler in overrides) return overrides;
  const isLasting = Reflect.ownKeys(overrides).some((key) => key !== 'context' && key !== 'trusted');
  return isLasting ? overrides : undefined;
}
