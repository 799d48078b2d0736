import type { AskedPath } from './ast/index.js';
import type { EntityTarget } from 'typeorm';
import { checkIsOptions, isObject } from './configuration/index.js';
import type { FlatOverrides } from './list/index.js';
import { type HandlerFacts, type Overrides, type PageAnswer, ofHandler } from './engine/index.js';
import type {
  AggregateFunctionName,
  FieldName,
  FilterInput,
  ObjectName,
  PathName,
  PopulatedRow,
  RelationName,
  SortInput,
  SortKey,
} from './contract/index.js';

import type { FilterSource } from './filter.module-options.js';
import type {
  DeclaredAggregate,
  FacetRule,
  FieldRule,
  Named,
  PopulateRule,
  RelationRule,
  SortKeyRule,
} from './schema/index.js';

/**
 * Differences between one handler and the settings of its entity and of the module. A list replaces the entity's. A
 * name in it that the entity also exposes keeps its rule.
 *
 * @example
 * list(@FilterQuery(Post, { fields: ['title'], relations: [], limits: { maxPageSize: 20 } }) query: FilterQuery<Post>)
 * {}
 */
export interface FilterQueryOverrides<E = unknown> extends Overrides {
  /** The only fields that clients of this handler may filter by. */
  readonly fields?:
    readonly (FieldName<E> | (FieldRule & Named<FieldName<E> | ObjectName<E>>) | DeclaredAggregate)[] | undefined;
  /** The only relations that clients of this handler may follow. */
  readonly relations?: readonly (RelationName<E> | (RelationRule & Named<RelationName<E>>))[] | undefined;
  /** The only keys that clients of this handler may sort by. */
  readonly sort?: readonly (SortKey<E> | SortKeyRule<SortKey<E>>)[] | undefined;
  /** Fields that `search` looks in, instead of the entity's. `false` for a handler without a search. */
  readonly search?: false | readonly PathName<E>[] | undefined;
  /** Facets that clients may request, instead of the entity's. `false` for none. */
  readonly facets?: false | readonly (PathName<E> | (FacetRule & Named<PathName<E>>))[] | undefined;
  /** The functions over fields that clients may request, instead of the entity's; `false` for none. */
  readonly aggregates?: false | { readonly [K in FieldName<E>]?: readonly AggregateFunctionName[] } | undefined;
  /** The relations whose rows clients may request, instead of the entity's; `false` for none. */
  readonly populate?: false | readonly (RelationName<E> | PopulateRuleOf<E>)[] | undefined;
  /**
   * Lets clients choose the fields of the answer by `fields`: `true` for every exposed field that the builder selects,
   * or the names of the allowed ones, exposed or not. By default the parameter is not read.
   */
  readonly select?: true | readonly FieldName<E>[] | undefined;
  /**
   * Conditions and an order that apply without a client's request, in property names, of any column, without limits.
   */
  readonly defaults?:
    | {
        /** The conditions, in property names. */
        readonly filters?: FilterInput<E> | undefined;
        /** The order where the client names none. */
        readonly sort?: SortInput<E> | undefined;
        /**
         * Keys before the client's own, on every page: `{ sortBefore: 'pinned:desc' }`. Links and `toString()` do not
         * have them. Of two keys for one column, the first one decides. Where clients may not sort by a key, the list
         * has cursors only with `pagination.secret`.
         */
        readonly sortBefore?: SortInput<E> | undefined;
        /** Keys after the client's own, on every page. */
        readonly sortAfter?: SortInput<E> | undefined;
        /** `absent`: the filters apply where the client sends none (the default). `always`: beside the client's own. */
        readonly when?: 'absent' | 'always' | undefined;
      }
    | undefined;
  /**
   * Names without brackets that mean the same as bracketed ones: names of pages and the order as in `forRoot()`, and
   * conditions by their names, which may lead through relations. `false` turns the module's off.
   *
   * @example
   * \@FilterQuery(User, { flat: { page: 'page', filters: { name: '$contains', deptId: 'dept.id' } } })
   */
  readonly flat?: false | FlatOverrides<AskedPath<E>, SortKey<E>> | undefined;
  /** The shape of the handler's answers, in place of the module's; `false` where it answers pages. */
  readonly answer?: false | PageAnswer<E> | undefined;
  /** Source of the parameters. Default: the module's. */
  readonly source?: FilterSource | undefined;
}

