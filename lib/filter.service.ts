import { Injectable, Logger } from '@nestjs/common';
import type { DataSource, EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from './configuration-error.js';
import { FilterQuery, type QueryPlan, planOf } from './ast/index.js';
import {
  type EntityDescription,
  FilterEngine,
  RefusedElsewhere,
  type Overrides,
  type ReadResult,
  describe,
  resolveSettings,
} from './engine/index.js';
import type { FilterInput, Page, PlainValues, QueryInput } from './filter-input.js';
import type { FilterModuleOptions } from './filter.module-options.js';
import type { FilterOverrides, FilterQueryOverrides, ParseOverrides } from './filter-query.overrides.js';
import { type ApplyOptions, onlyFilters } from './filter.apply-options.js';
import { type BuilderOrRepository, builderOf, eagerBuilderOf, isRepository } from './filter.builder.js';
import { logFailure } from './filter.log.js';
import { answerLike, asAnswerOf } from './filter.messages.js';
import { guarded } from './filter.scope-failure.js';
import { FilterException, strapiErrorBody } from './filter.exception.js';
import { faultOfReading, logValueFault } from './filter.value-fault.js';
import { applyConditions, applyPlan, countRows, linksOf, pageOf, refuseCursor, valueIssue } from './page/index.js';
import { dataSourceOf, selectedBy } from './sql/index.js';
import type { ParameterNames } from './wire/index.js';

/**
 * Reads requests and applies them to query builders. Inject it into repositories and services.
 *
 * @example
 * list(query: FilterQuery<Post>) {
 *   return this.filters.apply(this.createQueryBuilder('post'), query).getMany();
 * }
 */
@Injectable()
export class FilterService {
  private readonly logger = new Logger(FilterService.name);

  /** @internal Use the one that `FilterModule` provides, or {@link FilterService.forDataSource}. */
  constructor(
    private readonly engine: FilterEngine,
    private readonly options: FilterModuleOptions = {},
  ) {}

  /**
   * The same service without Nest, for scripts and tests. It sends no statement but those that it is asked for: what only
   * a server can tell is looked at by {@link ready}.
   *
   * @throws FilterConfigurationError when an option or a decorator is wrong
   * @example
   * const filters = FilterService.forDataSource(dataSource);
   * await filters.ready();
   * const rows = await filters.filter(Post, { filters: { title: 'Spring' } }).getMany();
   */
  static forDataSource(dataSource: DataSource, options: FilterModuleOptions = {}): FilterService {
    const engine = new FilterEngine(resolveSettings(options, logFailure), () => [dataSource]);
    engine.buildAll();
    return new FilterService(engine, options);
  }

  /**
   * Asks every data source, once, what only its server can tell: whether it runs in a mode in which values cannot be bound
   * safely (`NO_BACKSLASH_ESCAPES` on MySQL and MariaDB), and which characters its columns can hold. Nest's boot does it for
   * the data sources that are initialized by then, and the first {@link page} or {@link count} for one that is not.
   *
   * {@link apply} and {@link filter} cannot wait for an answer: on a server that was never asked, such a mode is not noticed,
   * and of characters only is known what the entities declare.
   *
   * @throws FilterConfigurationError when a server runs in such a mode, or a data source is not initialized; an error of the
   * driver when the server is away, and then it can be called again
   * @example
   * const filters = FilterService.forDataSource(await new DataSource(options).initialize());
   * await filters.ready();
   * const posts = await filters.filter(Post, { filters: { title: input } }).getMany();
   */
  async ready(): Promise<void> {
    await this.engine.askServers(false);
  }

  /**
   * Reads what a client sent, in client names and under the limits: a query string, with its `?` or without; the path or URL
   * that ends in one, a `URL`, a `URLSearchParams`; or an object with `filters`, `sort` and `pagination`.
   *
   * @param context what scopes and visibility are decided by, where the overrides do not say it: overrides that are kept
   * are checked once
   * @throws FilterException with everything that is wrong
   */
  parse<E extends ObjectLiteral>(
    entity: EntityTarget<E>,
    input: string | object,
    overrides?: ParseOverrides<E>,
    context: unknown = overrides?.context,
  ): FilterQuery<E> {
    const profile = this.engine.profile(entity, withoutCall(overrides));
    return this.query(() => this.engine.read(profile, input, context));
  }

  /**
   * Adds a query to a builder: its conditions, in one bracket and beside whatever the builder has; its order, after the
   * builder's own; and the slice, if the client asked for one. Without a slice the rows are not bounded: take some, or use
   * {@link page}. Apply it last: an `orWhere` afterwards would open the bracket's door again. A data source without Nest, or
   * initialized after Nest's boot, is asked by {@link ready} before.
   *
   * With `{ only: 'filters' }` it adds the conditions alone, for aggregates of your own, whatever slice the query asks for.
   *
   * @returns the same builder
   * @throws FilterException for a cursor, which only {@link page} understands
   * @example
   * const builder = posts.createQueryBuilder('post').select('AVG(post.stars)', 'stars');
   * const { stars } = await this.filters.apply(builder, query, { only: 'filters' }).getRawOne();
   */
  apply<E extends ObjectLiteral>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery<E>,
    options: ApplyOptions = {},
  ): SelectQueryBuilder<E> {
    const plan = this.planFor(builder, query);
    if (onlyFilters(options)) return applyConditions(builder, plan);
    const issue = refuseCursor(plan);
    if (issue !== undefined) throw asAnswerOf(query, this.refusal([issue]));
    return applyPlan(builder, plan, this.engine.settings.nulls);
  }

  /**
   * Filters in code: the same shape in property names and native values, under the same allow-list and limits, so that
   * input passed on from outside cannot ask for more. As for {@link apply}, a data source without Nest is asked by
   * {@link ready} before.
   *
   * @returns a new builder; `getMany()` executes it. Its rows go by the name of the entity: `.andWhere('Post.views > 5')`. It
   * joins nothing, not even what is eager, as builders of TypeORM do not
   * @throws FilterException with everything that is wrong; with `trusted`, FilterConfigurationError
   * @example
   * filters.filter(posts, { filters: { comments: { $count: { $gte: 5 } } }, sort: 'title' }).getMany();
   */
  filter<E extends ObjectLiteral>(
    repositoryOrEntity: Repository<E> | EntityTarget<E>,
    input: QueryInput<E>,
    overrides: FilterOverrides<E> = {},
  ): SelectQueryBuilder<E> {
    const [entity, builder] = this.entityOf(repositoryOrEntity);
    const { trusted, context } = overrides;
    if (trusted) {
      const plan = guarded(() => this.engine.readTrusted(entity, input, context, dataSourceOf(builder)));
      const issue = refuseCursor(plan);
      if (issue !== undefined) throw new FilterConfigurationError(`filter(): ${issue.message}; page() reads it`);
      return applyPlan(builder, plan, this.engine.settings.nulls);
    }
    const profile = this.engine.profile(entity, withoutCall(overrides), dataSourceOf(builder));
    return this.apply(
      builder,
      this.query<E>(() => this.engine.readCode(profile, input, context)),
    );
  }

  /**
   * A page: the rows, and what there is beside them, right whatever the builder joins, selects or sorts by. The builder
   * stays as it is. Of a repository the rows come with their eager relations, as from `find()`; a builder has what it joins.
   *
   * `Shape` is what `pagination.shape` makes of a page, where the host has set one.
   *
   * @throws FilterException for a cursor that is damaged or of another sort, and for a value that the database refuses
   */
  async page<E extends ObjectLiteral, Shape = Page<E>>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E>,
  ): Promise<NoInfer<Shape>> {
    const builder = eagerBuilderOf(source);
    const asking = this.ask(builder);
    if (asking !== undefined) await asking;
    const plan = this.planFor(builder, query);
    const result = await this.reading(plan, () => pageOf(builder, plan, this.engine.settings.nulls));
    if (!result.ok) throw asAnswerOf(query, this.refusal(result.issues));
    const { shape } = plan.pagination;
    // Only the host can know what its function gives, and says so by the type that it calls this with.
    return (shape === undefined ? result.page : shape(result.page, query as never)) as Shape;
  }

  /**
   * The `Link` header (RFC 8288) of a page: first, prev, next and last, as far as they are there and known. The links carry
   * the whole request, and whatever else `url` has in its query string.
   *
   * @param url where the request came from, as it came: absolute, or a path
   * @example
   * response.setHeader('Link', this.filters.links(query, page, request.originalUrl));
   */
  links<E extends ObjectLiteral>(query: FilterQuery<E>, page: Page<E>, url: string): string {
    return linksOf(planOf(query), page, url);
  }

  /**
   * How many rows a query finds, whatever its slice.
   *
   * @throws FilterException for a value that the database refuses
   */
  async count<E extends ObjectLiteral>(source: BuilderOrRepository<E>, query: FilterQuery<E>): Promise<number> {
    const builder = builderOf(source);
    const asking = this.ask(builder);
    if (asking !== undefined) await asking;
    const plan = this.planFor(builder, query);
    return this.reading(plan, () => countRows(builder, plan));
  }

  /**
   * The same query with values that properties must equal, which a base class can say of a generic entity, too.
   *
   * @example
   * ofTenant(query: FilterQuery<T>) { return this.filters.and(query, { tenantId: this.tenantId }); } // T extends TenantBase
   */
  and<E extends ObjectLiteral, K extends keyof E & string>(
    query: FilterQuery<E>,
    input: PlainValues<E, K>,
  ): FilterQuery<E>;
  /**
   * The same query with a condition of the server's own: in property names, any column, no limits. It is kept apart from
   * what the client asked for, and is never printed.
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
    return answerLike(query, new FilterQuery<E>(guarded(() => this.engine.add(query, input))));
  }

  /** What may be asked of an entity's list, as JSON: fields, kinds, operators, relations, sort keys and limits. */
  describe<E extends ObjectLiteral>(entity: EntityTarget<E>, overrides?: ParseOverrides<E>): EntityDescription {
    return describe(this.engine.profile(entity, withoutCall(overrides)), overrides?.context);
  }

  /** What the parameters are called for an entity, or for a handler with these overrides. */
  parameters<E extends ObjectLiteral>(entity: EntityTarget<E>, overrides?: FilterQueryOverrides<E>): ParameterNames {
    return this.engine.profile(entity, overrides).params;
  }

  /** @internal Where requests are read from, and what scopes are decided by: for what reads them under Nest. */
  get requestOptions(): Pick<FilterModuleOptions, 'context' | 'source'> {
    return this.options;
  }

  private query<E>(read: () => ReadResult): FilterQuery<E> {
    const result = guarded(read);
    if (!result.ok) throw this.refusal(result.issues);
    return new FilterQuery<E>(result.plan);
  }

  /** Nothing that a driver says of a value is for the client, and a value is no failure of the server. */
  private async reading<Result>(plan: QueryPlan, read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (faultOfReading(error) !== 'value') throw error;
      logValueFault(this.logger, error);
      throw this.refusal([valueIssue(plan)]);
    }
  }

  private refusal(issues: FilterException['issues']): Error {
    if (this.options.errors !== undefined) return this.options.errors(issues);
    const isStrapi = this.engine.settings.compatibility.errorBody === 'strapi';
    return new FilterException(issues, isStrapi ? strapiErrorBody(issues) : undefined);
  }

  /** Nothing is to be awaited where the server was asked, which is after every boot. */
  private ask<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): Promise<void> | undefined {
    return this.engine.askBefore(dataSourceOf(builder), builder['queryRunner']);
  }

  private planFor<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, query: FilterQuery<E>): QueryPlan {
    const source = dataSourceOf(builder);
    try {
      return guarded(() => this.engine.planFor(query, source, selectedBy(builder)));
    } catch (error) {
      throw error instanceof RefusedElsewhere ? this.refusal(error.issues) : error;
    }
  }

  private entityOf<E extends ObjectLiteral>(
    source: Repository<E> | EntityTarget<E>,
  ): [EntityTarget<E>, SelectQueryBuilder<E>] {
    if (isRepository(source)) return [source.target, source.createQueryBuilder()];
    return [source, this.engine.sourceOf(source).getRepository(source).createQueryBuilder()];
  }
}

/** Overrides that only say something of one call change no profile. */
function withoutCall(overrides: Overrides | undefined): Overrides | undefined {
  const lasting = Reflect.ownKeys(overrides ?? {}).some((key) => key !== 'context' && key !== 'trusted');
  return lasting ? overrides : undefined;
}
