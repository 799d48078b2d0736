import type { EntityTarget } from 'typeorm';
import type { FilterModuleOptions } from '../filter.module-options.js';
import type { FilterQuery } from '../filter-query.decorator.js';
import type { ParseOverrides, RowOf, Select } from '../filter-query.overrides.js';
import { FilterService } from '../filter.service.js';
import { type DescribedType, describedSource } from './described-source.js';

export type { DescribedType } from './described-source.js';

/** The options of {@link filterServiceFor}: those of `FilterModule.forRoot()`, and the driver that describes the entities. */
export interface FilterServiceForOptions extends FilterModuleOptions {
  /** The driver that describes the entities. Default: the first that is installed and knows all their column types. */
  readonly type?: DescribedType | undefined;
}

/** The options of {@link queryFor}: the overrides of `FilterService.parse()`, and those of the service that parses. */
export interface QueryForOptions<E> extends ParseOverrides<E> {
  /** The driver that describes the entities. Default: the first that is installed and knows all their column types. */
  readonly type?: DescribedType | undefined;
  /** The options that the application passes to `FilterModule.forRoot()`. Default: none. */
  readonly forRoot?: FilterModuleOptions | undefined;
}

/**
 * Makes a real `FilterService` for tests without a database: it parses requests, describes entities and builds SQL, but
 * cannot run it. Related entities need not be given.
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
  const { type, ...forRoot } = options;
  return FilterService.forDataSource(await describedSource(entities, type), forRoot);
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
  const { type, forRoot = {}, ...overrides } = options;
  const service = await filterServiceFor([entity], { ...forRoot, type });
  return service.parse(entity, input, overrides);
}
