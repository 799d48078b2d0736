import type { Type } from '@nestjs/common';
import type { EntityTarget } from 'typeorm';
import type { QueryInput, RelationName } from '../contract/index.js';

/** Documentation of a list that no other decorator holds: the rows of its answer, and examples of requests. */
export interface ApiFiltersOptions<E> {
  /**
   * Rows of the handler's page: a DTO, `true` for the entity as TypeORM maps it, or the entity with the relations that
   * the handler loads. By default, the answer is not documented.
   */
  readonly page?:
    | true
    | Type
    | {
        /** The relations that the handler loads. */
        readonly relations: readonly RelationName<E>[];
      }
    | undefined;
  /**
   * `false` where a `source` function reads other parameters than the list's, which the host documents itself. By
   * default the list's own are documented.
   */
  readonly parameters?: false | undefined;
  /** Requests by title, in clients' names. Each is checked when a document is made, and a wrong one throws. */
  readonly examples?: Readonly<Record<string, QueryInput<E>>> | undefined;
}

/** A decorator's documentation of one list, without the types of its entity. */
export interface ToldList {
  readonly entity: EntityTarget<object>;
  readonly page: true | Type | { readonly relations: readonly string[] } | undefined;
  readonly parameters: false | undefined;
  readonly examples: Readonly<Record<string, object>>;
}

const key = Symbol.for('nestjs-filterable:api-filters');

/**
 * Gives `documentFilters()` a handler's answer, and examples of requests. It is optional: everything that may be asked
 * is documented without it.
 *
 * @example
 * \@Get()
 * \@ApiFilters(Post, { page: PostDto, examples: { 'The newest': { sort: 'createdAt:desc' } } })
 * list(\@FilterQuery(Post) query: FilterQuery<Post>) { return this.posts.page(query); }
 */
export function ApiFilters<E extends object>(entity: EntityTarget<E>, options: ApiFiltersOptions<E>): MethodDecorator {
  return (prototype, method) => {
    const { page, parameters, examples = {} } = options;
    const list: ToldList = { entity, page, parameters, examples };
    Reflect.defineMetadata(key, [...apiFiltersOf(prototype, method), list], prototype, method);
  };
}

/** Returns the documentation that `@ApiFilters()` gives a handler. */
export function apiFiltersOf(prototype: object, method: string | symbol): readonly ToldList[] {
  const found: unknown = Reflect.getMetadata(key, prototype, method);
  return Array.isArray(found) ? (found as readonly ToldList[]) : [];
}
