import { FILTER_DTO_PARAMETERS } from '../filter.constants.js';
import type { FilterQueryParameter } from '../filter-query.overrides.js';

/** The entity and the overrides of a `@Filters()` property of a DTO. */
export interface DtoFilter extends FilterQueryParameter {
  readonly property: string;
}

/** Finds the `@Filters()` properties of a class: its own, inherited ones, and those that a mapped type has copied. */
type FindDtoFilters = (type: object) => readonly DtoFilter[];

/**
 * Tells this package how the properties of a DTO are found. `nestjs-filterable/dto` does so as soon as a class has one,
 * before an application starts. The function is kept in the global object, because a bundler may give each entry point
 * a copy of this module.
 */
export function findDtoFiltersBy(find: FindDtoFilters): void {
  Reflect.set(globalThis, FILTER_DTO_PARAMETERS, find);
}

/** Returns true when some class has a `@Filters()` property. */
export function hasDtoFilters(): boolean {
  return finder() !== undefined;
}

/** Returns the `@Filters()` properties of the type of a parameter. */
export function dtoFiltersOf(type: unknown): readonly DtoFilter[] {
  return typeof type === 'function' ? (finder()?.(type) ?? []) : [];
}

function finder(): FindDtoFilters | undefined {
  return Reflect.get(globalThis, FILTER_DTO_PARAMETERS) as FindDtoFilters | undefined;
}
