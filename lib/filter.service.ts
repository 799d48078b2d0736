import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { FilterQuery } from './ast/index.js';
import { checkPeerVersions } from './configuration/index.js';
import type { Aggregates, Explanation, Facets, IndexAdvice, Page, PopulatedMeta } from './contract/index.js';
import { FilterEngine } from './engine/index.js';
import { FILTER_MODULE_OPTIONS } from './filter.constants.js';
import type { FilterModuleOptions } from './filter.module-options.js';
import { FilterRequests } from './filter.requests.js';
import type {
  BuilderOrRepository,
  CountOptions,
  EachOptions,
  ExplainOptions,
  PageOptions,
  ReadOptions,
} from './page/index.js';
import { GuardedEngine, GuardedLists, adviceOf, logFailure } from './service/index.js';

/**
 * Reads requests into queries, and applies queries to TypeORM query builders. Inject it into services and repositories.
 *
 * @example
 * list(\@FilterQuery(Post) query: FilterQuery<Post>) { return this.filters.page(this.posts, query); }
 */
@Injectable()
export class FilterService extends FilterRequests {
  private readonly lists: GuardedLists;

  /** @internal Inject the service that `FilterModule` provides, or call {@link FilterService.forDataSource}. */
  constructor(
    @Inject(FilterEngine) private readonly checked: FilterEngine,
    @Inject(FILTER_MODULE_OPTIONS) options: FilterModuleOptions = {},
  ) {
    super(checked, options);
    this.lists = new GuardedLists(checked, new GuardedEngine(checked));
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
   * Checks every server once: that it is the database of its driver, or one like TiDB, and that it binds values
   * safely. MySQL and MariaDB in the mode `NO_BACKSLASH_ESCAPES` do not. Nest does so at boot, and before it first
   * reads from a data source initialized later. {@link apply} and {@link filter} check nothing, so programs without
   * Nest call this after `initialize()`.
   *
   * @throws FilterConfigurationError for a server in that mode, for a feature that the database lacks, and for a data
   * source that is not initialized; the driver's error when the server is away, and then it can be called again
   */
  async ready(): Promise<void> {
    await this.checked.ready();
  }

  /**
   * Runs a query and returns one page: its rows, with the total or the cursors, and the facets. It is correct
   * whatever the builder joins, selects or sorts by, and leaves it unchanged. The page replaces a limit of the
   * builder's own. Rows of a repository include eager relations, as with `find()`.
   *
   * @param options `reads` and `hydration` for this call: `{ reads: { consistency: 'snapshot' } }`
   * @throws FilterException for a damaged cursor, a cursor of another sort, or a value that the database refuses
   */
  page<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options?: PageOptions,
  ): Promise<Page<Row>> {
    return this.lists.page(source, query, options);
  }

  /**
   * Explains a page: returns the statements that {@link page} sends for a query, the way in which it reads the rows and
   * the reason, and what no index serves. The page is read, so that its questions are answered and the keys of its
   * related rows are known. Its rows are dropped, and nothing is written or measured (`ANALYZE`).
   *
   * The parameters hold the values of the client and of scopes, and the text holds the names of tables: show an
   * explanation to developers, and never to clients.
   *
   * @param options `plan: true` adds the database's own plan of each statement; `relations` and `reads` as for
   *   {@link page}
   * @throws FilterException as {@link page} does; FilterConfigurationError without a connected data source
   * @example
   * const { statements, way, why } = await this.filters.explain(this.posts, query, { plan: true });
   */
  explain<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options?: ExplainOptions,
  ): Promise<Explanation> {
    return this.lists.explain(source, query, options);
  }

  /**
   * Advises on indexes: returns those that the declared fields, sorts, searches, lists, paths, relations, populated
   * relations and aggregates want and the database's own catalogue lacks, as DDL; the uses that no index serves; and
   * the redundant ones. It writes nothing, and reads the catalogue of the server that reads go to.
   *
   * @param entity a filterable entity. Default: all of them, in every data source
   * @throws FilterConfigurationError without a connected data source, for a table that does not exist, and where the
   *   catalogue may not be read
   * @example
   * const { missing } = await this.filters.indexes(Post);
   * for (const { ddl } of missing) console.log(ddl.join(';\n'));
   */
  indexes<E extends ObjectLiteral>(entity?: EntityTarget<E>): Promise<IndexAdvice> {
    return adviceOf(this.checked, entity);
  }

  /**
   * Answers the facets of a query alone, as {@link page} puts them beside the rows.
   *
   * @param names facets to answer instead of the query's: any that the list declares, without the client's limits
   * @throws FilterConfigurationError for an unknown name; FilterException for a value that the database refuses
   */
  facets<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names?: readonly string[],
    options?: ReadOptions,
  ): Promise<Facets<E>> {
    return this.lists.facets(source, query, names, options);
  }

  /**
   * Answers the aggregates of a query alone, as {@link page} puts them beside the rows: over all rows that the query
   * finds, each of them once whatever the builder joins.
   *
   * @param names aggregates to answer in place of the query's: pairs such as `price:sum`, among the ones that the list
   *   declares
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
    return this.lists.aggregates(source, query, names, options);
  }

  /**
   * Puts the related rows that a query populates into rows that the host has read itself, as {@link page} does: one
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
    return this.lists.populate(source, rows, query, options);
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
    return this.lists.each(source, query, options);
  }

  /**
   * Counts the rows that a query finds, on all pages.
   *
   * @throws FilterException for a value that the database refuses
   */
  count<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    options?: CountOptions,
  ): Promise<number> {
    return this.lists.count(source, query, options);
  }
}
