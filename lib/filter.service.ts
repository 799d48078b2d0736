import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { Chooser } from './adaptive/index.js';
import { type FilterQuery, type QueryPlan, planOf } from './ast/index.js';
import { checkPeerVersions } from './configuration/index.js';
import type {
  Aggregates,
  Explanation,
  Facets,
  FilterInput,
  IndexAdvice,
  ListInput,
  Page,
  PlainValues,
  PopulatedMeta,
} from './contract/index.js';
import { FilterEngine, audienceOf, describe } from './engine/index.js';
import { FILTER_MODULE_OPTIONS } from './filter.constants.js';
import type { FilterModuleOptions } from './filter.module-options.js';
import {
  type FilterOverrides,
  type FilterQueryOverrides,
  type ParseOverrides,
  type RowOf,
  type Select,
  profileOverrides,
} from './filter-query.overrides.js';
import type { EntityDescription } from './list/index.js';
import {
  type ApplyOptions,
  type BuilderOrRepository,
  type CountOptions,
  type EachOptions,
  type ExplainOptions,
  type PageOptions,
  type PageWatch,
  type ReadOptions,
  applyPlan,
  builderOf,
  countReadsOf,
  countRows,
  eagerBuilderOf,
  explainOptions,
  linksOf,
  pageOf,
  pageOptions,
  targetOf,
} from './page/index.js';
import { allOf } from './handlers/index.js';
import {
  GuardedEngine,
  adviceOf,
  answerAlone,
  recordPage,
  applyQuery,
  checkArgument,
  checkConnected,
  exportRows,
  withHydration,
  keepEngine,
  relationsToLoad,
  logChoice,
  logFailure,
  traced,
  tracedRows,
  readAllRows,
} from './service/index.js';
import { dataSourceOf } from './typeorm/index.js';
import type { KnownNames, ParameterNames } from './wire/index.js';

/**
 * Reads requests into queries, and applies queries to TypeORM query builders. Inject it into services and repositories.
 *
 * @example
 * list(\@FilterQuery(Post) query: FilterQuery<Post>) { return this.filters.page(this.posts, query); }
 */
@Injectable()
export class FilterService {
  private readonly guarded: GuardedEngine;
  private readonly chooser: Chooser;

