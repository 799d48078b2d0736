import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { EntityTarget } from 'typeorm';
import { FilterConfigurationError } from './configuration/index.js';
import type { FilterQuery as ParsedFilterQuery } from './ast/index.js';
import { type FilterQueryOverrides, type FilterQueryParameter, declaredOverrides } from './filter-query.overrides.js';
import { FilterQueryPipe } from './filter-query.pipe.js';
import { handlerFacts, keepUntouched, rememberParameter, sentTo } from './handlers/index.js';
import { nameOf } from './schema/index.js';

/**
 * A client's request, validated and frozen: the type of a parameter that `@FilterQuery(Entity)` decorates.
 *
 * @typeParam Row the rows of its pages: `Partial<E>` where the handler has `select`
 */
export type FilterQuery<E = unknown, Row = E> = ParsedFilterQuery<E, Row>;

/**
 * Validates a request's `filters`, `sort` and `pagination` for an entity, and passes them to the handler as a
 * {@link FilterQuery}. A request with a mistake is answered with 400 before the handler runs. Only a wrong cursor, or a
 * value that the database refuses, is found later, by `page()`.
 *
 * In a message handler (`@MessagePattern()`, `@SubscribeMessage()`) it reads the payload like a JSON body, and
 * refuses it with an `RpcException` or a `WsException` of the same content. In any other handler, such as a
 * GraphQL resolver, it throws.
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
    const handler = method === undefined ? '' : `${prototype.constructor.name}.${String(method)}: `;
    checkEntity(entity, handler);
    const facts = method === undefined ? undefined : () => handlerFacts(prototype, method);
    const own = declaredOverrides(`${handler}@FilterQuery(${nameOf(entity)})`, overrides, facts);
    const parameter = { entity, overrides: own, index } as FilterQueryParameter;
    contextParameter(parameter, FilterQueryPipe)(prototype, method, index);
    if (method !== undefined) rememberParameter(prototype, method, parameter);
  };
}

/** Refuses a missing entity: in a circular import, a decorator runs before its class is defined. */
function checkEntity(entity: unknown, handler: string): void {
  if (entity !== undefined && entity !== null) return;
  throw new FilterConfigurationError(
    `${handler}@FilterQuery(${String(entity)}): the entity is undefined; if two files import each ` +
      "other, break the circle, or write the entity's name: @FilterQuery('Post')",
  );
}

/**
 * Passes the pipe a function that returns the execution context, instead of an object. A global ValidationPipe with
 * `validateCustomDecorators` would validate a plain object as a DTO and empty it.
 */
const contextParameter = createParamDecorator((_: unknown, context: ExecutionContext) => {
  keepUntouched(sentTo(context));
  const give = () => context;
  Object.setPrototypeOf(give, ofDecorator);
  return give;
});

/**
 * Gives those functions their `constructor`. Such a pipe sets it to the type of the parameter and looks up its rules
 * there, so the getter always returns this decorator, which has none. It is inherited: an own accessor of each function
 * outlives the request until a full garbage collection, 11 µs or a third of reading a request.
 */
const ofDecorator = Object.defineProperty(() => undefined, 'constructor', {
  get: () => FilterQuery,
  set: () => {},
});