/**
 * Returns overrides as they are, typed for an entity: names in a constant stay literals without `as const`.
 *
 * @example
 * const few = filterOverrides<Post>({ fields: ['title'], relations: [] });
 */
export function filterOverrides<E>(overrides: FilterQueryOverrides<E>): FilterQueryOverrides<E> {
  return overrides;
}

/** Rule of a populated relation, with the related entity's names. */
export type PopulateRuleOf<E> = string extends keyof E
  ? PopulateRule
  : {
      [K in RelationName<E>]: Omit<PopulateRule, 'name' | 'sort' | 'fields' | 'where'> & {
        readonly name: K;
        readonly sort?: SortInput<PopulatedRow<E, K>> | undefined;
        readonly fields?: readonly FieldName<PopulatedRow<E, K>>[] | undefined;
        readonly where?:
          FilterInput<PopulatedRow<E, K>> | ((context: never) => FilterInput<PopulatedRow<E, K>>) | undefined;
      };
    }[RelationName<E>];

/** Overrides of one call in code, with the context of a request. */
export interface ParseOverrides<E> extends FilterQueryOverrides<E> {
  /** Value that decides scopes and the visibility of fields: the user of a request, or a part of it. */
  readonly context?: unknown;
}

/** The overrides of one call of `filter()`. */
export interface FilterOverrides<E> extends ParseOverrides<E> {
  /**
   * Lifts the allow-list and the limits, for the program's own conditions on any column. A wrong name is then an error.
   */
  readonly trusted?: boolean | undefined;
}

/** The option `select` for any entity, because the overrides themselves check the names. */
export type Select = Overrides['select'];

/** Rows of a list in code. With a known `select` in the overrides, a request may leave out any of their fields. */
export type RowOf<E, S extends Select> = [S] extends [true]
  ? Partial<E>
  : [S] extends [readonly string[]]
    ? Partial<E>
    : E;

/** The entity and the overrides of a parameter that is decorated with `@FilterQuery()`. */
export interface FilterQueryParameter {
  readonly entity: EntityTarget<object>;
  readonly overrides: FilterQueryOverrides<object> | undefined;
  /** Position among the parameters of its handler. Undefined for a property of a DTO. */
  readonly index?: number | undefined;
}

/**
 * Returns a frozen copy of a decorator's overrides, with access to the facts of its handler: the names that its other
 * parameters read must not be refused. The copy inherits what the overrides do, so that boot sees options among it.
 *
 * @param subject the decorator, which begins an error
 * @throws FilterConfigurationError for what cannot be options
 */
export function declaredOverrides(
  subject: string,
  overrides: object | null | undefined,
  facts: (() => HandlerFacts) | undefined,
): object {
  const given = overrides ?? {};
  checkIsOptions(subject, given);
  const copy = Object.create(Object.getPrototypeOf(given) as object | null) as object;
  Object.defineProperties(copy, Object.getOwnPropertyDescriptors(given));
  if (facts !== undefined) Object.defineProperty(copy, ofHandler, { value: facts, enumerable: true });
  return Object.freeze(copy);
}

/**
 * Returns the overrides that a profile depends on, or undefined where all of them are about one call. Profiles are made
 * once for each overrides object, and a call that only passes its `context` needs none of its own.
 *
 * @throws FilterConfigurationError for what cannot be options
 */
export function profileOverrides(overrides: Overrides | undefined): Overrides | undefined {
  // Most requests have only a decorator's overrides, which end with the member that the decorator adds.
  if (overrides === undefined || (isObject(overrides) && ofHandler in overrides)) return overrides;
  checkIsOptions('The overrides of a call', overrides);
  const isLasting = Reflect.ownKeys(overrides).some((key) => key !== 'context' && key !== 'trusted');
  return isLasting ? overrides : undefined;
}
