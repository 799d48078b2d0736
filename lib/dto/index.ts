import { Expose, Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import type { EntityTarget } from 'typeorm';
import { FilterException } from '../filter.exception.js';
import type { FilterQueryOverrides } from '../filter-query.overrides.js';
import { currentFilterService } from '../filter.current.js';
import type { FilterIssue } from '../issues.js';
import { gather } from './gather.js';

/** What could not be understood, until the validation tells it. */
class Refusal {
  constructor(readonly issues: readonly FilterIssue[]) {}
}

/**
 * Lets a DTO of the host's own carry a query: the property becomes the `FilterQuery` of the request's `filters`, `sort` and
 * `pagination`, and what is wrong with them is told in the form of the ValidationPipe, beside its own errors.
 *
 * The pipe must transform (`new ValidationPipe({ transform: true })`). With `forbidNonWhitelisted` it also needs a parser that
 * nests keys, because to it every flat `filters[title]` is a property of its own. A scope has no request to be made from here;
 * on an entity with one, use `@FilterQuery()`.
 *
 * @example
 * class ListPosts {
 *   \@Filters(Post) filters!: FilterQuery<Post>;
 *   \@IsInt() \@Type(() => Number) tenant!: number;
 * }
 */
export function Filters<E extends object>(
  entity: EntityTarget<E>,
  overrides?: FilterQueryOverrides<E>,
): PropertyDecorator {
  const kept = overrides && Object.freeze({ ...overrides });
  return (prototype, property) => {
    // Without it a request that has no such parameter would not be looked at.
    Expose()(prototype, property);
    Transform(({ obj }: { obj: unknown }) => read(entity, obj, kept), { toClassOnly: true })(prototype, property);
    registerDecorator({
      name: 'filters',
      target: prototype.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => !(value instanceof Refusal),
        defaultMessage: (given) => messageOf(given?.value),
      },
    });
  };
}

function read<E extends object>(
  entity: EntityTarget<E>,
  source: unknown,
  overrides?: FilterQueryOverrides<E>,
): unknown {
  const service = currentFilterService();
  try {
    return service.parse(entity, gather(source, service.parameters(entity, overrides)), overrides);
  } catch (error) {
    if (error instanceof FilterException) return new Refusal(error.issues);
    throw error;
  }
}

function messageOf(value: unknown): string {
  return value instanceof Refusal ? value.issues.map(({ message }) => message).join('; ') : '$property is no query';
}
