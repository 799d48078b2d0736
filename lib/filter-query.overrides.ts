import type { EntityTarget } from 'typeorm';
import type { Overrides } from './engine/index.js';
import type { FieldName, FilterInput, RelationName, SortInput, SortKey } from './input/index.js';
import type { FilterSource } from './filter.module-options.js';
import type { FieldRule, RelationRule } from './schema/index.js';

/**
 * What one handler changes of what its entity and the module say. A list given here takes the place of theirs; a name
 * that the entity exposes, too, keeps what is said of it there.
 *
 * @example
 * list(@FilterQuery(Post, { fields: ['title'], relations: [], limits: { maxPageSize: 20 } }) query: FilterQuery<Post>) {}
 */
export interface FilterQueryOverrides<E = unknown> extends Overrides {
  /** The only fields that may be asked about here. */
  readonly fields?: readonly (FieldName<E> | (FieldRule & { readonly name: FieldName<E> }))[] | undefined;
  /** The only relations that may be followed here. */
  readonly relations?: readonly (RelationName<E> | (RelationRule & { readonly name: RelationName<E> }))[] | undefined;
  /** The only sort keys. */
  readonly sort?: readonly SortKey<E>[] | undefined;
  /** What holds without being asked for: in property names, any column, no limits. */
  readonly defaults?:
    | {
        readonly filters?: FilterInput<E> | undefined;
        readonly sort?: SortInput<E> | undefined;
        /** `absent`: the filters hold where the client sends none (the default). `always`: beside the client's own. */
        readonly when?: 'absent' | 'always' | undefined;
      }
    | undefined;
  /** Where the parameters come from here. */
  readonly source?: FilterSource | undefined;
}

/** What a call in code says beside what a handler's decorator can say. */
export interface ParseOverrides<E> extends FilterQueryOverrides<E> {
  /** What scopes and the visibility of fields are decided by. */
  readonly context?: unknown;
}

/** What a call of `filter()` says. */
export interface FilterOverrides<E> extends ParseOverrides<E> {
  /** Lifts the allow-list and the limits, for the program's own conditions: any column. A wrong name then is an error. */
  readonly trusted?: boolean | undefined;
}

/** What a decorated parameter is about. */
export interface FilterQueryParameter {
  readonly entity: EntityTarget<object>;
  readonly overrides: FilterQueryOverrides<object> | undefined;
}

/**
 * Returns the overrides that a profile depends on; undefined where all of them are about one call. Profiles are made once
 * for each overrides object, and a call that only passes its `context` needs none of its own.
 */
export function profileOverrides(overrides: Overrides | undefined): Overrides | undefined {
  const isLasting = Reflect.ownKeys(overrides ?? {}).some((key) => key !== 'context' && key !== 'trusted');
  return isLasting ? overrides : undefined;
}
