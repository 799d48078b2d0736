import { type PipeTransform, Query, type Type } from '@nestjs/common';
import { rememberHostQuery } from './handlers/index.js';

/**
 * Gives a handler what of the query string is its own: everything but the parameters that its `@FilterQuery()`s read. It is
 * Nest's `@Query()` of the rest, so that a DTO of the host's is validated as ever, by the strictest ValidationPipe too
 * (`forbidNonWhitelisted`), to which each `filters[title]` would be a property nobody knows. In that handler `request.query`
 * is the rest, from its pipes on.
 *
 * @param pipes pipes for this parameter, as `@Query()` takes them
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
