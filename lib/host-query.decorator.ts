import { type PipeTransform, Query, type Type } from '@nestjs/common';
import { rememberHostQuery } from './handlers/index.js';

/**
 * Passes a handler the query string without the parameters that its `@FilterQuery()` reads. It is Nest's `@Query()` for
 * the rest, so that a ValidationPipe with `forbidNonWhitelisted` does not reject `filters[title]` as an unknown
 * property of the DTO. In that handler, `request.query` is reduced in the same way once its pipes run.
 *
 * @param pipes pipes for this parameter, as for `@Query()`
 * @example
 * \@Get() list(@FilterQuery(Post) query: FilterQuery<Post>, @HostQuery() dto: ListPosts) {}
 */
export function HostQuery(...pipes: (Type<PipeTransform> | PipeTransform)[]): ParameterDecorator {
  const decorate = Query(...pipes);
  return (prototype, method, index) => {
    decorate(prototype, method, index);
    if (method !== undefined) rememberHostQuery(prototype, method);
  };
}