  /** @internal Inject the service that `FilterModule` provides, or call {@link FilterService.forDataSource}. */
  constructor(
    @Inject(FilterEngine) private readonly engine: FilterEngine,
    @Inject(FILTER_MODULE_OPTIONS) private readonly options: FilterModuleOptions = {},
  ) {
    this.guarded = new GuardedEngine(keepEngine(this, engine));
    this.chooser = new Chooser(engine.settings.adaptive, logChoice);
  }

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
    checkPeerVersions();
    return new FilterService(FilterEngine.of(dataSource, options, logFailure), options);
  }

  /**
   * Checks each server once: that it is the database of its driver, or one like TiDB, and that it binds values safely,
   * which MySQL and MariaDB do not in the mode `NO_BACKSLASH_ESCAPES`. Nest calls it at boot, and before the first read
   * from a data source initialized later. {@link apply} and {@link filter} check nothing, so programs without Nest call
   * this after `initialize()`.
   *
   * @throws FilterConfigurationError for a server in that mode, for a feature that the database lacks, and for a data
   * source that is not initialized; the driver's error when the server is away, and then it can be called again
   */
  async ready(): Promise<void> {
    await this.engine.ready();
  }

  /**
   * Validates a client's request and returns it as a query. Names are the clients', and all limits apply.
   *
   * @param input a query string; a path or URL that ends in one; a `URL` or `URLSearchParams`; or an
   * object: `{ filters, sort, … }`
   * @param overrides settings of this call; reuse the object, because each object is checked once
   * @param context the context of scopes and `when`, if the overrides are reused
   * @throws FilterException with every mistake
   * @example
   * const query = filters.parse(Post, 'filters[title][$contains]=nest&sort=views:desc');
   */
  parse<E extends ObjectLiteral, S extends Select = Select>(
    entity: EntityTarget<E>,
    input: string | object,
    overrides?: ParseOverrides<E> & { readonly select?: S },
    context: unknown = overrides?.context,
  ): FilterQuery<E, RowOf<E, S>> {
    const profile = this.engine.profile(entity, profileOverrides(overrides));
    return this.guarded.read(profile, input, context);
  }

  /**
   * Adds a query to a builder and returns the builder: its conditions in one bracket after the builder's own, its order
   * after the builder's, the slice if the client sent one, and only the requested fields. Without pagination it adds no
   * limit; use {@link FilterService.page}, or call `take()` yourself. Call it last: a later `orWhere` bypasses the
   * conditions.
   *
   * @param options `{ only: 'filters' }` adds the conditions alone, for aggregates of your own; `{ populate: 'later' }`
   *   accepts a query that populates relations
   * @throws FilterException for a cursor, which only {@link FilterService.page} supports, and for populated relations
   * @example
   * const builder = posts.createQueryBuilder('post').select('AVG(post.stars)', 'stars');
   * const { stars } = await this.filters.apply(builder, query, { only: 'filters' }).getRawOne();
   */
  apply<E extends ObjectLiteral, Row extends ObjectLiteral = E>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery<E, Row>,
    options: ApplyOptions = {},
  ): SelectQueryBuilder<Row> {
    return applyQuery(this.guarded, builder, query, options);
  }

  /**
   * Creates a query builder from filters written in code: property names and native values, under the same allow-list
   * and limits as a request, so that input passed on from a client cannot reach further.
   *
   * @param overrides `context` for scopes, and `trusted: true` to lift the allow-list and the
   * limits; scopes still apply
   * @returns a builder with the entity's name as its alias (`.andWhere('Post.views > 5')`) and without
   * joins, eager ones included
   * @throws FilterException with every mistake; with `trusted`, FilterConfigurationError
   * @example
   * filters.filter(posts, { filters: { comments: { $count: { $gte: 5 } } }, sort: 'title' }).getMany();
   */
  filter<E extends ObjectLiteral, S extends Select = Select>(
    repositoryOrEntity: Repository<E> | EntityTarget<E>,
    input: ListInput<E>,
    overrides: FilterOverrides<E> & { readonly select?: S } = {},
  ): SelectQueryBuilder<RowOf<E, S>> {
    const { engine, guarded } = this;
    const [entity, builder] = targetOf<E>(repositoryOrEntity, engine.sources);
    const lasting = profileOverrides(overrides);
    const { trusted, context, select } = overrides;
    const source = dataSourceOf(builder);
    if (trusted) {
      const plan = guarded.readTrusted(entity, input, { context, source, select });
      return applyPlan<E, RowOf<E, S>>(builder, plan, engine.settings.nulls);
    }
    const profile = engine.profile(entity, lasting, source);
    return applyQuery(guarded, builder, guarded.readFilter<E, RowOf<E, S>>(profile, input, context), {});
  }

  /**
   * Returns the `Link` header (RFC 8288) of a page: the known ones of `first`, `prev`, `next` and `last`. Each link
   * repeats the whole request, and all other parameters of `url`.
   *
   * @param url the URL of the request, absolute or a path
   * @example
   * response.setHeader('Link', this.filters.links(query, page, request.originalUrl));
   */
  links<E extends ObjectLiteral, Row = E>(query: FilterQuery<E, Row>, page: Page<Row>, url: string): string {
    const plan = planOf(query);
    checkArgument('links()', 'page', page);
    checkArgument('links()', 'url', url);
    return linksOf(plan, page, url);
  }

  /**
   * Adds values that properties must equal, in a form that generic code can use: `T extends TenantBase`.
   *
   * @example
   * ofTenant(query: FilterQuery<T>) { return this.filters.and(query, { tenantId: this.tenantId }); }
   */
  and<E extends ObjectLiteral, K extends keyof E & string, Row = E>(
    query: FilterQuery<E, Row>,
    input: PlainValues<E, K>,
  ): FilterQuery<E, Row>;
  /**
   * Returns a copy of a query with a condition of the server's own, on any column, without limits. Links and
   * cursors never contain it.
   *
   * @throws FilterConfigurationError for a wrong condition
   * @example
   * this.filters.apply(builder, this.filters.and(query, { tenant: { id: request.tenantId } }));
   */
  and<E extends ObjectLiteral, Row = E>(
    query: FilterQuery<E, Row>,
    input: FilterInput<E> | { readonly filters: FilterInput<E> },
  ): FilterQuery<E, Row>;
  and(query: FilterQuery, input: object): FilterQuery {
    return this.guarded.add(query, input);
  }

  /**
   * Describes an entity's list as JSON: the fields, kinds, operators, relations, sort keys and limits open to clients.
   *
   * @example
   * const { fields, sort, limits } = filters.describe(Post, { context: user });
   */
  describe<E extends ObjectLiteral>(entity: EntityTarget<E>, overrides?: ParseOverrides<E>): EntityDescription {
    return describe(this.engine.profile(entity, profileOverrides(overrides)), audienceOf(overrides));
  }

  /**
   * Returns the names of the parameters for an entity, or for a handler with these overrides.
   *
   * @example
   * filters.parameters(Post, { prefix: 'posts_' }).sort; // 'posts_sort'
   */
  parameters<E extends ObjectLiteral>(entity: EntityTarget<E>, overrides?: FilterQueryOverrides<E>): ParameterNames {
    return this.engine.profile(entity, profileOverrides(overrides)).params;
  }

  /** @internal All names that a handler reads, flat ones included, for the code that reads Nest's requests. */
  knownNames(entity: EntityTarget<object>, overrides?: FilterQueryOverrides<object>): KnownNames {
    const { params, flat } = this.engine.profile(entity, overrides);
    return { params, flat: flat?.rules };
  }

  /** @internal The `source` and `context` options, for the code that reads Nest's requests. */
  get requestOptions(): Pick<FilterModuleOptions, 'context' | 'source' | 'onRamp'> {
    return this.options;
  }

  /**
   * Runs a query and returns one page: its rows, with the total or the cursors, and the facets. It is correct
   * whatever the builder joins, selects or sorts by, and leaves it unchanged. The page replaces a limit of the
   * builder's own. Rows of a repository include eager relations, as with `find()`.
   *
   * @param options `reads` and `hydration` for this call: `{ reads: { consistency: 'snapshot' } }`
   * @throws FilterException for a damaged cursor, a cursor of another sort, or a value that the database refuses
   * @example
   * const { data, meta } = await filters.page(posts, query);
   */
  page<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options?: PageOptions,
  ): Promise<Page<Row>> {
    const { guarded, chooser } = this;
    return traced('page', query, async () => {
      const { hydration, reads, relations } = pageOptions(options);
      const max = allOf(query);
      if (max !== undefined)
        return recordPage(query, await readAllRows(guarded, source, query, max, { hydration, reads, relations }));
      const { nulls } = guarded.settings;
      const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) =>
        pageOf<E, Row>({ builder, plan: withHydration(plan, hydration), nulls, chooser, watch: undefined });
      const builder = eagerBuilderOf(source, relations && relationsToLoad('page()', relations, query));
      const result = await guarded.run(builder, query, statements, reads);
      if (!result.ok) throw guarded.refusal(result.issues, query);
      return recordPage(query, result.page);
    });
  }

  /**
   * Explains a page: returns the statements that {@link page} sends for a query, the way in which it reads the rows and
   * the reason, and what no index serves. It reads the page, for the row counts and keys that statements depend on, and
   * drops its rows. It writes nothing, and measures nothing (`ANALYZE`).
   *
   * It contains values of the client and of scopes, and names of tables: show it to developers, never to clients.
   *
   * @param options `plan: true` adds the database's own plan of each statement; `relations` and `reads` as for
   *   {@link page}
   * @throws FilterException as {@link page} does; FilterConfigurationError without a connected data source
   * @example
   * const { statements, way, why } = await this.filters.explain(this.posts, query, { plan: true });
   */
  async explain<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options: ExplainOptions = {},
  ): Promise<Explanation> {
    const { guarded, chooser } = this;
    const { nulls, reads: usual } = guarded.settings;
    const { plan: plans = false, relations, reads } = explainOptions(options, usual);
    const own = eagerBuilderOf(source, relationsToLoad('explain()', relations, query));
    checkConnected(own, 'explain()');
    const max = allOf(query);
    const read = async (builder: SelectQueryBuilder<E>, plan: QueryPlan, watch: PageWatch) => {
      if (max === undefined) return pageOf<E, Row>({ builder, plan, nulls, chooser, watch });
      await readAllRows(guarded, builder, query, max);
      return undefined;
    };
    const { explainPage } = await import('./explain/index.js');
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => explainPage(builder, plan, plans, read);
    const { explanation, result } = await guarded.run(own, query, statements, reads);
    if (result !== undefined && !result.ok) throw guarded.refusal(result.issues, query);
    return explanation;
  }

  /**
   * Advises on indexes: returns DDL for those that the declared fields, sorts, searches, lists, paths, relations,
   * populated relations and aggregates need and the database lacks, and the uses that no index serves. It writes
   * nothing, and reads the catalogue of the server that rows are read from.
   *
   * @param entity a filterable entity. Default: all of them, in every data source
   * @throws FilterConfigurationError without a connected data source, for a missing table, and for an unreadable
   *   catalogue
   * @example
   * const { missing } = await this.filters.indexes(Post);
   * for (const { ddl } of missing) console.log(ddl.join(';\n'));
   */
  indexes<E extends ObjectLiteral>(entity?: EntityTarget<E>): Promise<IndexAdvice> {
    return adviceOf(this.engine, entity);
  }

  /**
   * Returns only the facets of a query, as {@link page} puts them beside the rows.
   *
   * @param names names of declared facets, instead of the query's and without its limits
   * @throws FilterConfigurationError for an unknown name; FilterException for a value that the database refuses
   * @example
   * const { cuisine } = await filters.facets(restaurants, query, ['cuisine']);
   */
  facets<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names?: readonly string[],
    options?: ReadOptions,
  ): Promise<Facets<E>> {
    return traced('facets', query, async () => {
      const { facets = {} } = await answerAlone(this.guarded, source, query, options, {
        name: 'facets',
        names,
        data: [],
      });
      return facets;
    });
  }

  /**
   * Returns only the aggregates of a query, as {@link page} puts them beside the rows: over all rows that the query
   * finds. Each row counts once, whatever the builder joins.
   *
   * @param names declared pairs such as `price:sum`, instead of the query's
   * @throws FilterConfigurationError for a name that is no aggregate; FilterException for a value that the database
   *   refuses
   * @example
   * const { price } = await this.filters.aggregates(this.posts, query, ['price:sum', 'price:avg']);
   */
  aggregates<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names?: readonly string[],
    options?: ReadOptions,
  ): Promise<Aggregates<E>> {
    return traced('aggregates', query, async () => {
      const asked = { name: 'aggregates', names, data: [] } as const;
      const { aggregates = {} } = await answerAlone(this.guarded, source, query, options, asked);
      return aggregates;
    });
  }

  /**
   * Puts the related rows that a query populates into rows that you have read yourself, as {@link page} does: one
   * statement for each relation. The rows are entities of the query's list, each with its primary key.
   *
   * @param source a repository or a builder of the rows, whose data source and transaction the statements use
   * @returns a page's `meta.populate`: the relations with more related rows than were read
   * @throws FilterConfigurationError for a row without its primary key; FilterException for a value that the database
   *   refuses
   * @example
   * const rows = await this.filters.apply(builder, query, { populate: 'later' }).getMany();
   * const more = await this.filters.populate(builder, rows, query);
   */
  populate<E extends ObjectLiteral, Row extends ObjectLiteral = E>(
    source: BuilderOrRepository<E>,
    rows: readonly Row[],
    query: FilterQuery<E, Row>,
    options?: ReadOptions,
  ): Promise<PopulatedMeta> {
    return traced('populate', query, async () => {
      checkArgument('populate()', 'rows', rows);
      const asked = { name: 'populate', data: rows } as const;
      const { populate = {} } = await answerAlone(this.guarded, source, query, options, asked);
      return populate;
    });
  }

  /**
   * Iterates over every row that a query finds, in its order and chunk by chunk: for exports and jobs. Rows
   * that come or go meanwhile shift nothing, and the limits of pages do not apply. Each chunk takes a
   * connection, or the builder's own.
   *
   * @throws FilterException for a query with a slice, at once; for a value that the database
   * refuses, when its chunk is read
   * @throws FilterConfigurationError for wrong options, and for a builder with an order, groups or a limit of its own
   * @example
   * for await (const post of this.filters.each(this.posts, query, { max: 100_000 })) await this.mail.announce(post);
   */
  each<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options: EachOptions = {},
  ): AsyncGenerator<Row, void, undefined> {
    return tracedRows(query, () => exportRows<E, Row>(this.guarded, source, query, options));
  }

  /**
   * Counts the rows that a query finds, on all pages.
   *
   * @throws FilterException for a value that the database refuses
   * @example
   * const total = await filters.count(posts, query);
   */
  count<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    options?: CountOptions,
  ): Promise<number> {
    return traced('count', query, async () => {
      const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => countRows(builder, plan);
      return this.guarded.run(builderOf(source), query, statements, countReadsOf(options));
    });
  }
}
