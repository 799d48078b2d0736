import { Expose, Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import type { EntityTarget } from 'typeorm';
import type { FilterQueryOverrides, FilterQueryParameter } from '../filter-query.overrides.js';
import { currentRequest, needCurrentRequest, rememberDtoFilter } from '../handlers/index.js';
import type { FilterIssue } from '../issues.js';

/** The issues of a query, as the value of its property until validation reports them. */
class Refusal {
  constructor(readonly issues: readonly FilterIssue[]) {}
}

/**
 * Puts the query of a request into a property of a DTO. Its mistakes are reported by the ValidationPipe, beside those of other
 * properties.
 *
 * Requires `new ValidationPipe({ transform: true })` and `FilterModule.forRoot()`, whose names, limits and `context` apply. The
 * query is read from the request's URL, or for a `@Body()` from the JSON body.
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
    rememberDtoFilter(prototype, { ...parameter, property: String(property) });
    // Without Expose, a request that lacks the property would skip the transformation.
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
