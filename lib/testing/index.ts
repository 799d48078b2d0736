/**
 * Queries and services for tests, without a database.
 *
 * @module nestjs-filterable/testing
 */
import type { EntityTarget } from 'typeorm';
import type { FilterModuleOptions } from '../filter.module-options.js';
import type { FilterQuery } from '../filter-query.decorator.js';
import type { ParseOverrides, RowOf, Select } from '../filter-query.overrides.js';
import { ownClock } from '../engine/index.js';
import { FilterService } from '../filter.service.js';
import { type DescribedType, describedSource } from './described-source.js';

/** A time, or a function that returns the time of each request. */
export type Now = Date | (() => Date);

/**
 * Options of {@link filterServiceFor}: the options of `FilterModule.forRoot()`, and the driver
 * that describes the entities.
 */
export interface FilterServiceForOptions extends FilterModuleOptions {
  /** The driver that describes the entities. Default: the first that is installed and knows all their column types. */
  readonly type?: DescribedType | undefined;
  /** The time of every request, for relative dates. Default: the machine's clock. */
  readonly now?: Now | undefined;
}

/** Options of {@link queryFor}: the overrides of `FilterService.parse()`, and the options of the service. */
export interface QueryForOptions<E> extends ParseOverrides<E> {
  /** The driver that describes the entities. Default: the first that is installed and knows all their column types. */
  readonly type?: DescribedType | undefined;
  /** The options that the application passes to `FilterModule.forRoot()`. Default: none. */
  readonly forRoot?: FilterModuleOptions | undefined;
  /** The time of the request, for relative dates. Default: the machine's clock. */
  readonly now?: Now | undefined;
}

/**
 * Makes a real `FilterService` for tests without a database: it parses requests, describes entities and builds SQL, but
 * cannot run it. You need not pass related entities.
 *
 * @throws FilterConfigurationError where a decorator or an option is wrong, as the application would at boot
 * @example
 * const filters = await filterServiceFor([Post]);
 * const [sql] = filters.filter(Post, { filters: { title: 'Spring' } }).getQueryAndParameters();
 */
export async function filterServiceFor(
  entities: readonly EntityTarget<object>[],
  options: FilterServiceForOptions = {},
): Promise<FilterService> {
  const { type, now, ...forRoot } = options;
  const described = entities.map((entity) => entityNamed(entity, forRoot));
  return FilterService.forDataSource(await describedSource(described, type), withClock(forRoot, now));
}

/**
 * Makes the `FilterQuery` that a handler would receive for a client's request, without a database and without HTTP.
 *
 * @param input a query string, or an object with `filters`, `sort` and `pagination`
 * @throws FilterException with every issue of the request, as the client would receive them
 * @example
 * const query = await queryFor(Post, 'filters[title]=Spring&sort=views:desc');
 */
export async function queryFor<E extends object, S extends Select = Select>(
  entity: EntityTarget<E>,
  input: string | object,
  options: QueryForOptions<E> & { readonly select?: S } = {},
): Promise<FilterQuery<E, RowOf<E, S>>> {
  const { type, now, forRoot = {}, ...overrides } = options;
  const service = await filterServiceFor([entity], { ...forRoot, type, now });
  return service.parse(entity, input, overrides);
}

/** Returns the entity of the rules with this name, or the entity itself. */
function entityNamed(entity: EntityTarget<object>, { rules = [] }: FilterModuleOptions): EntityTarget<object> {
  return rules.find(({ name }) => name !== undefined && name === entity)?.entity ?? entity;
}

function withClock(options: FilterModuleOptions, now: Now | undefined): FilterModuleOptions {
  const clock = typeof now === 'function' ? now : () => now;
  return now === undefined ? options : Object.assign({ ...options }, { [ownClock]: clock });
}

export type { DescribedType } from './described-source.js';
