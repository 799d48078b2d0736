import { Injectable } from '@nestjs/common';
import type { DataSource, EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { type FilterQuery, planOf } from './ast/index.js';
import { type EntityDescription, FilterEngine, describe, resolveSettings } from './engine/index.js';
import { Faults } from './configuration/index.js';
import { GuardedEngine, logFailure } from './failures/index.js';
import type { FilterModuleOptions } from './filter.module-options.js';
import type { FilterOverrides, FilterQueryOverrides, ParseOverrides } from './filter-query.overrides.js';
import { profileOverrides } from './filter-query.overrides.js';
import type { FilterInput, Page, PlainValues, QueryInput } from './input/index.js';
import {
  type ApplyOptions,
  type BuilderOrRepository,
  applyConditions,
  applyPlan,
  builderOf,
  countRows,
  eagerBuilderOf,
  linksOf,
  onlyFilters,
  pageOf,
  refuseCursor,
  targetOf,
} from './page/index.js';
import { dataSourceOf } from './sql/index.js';
import type { ParameterNames } from './wire/index.js';

/**
 * Reads requests into queries, and applies queries to TypeORM query builders. Inject it into services and repositories.
 *
 * @example
 * list(\@FilterQuery(Post) query: FilterQuery<Post>) {
 *   return this.filters.page(this.posts, query);
 * }
 */
@Injectable()
export class FilterService {
  private readonly guarded = new GuardedEngine(this.engine, this.options.errors);

  /** @internal Inject the service that `FilterModule` provides, or call {@link FilterService.forDataSource}. */
  constructor(
    private readonly engine: FilterEngine,
    private readonly options: FilterModuleOptions = {},
  ) {}

  /**
   * Creates a service without Nest, for scripts and tests. It checks no server; see {@link ready}.
   *
   * @throws FilterConfigurationError when an option or a decorator is wrong
   * @example
   * const filters = FilterService.forDataSource(await dataSource.initialize());
   * await filters.ready();
   * const rows = await filters.filter(Post, { filters: { title: 'Spring' } }).getMany();
   */
  static forDataSource(dataSource: DataSource, options: FilterModuleOptions = {}): FilterService {
    const faults = new Faults();
    const engine = new FilterEngine(resolveSettings(options, logFailure, faults), () => [dataSource], faults);
    engine.buildAll();
    engine.refuseFaults();
    return new FilterService(engine, options);
  }

  /**
   * Checks once that every server binds values safely, which MySQL and MariaDB in the mode `NO_BACKSLASH_ESCAPES` do not.
   * Nest does so at boot, and before the first {@link page} or {@link count} of a data source initialized later. {@link apply}
   * and {@link filter} are synchronous and check nothing, so programs without Nest call this after `initialize()`.
   *
   * @throws FilterConfigurationError for a server in that mode, or a data source that is not initialized; the driver's error
   * when the server is away, and then it can be called again
   */
  async ready(): Promise<void> {
    await this.engine.askServers(false);
  }

  /**
   * Validates a client's request and returns it as a query. Names are those that clients use, and all limits apply.
   *
   * @param input a query string, with its `?` or without; a path or URL that ends in one; a `URL` or `URLSearchParams`; or an
   * object with `filters`, `sort` and `pagination`
   * @param overrides settings of this call; keep the object, because overrides are checked once per object
   * @param context the context of scopes and `when`, for overrides that are kept and therefore cannot hold it
   * @throws FilterException with everything that is wrong
   */
  parse<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    input: string | object,
    overrides?: ParseOverrides<E>,
    context: unknown = overrides?.context,
  ): FilterQuery<E> {
    const profile = this.engine.profile(entity, profileOverrides(overrides));
    return this.guarded.read(profile, input, context);
  }

  /**
   * Adds a query to a builder and returns the builder: conditions in one bracket after its own, the order after its own, and
   * the slice if the client sent one. Without pagination it adds no limit; use {@link page}, or call `take()` yourself. Call
   * it last: a later `orWhere` bypasses the conditions.
   *
   * @param options `{ only: 'filters' }` adds the conditions alone, for aggregates of your own
   * @throws FilterException for a cursor, which only {@link page} supports
   * @example
   * const builder = posts.createQueryBuilder('post').select('AVG(post.stars)', 'stars');
   * const { stars } = await this.filters.apply(builder, query, { only: 'filters' }).getRawOne();
   */
  apply<E extends ObjectLiteral>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery<E>,
    options: ApplyOptions = {},
  ): SelectQueryBuilder<E> {
    const plan = this.guarded.planFor(builder, query);
    if (onlyFilters(options)) return applyConditions(builder, plan);
    const issue = refuseCursor(plan);
    if (issue !== undefined) throw this.guarded.refusal([issue], query);
    return applyPlan(builder, plan, this.engine.settings.nulls);
  }

  /**
   * Creates a query builder from filters written in code: property names and native values, under the same allow-list and
   * limits as a request, so that input passed on from a client cannot reach further.
   *
   * @param overrides `context` for scopes, and `trusted: true` to lift the allow-list and the limits; scopes still apply
   * @returns a builder with the entity's name as its alias (`.andWhere('Post.views > 5')`) and without joins, eager ones
   * included; `getMany()` executes it
   * @throws FilterException with everything that is wrong; with `trusted`, FilterConfigurationError
   * @example
   * filters.filter(posts, { filters: { comments: { $count: { $gte: 5 } } }, sort: 'title' }).getMany();
   */
  filter<E extends ObjectLiteral>(
    repositoryOrEntity: Repository<E> | EntityTarget<E>,
    input: QueryInput<E>,
    overrides: FilterOverrides<E> = {},
  ): SelectQueryBuilder<E> {
    const [entity, builder] = targetOf<E>(repositoryOrEntity, this.engine);
    const { trusted, context } = overrides;
    const source = dataSourceOf(builder);
    if (trusted) {
      const plan = this.guarded.readTrusted(entity, input, context, source);
      return applyPlan(builder, plan, this.engine.settings.nulls);
    }
    const profile = this.engine.profile(entity, profileOverrides(overrides), source);
    return this.apply(builder, this.guarded.readCode<E>(profile, input, context));
  }

  /**
   * Runs a query and returns one page: its rows, with the total or the cursors. It is correct whatever the builder joins,
   * selects or sorts by, and leaves the builder unchanged. Rows of a repository include eager relations, as with `find()`;
   * rows of a builder include its joins.
   *
   * @throws FilterException for a damaged cursor, one of another sort, or a value that the database refuses
   */
  async page<E extends ObjectLiteral>(source: BuilderOrRepository<E>, query: FilterQuery<E>): Promise<Page<E>> {
    const builder = eagerBuilderOf(source);
    const { nulls } = this.engine.settings;
    const result = await this.guarded.run(builder, query, (plan) => pageOf(builder, plan, nulls));
    if (!result.ok) throw this.guarded.refusal(result.issues, query);
    return result.page;
  }

  /**
   * Returns the `Link` header (RFC 8288) of a page: `first`, `prev`, `next` and `last`, those that exist and are known. Each
   * link repeats the whole request, and all other parameters of `url`.
   *
   * @param url the URL of the request, absolute or a path
   * @example
   * response.setHeader('Link', this.filters.links(query, page, request.originalUrl));
   */
  links<E extends ObjectLiteral>(query: FilterQuery<E>, page: Page<E>, url: string): string {
    return linksOf(planOf(query), page, url);
  }

  /**
   * Counts the rows that match the filters of a query, on all pages.
   *
   * @throws FilterException for a value that the database refuses
   */
  async count<E extends ObjectLiteral>(source: BuilderOrRepository<E>, query: FilterQuery<E>): Promise<number> {
    const builder = builderOf(source);
    return this.guarded.run(builder, query, (plan) => countRows(builder, plan));
  }

  /**
   * Adds values that properties must equal, in a form that generic code can use: `T extends TenantBase`.
   *
   * @example
   * ofTenant(query: FilterQuery<T>) { return this.filters.and(query, { tenantId: this.tenantId }); }
   */
  and<E extends ObjectLiteral, K extends keyof E & string>(
    query: FilterQuery<E>,
    input: PlainValues<E, K>,
  ): FilterQuery<E>;
  /**
   * Returns a copy of a query with a condition of the server's own, which links and cursors never contain: any column, no limits.
   *
   * @throws FilterConfigurationError when the condition is wrong
   * @example
   * this.filters.apply(builder, this.filters.and(query, { tenant: { id: request.tenantId } }));
   */
  and<E extends ObjectLiteral>(
    query: FilterQuery<E>,
    input: FilterInput<E> | { readonly filters: FilterInput<E> },
  ): FilterQuery<E>;
  and<E extends ObjectLiteral>(query: FilterQuery<E>, input: object): FilterQuery<E> {
    return this.guarded.add(query, input);
  }

  /** Describes an entity's list as JSON: the fields, kinds, operators, relations, sort keys and limits open to clients. */
  describe<E extends ObjectLiteral>(entity: EntityTarget<E>, overrides?: ParseOverrides<E>): EntityDescription {
    return describe(this.engine.profile(entity, profileOverrides(overrides)), overrides?.context);
  }

  /** Returns the names of the parameters for an entity, or for a handler with these overrides. */
  parameters<E extends ObjectLiteral>(entity: EntityTarget<E>, overrides?: FilterQueryOverrides<E>): ParameterNames {
    return this.engine.profile(entity, overrides).params;
  }

  /** @internal The `source` and `context` options, for the code that reads Nest's requests. */
  get requestOptions(): Pick<FilterModuleOptions, 'context' | 'source'> {
    return this.options;
  }
}
