import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { EntityTarget } from 'typeorm';
import { FilterConfigurationError } from './configuration/index.js';
import type { FilterQuery as ParsedFilterQuery } from './ast/index.js';
import { ofHandler } from './engine/index.js';
import type { FilterQueryOverrides, FilterQueryParameter } from './filter-query.overrides.js';
import { FilterQueryPipe } from './filter-query.pipe.js';
import { parametersOf, rememberParameter } from './handlers/index.js';

/**
 * A client's request, validated and frozen: the type of a parameter that `@FilterQuery(Entity)` decorates.
 *
 * @typeParam Row the rows of its pages: `Partial<E>` where the handler has `select`
 */
export type FilterQuery<E = unknown, Row = E> = ParsedFilterQuery<E, Row>;

/**
 * Validates a request's `filters`, `sort` and `pagination` for an entity, and passes them to the handler as a
 * {@link FilterQuery}. A request with a mistake is answered with 400 before the handler runs; only a
 * wrong cursor, or a value that the database refuses, is found later, by `page()`.
 *
 * In a message handler (`@MessagePattern()`, `@SubscribeMessage()`) it reads the payload like a JSON body, and refuses it with an
 * `RpcException` or a `WsException` of the same content. In any other handler, such as a GraphQL resolver, it throws.
 *
 * @param overrides rules for this handler alone: its fields, relations, limits, defaults and more
 * @example
 * \@Get() list(@FilterQuery(Post) query: FilterQuery<Post>) { return this.posts.page(query); }
 */
export function FilterQuery<E extends object>(
  entity: EntityTarget<E>,
  overrides?: FilterQueryOverrides<E>,
): ParameterDecorator {
  return (prototype, method, index) => {
    checkEntity(entity, method === undefined ? '' : `${prototype.constructor.name}.${String(method)}: `);
    const parameter = { entity, overrides: withHandler(overrides, prototype, method) } as FilterQueryParameter;
    contextParameter(parameter, FilterQueryPipe)(prototype, method, index);
    if (method !== undefined) rememberParameter(prototype, method, parameter);
  };
}

/** Freezes the overrides, and adds access to those of the handler's other parameters: their names must not be reported as typos. */
function withHandler(overrides: object | undefined, prototype: object, method: string | symbol | undefined) {
  const all = () => (method === undefined ? [] : parametersOf(prototype, method).map((each) => each.overrides));
  return Object.freeze({ ...overrides, [ofHandler]: all });
}

/** Refuses a missing entity: in a circular import, a decorator runs before the class that it names is defined. */
function checkEntity(entity: unknown, handler: string): void {
  if (entity !== undefined && entity !== null) return;
  throw new FilterConfigurationError(
    `${handler}@FilterQuery(${String(entity)}): there is no entity when the decorator runs; if two files import each ` +
      "other, break the circle, or give the entity's name: @FilterQuery('Post')",
  );
}

/**
 * Passes the pipe a function that returns the execution context, and not an object: a global ValidationPipe with
 * `validateCustomDecorators` would validate a plain object as a DTO and empty it.
 */
const contextParameter = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const give = () => context;
  Object.setPrototypeOf(give, ofDecorator);
  return give;
});

/**
 * Lends those functions their `constructor`. Such a pipe sets it to the type of the parameter and looks its rules up there, so it
 * always returns this decorator, which has no rule that could apply. It is inherited, because accessors of each function's own
 * outlive the request until a collection of the whole heap: 11 µs, a third of what reading a request takes.
 */
const ofDecorator = Object.defineProperty(() => undefined, 'constructor', {
  get: () => FilterQuery,
  set: () => undefined,
});
