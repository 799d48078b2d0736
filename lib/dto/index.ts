/**
 * Queries in DTOs, by class-transformer and class-validator.
 *
 * @module nestjs-filterable/dto
 */
import { Expose, Transform } from 'class-transformer';
import { getMetadataStorage, registerDecorator } from 'class-validator';
import type { EntityTarget } from 'typeorm';
import { FILTER_DTO_PARAMETERS } from '../filter.constants.js';
import { type FilterQueryOverrides, type FilterQueryParameter, declaredOverrides } from '../filter-query.overrides.js';
import { type DtoFilter, currentRequest, dtoFacts, findDtoFiltersBy } from '../handlers/index.js';
import type { FilterIssue } from '../issues/index.js';
import { nameOf } from '../schema/index.js';

/** Issues of a query, as its property's value until validation reports them. */
class Refusal {
  constructor(readonly issues: readonly FilterIssue[]) {}
}

/**
 * Puts the query of a request into a property of a DTO. The ValidationPipe reports its mistakes with
 * those of other properties.
 *
 * Requires `new ValidationPipe({ transform: true })` and `FilterModule.forRoot()`, whose names, limits and `context`
 * apply. The query is read from the request's URL, or for a `@Body()` from the JSON body.
 *
 * @example
 * class ListPosts {
 *  \@Filters(Post) filters!: FilterQuery<Post>;
 *  \@IsInt() \@Type(() => Number) tenant!: number;
 * }
 */
export function Filters<E extends object>(
  entity: EntityTarget<E>,
  overrides?: FilterQueryOverrides<E>,
): PropertyDecorator {
  const own = declaredOverrides(`@Filters(${nameOf(entity)})`, overrides, () => dtoFacts);
  const parameter = { entity, overrides: own } as FilterQueryParameter;
  return (prototype, property) => {
    const filter = { ...parameter, property: String(property) };
    findDtoFiltersBy(filtersOfDto);
    // Without Expose, a request that lacks the property would skip the transformation.
    Expose()(prototype, property);
    Transform(({ obj }: { obj: unknown }) => read(filter, obj), { toClassOnly: true })(prototype, property);
    registerDecorator({
      name: 'filters',
      target: prototype.constructor,
      propertyName: String(property),
      constraints: [{ [FILTER_DTO_PARAMETERS]: filter }],
      validator: {
        validate: (value: unknown) => !(made(filter, value) instanceof Refusal),
        defaultMessage: (given) => messageOf(made(filter, given?.value)),
      },
    });
  };
}

/**
 * Returns the `@Filters()` properties of a class. Its rules tell them, because mapped types (`PartialType`, `PickType`)
 * copy these to classes that extend nothing. Those of each class that it extends are asked for as well: class-validator
 * drops a rule whose property is declared again, and class-transformer reads both.
 */
function filtersOfDto(type: object): readonly DtoFilter[] {
  const found = new Set<DtoFilter>();
  for (let level: object | null = type; typeof level === 'function'; level = Reflect.getPrototypeOf(level)) {
    if (!('prototype' in level)) break;
    const rules = getMetadataStorage().getTargetValidationMetadatas(level, '', true, false);
    for (const filter of rules.flatMap(({ constraints = [] }) =>
      (constraints as readonly unknown[]).flatMap(filterIn),
    )) {
      found.add(filter);
    }
  }
  return [...found];
}

function filterIn(constraint: unknown): readonly DtoFilter[] {
  if (typeof constraint !== 'object' || constraint === null || !(FILTER_DTO_PARAMETERS in constraint)) return [];
  return [constraint[FILTER_DTO_PARAMETERS] as DtoFilter];
}

/**
 * Returns the value of a property. Class-transformer makes no DTO from a body that is not an object, so the body
 * is read here, and refused.
 */
function made(filter: DtoFilter, value: unknown): unknown {
  if (value !== undefined) return value;
  const found = read(filter, undefined);
  return found instanceof Refusal ? found : new Refusal([]);
}

function read(filter: DtoFilter, source: unknown): unknown {
  const reading = currentRequest().read(filter, source);
  return 'issues' in reading ? new Refusal(reading.issues) : reading.query;
}

function messageOf(value: unknown): string {
  const issues = value instanceof Refusal ? value.issues : [];
  return issues.length === 0 ? '$property must be a query' : issues.map(({ message }) => message).join('; ');
}
