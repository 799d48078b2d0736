import type { Type } from '@nestjs/common';
import type { EntityTarget } from 'typeorm';
import type { QueryInput, RelationName } from '../input/index.js';

/** What no other decorator tells of a list: the rows that it answers, and requests worth showing. */
export interface ApiFiltersOptions<E> {
  /**
   * The rows of the page that the handler answers: a DTO, `true` for the entity as TypeORM maps it, or the entity with the relations
   * that the handler loads. By default, nothing is said of the answer.
   */
  readonly page?: true | Type | { readonly relations: readonly RelationName<E>[] } | undefined;
  /** Requests by title, in the names that clients use. Each is checked when a document is made, and a wrong one fails. */
  readonly examples?: Readonly<Record<string, QueryInput<E>>> | undefined;
}

/** What a decorator tells of one list, without the types of its entity. */
export interface ToldList {
  readonly entity: EntityTarget<object>;
  readonly page: true | Type | { readonly relations: readonly string[] } | undefined;
  readonly examples: Readonly<Record<string, object>>;
}

const key = Symbol.for('nestjs-filterable:api-filters');

/**
 * Tells the documents that `documentFilters()` makes what a handler answers, and shows requests to it. A handler needs it for
 * nothing else: everything that may be asked is documented without it.
 *
 * @example
 * \@Get()
 * \@ApiFilters(Post, { page: PostDto, examples: { 'The newest': { sort: 'createdAt:desc' } } })
 * list(\@FilterQuery(Post) query: FilterQuery<Post>) { return this.posts.page(query); }
 */
export function ApiFilters<E extends object>(entity: EntityTarget<E>, options: ApiFiltersOptions<E>): MethodDecorator {
  return (prototype, method) => {
    const { page, examples = {} } = options;
    const list: ToldList = { entity, page, examples };
    Reflect.defineMetadata(key, [...apiFiltersOf(prototype, method), list], prototype, method);
  };
}

/** Returns what `@ApiFilters()` tells of a handler. */
export function apiFiltersOf(prototype: object, method: string | symbol): readonly ToldList[] {
  const found: unknown = Reflect.getMetadata(key, prototype, method);
  return Array.isArray(found) ? (found as readonly ToldList[]) : [];
}
