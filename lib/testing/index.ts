import type { EntityTarget } from 'typeorm';
import type { FilterModuleOptions } from '../filter.module-options.js';
import type { FilterQuery } from '../filter-query.decorator.js';
import type { ParseOverrides } from '../filter-query.overrides.js';
import { FilterService } from '../filter.service.js';
import { type DescribedType, describedSource } from './described-source.js';

export type { DescribedType } from './described-source.js';

/** What `filterServiceFor()` takes: the options of `FilterModule.forRoot()`, and which driver describes the entities. */
export interface FilterServiceForOptions extends FilterModuleOptions {
  /** Which driver describes the entities. By default the first that is installed and has the types of their columns. */
  readonly type?: DescribedType | undefined;
}

/** What `queryFor()` takes: the overrides of `FilterService.parse()`, and what the service is made with. */
export interface QueryForOptions<E> extends ParseOverrides<E> {
  /** Which driver describes the entities. By default the first that is installed and has the types of their columns. */
  readonly type?: DescribedType | undefined;
  /** The options that the application gives `FilterModule.forRoot()`. */
  readonly forRoot?: FilterModuleOptions | undefined;
}

/**
 * Makes a real `FilterService` for some entities without a database: it parses, describes, and writes queries, which then
 * have nothing to run on. Entities that they are related to are found.
 *
 * @throws FilterConfigurationError when a decorator or an option is wrong, as an application would at boot
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
 * Makes the `FilterQuery` that a handler would be given for what a client sent, without a database or a request.
 *
 * @param input a query string, or an object with `filters`, `sort` and `pagination`
 * @throws FilterException with everything that is wrong, as the client would be told
 * @example
 * const query = await queryFor(Post, 'filters[title]=Spring&sort=views:desc');
 */
export async function queryFor<E extends object>(
  entity: EntityTarget<E>,
  input: string | object,
  options: QueryForOptions<E> = {},
): Promise<FilterQuery<E>> {
  const { type, forRoot = {}, ...overrides } = options;
  const service = await filterServiceFor([entity], { ...forRoot, type });
  return service.parse(entity, input, overrides);
}
