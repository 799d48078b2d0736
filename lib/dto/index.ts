import { Expose, Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import type { EntityTarget } from 'typeorm';
import type { FilterQueryOverrides, FilterQueryParameter } from '../filter-query.overrides.js';
import { currentRequest, needCurrentRequest, rememberDtoFilter } from '../handlers/index.js';
import type { FilterIssue } from '../issues.js';

/** What could not be understood, until the validation tells it. */
class Refusal {
  constructor(readonly issues: readonly FilterIssue[]) {}
}

/**
 * Lets a DTO of the host's own carry a query: the property becomes the `FilterQuery` of the request's `filters`, `sort` and
 * `pagination`, and what is wrong with them is told in the form of the ValidationPipe, beside its own errors.
 *
 * The pipe must transform (`new ValidationPipe({ transform: true })`), and the handler must belong to an application with
 * `FilterModule.forRoot()`, whose names, limits and `context` hold. The query is read from the request's URL, and for a
 * `@Body()` from the JSON body.
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
  const parameter = { entity, overrides: overrides && Object.freeze({ ...overrides }) } as FilterQueryParameter;
  return (prototype, property) => {
    needCurrentRequest();
    rememberDtoFilter(prototype, parameter);
    // Without it a request that has no such parameter would not be looked at.
    Expose()(prototype, property);
    Transform(({ obj }: { obj: unknown }) => read(parameter, obj), { toClassOnly: true })(prototype, property);
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

function read({ entity, overrides }: FilterQueryParameter, source: unknown): unknown {
  const reading = currentRequest().read(entity, overrides, source);
  return 'issues' in reading ? new Refusal(reading.issues) : reading.query;
}

function messageOf(value: unknown): string {
  return value instanceof Refusal ? value.issues.map(({ message }) => message).join('; ') : '$property is no query';
}
