import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { Allow } from 'class-validator/cjs/decorator/common/Allow.js';
import type { EntityTarget } from 'typeorm';
import { FilterConfigurationError } from './configuration/index.js';
import type { FilterQuery as ParsedFilterQuery } from './ast/index.js';
import { ofHandler } from './engine/index.js';
import type { FilterQueryOverrides, FilterQueryParameter } from './filter-query.overrides.js';
import { FilterQueryPipe } from './filter-query.pipe.js';
import { parametersOf, rememberParameter } from './handlers/index.js';

/** What a client asked for, validated and frozen: what a parameter decorated with `@FilterQuery(Entity)` receives. */
export type FilterQuery<E = unknown> = ParsedFilterQuery<E>;

/**
 * Reads and validates a request's `filters`, `sort` and `pagination` for an entity, and hands the handler a
 * {@link ParsedFilterQuery}. What cannot be understood completely is answered with a 400 before the handler runs.
 *
 * In a handler of messages (`@MessagePattern()`, `@SubscribeMessage()`) it reads the payload as it would read a JSON body, and
 * refuses it with an `RpcException` or a `WsException` of the same content. Any other handler, such as a GraphQL resolver, has
 * nothing that it could read, and is an error.
 *
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

/** The overrides, kept, and with them the way to what the handler's other parameters are called. */
function withHandler(overrides: object | undefined, prototype: object, method: string | symbol | undefined) {
  const all = () => (method === undefined ? [] : parametersOf(prototype, method).map((each) => each.overrides));
  return Object.freeze({ ...overrides, [ofHandler]: all });
}

/** Where files import each other in a circle, a decorator runs before the class that it names is there. */
function checkEntity(entity: unknown, handler: string): void {
  if (entity !== undefined && entity !== null) return;
  throw new FilterConfigurationError(
    `${handler}@FilterQuery(${String(entity)}): there is no entity when the decorator runs; if two files import each ` +
      "other, break the circle, or give the entity's name: @FilterQuery('Post')",
  );
}

/**
 * Hands the pipe a function, which gives the handler's context, instead of anything readable: a global ValidationPipe that
 * validates custom decorators, too, would take a plain object for one of its own and empty it. Its `constructor` is what such a
 * pipe looks the rules up by, after setting it to the type of the parameter; whatever that is, its rules are not about a request.
 */
const contextParameter = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return Object.defineProperty(() => context, 'constructor', {
    get: () => FilterQuery,
    set: () => undefined,
    configurable: true,
  });
});

/** With `forbidUnknownValues` a pipe refuses what there is no rule for; this one allows what is never there. */
Allow({ always: true })(FilterQuery.prototype as object, 'filters');
