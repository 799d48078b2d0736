import type { ObjectLiteral } from 'typeorm';
import type { FilterQuery } from '../ast/index.js';
import type { Aggregates, Facets, Page, PopulatedMeta } from '../contract/index.js';
import type { Profile } from '../engine/index.js';
import type { BuilderOrRepository, EachOptions, PageOptions, ReadOptions } from '../page/index.js';
import { openFor, openParse, traceAsync, traceRows, traceSync, understood } from '../tracing/index.js';
import type { GuardedEngine } from './guarded-engine.js';
import type { GuardedLists } from './lists.js';

/** The operations of the service, each told to the tracing channel. In use only while somebody listens there. */
export class TracedOperations {
  constructor(
    private readonly engine: GuardedEngine,
    private readonly lists: GuardedLists,
  ) {}

  /** Reads a request, as {@link GuardedEngine.read} does. */
  read<E, Row>(profile: Profile, input: unknown, context: unknown): FilterQuery<E, Row> {
    const operation = openParse(profile.schema.name);
    return traceSync(operation, () => understood(operation, this.engine.read<E, Row>(profile, input, context)));
  }

  /** Reads one page. */
  async page<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options?: PageOptions,
  ): Promise<Page<Row>> {
    const operation = openFor('page', query);
    return traceAsync(operation, async () => {
      const page = await this.lists.page(source, query, options);
      operation.rows = page.data.length;
      return page;
    });
  }

  /** Puts related rows into rows of the host's. */
  async populate<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    rows: readonly ObjectLiteral[],
    query: FilterQuery<E, unknown>,
    options?: ReadOptions,
  ): Promise<PopulatedMeta> {
    return traceAsync(openFor('populate', query), () => this.lists.populate(source, rows, query, options));
  }

  /** Answers facets. */
  async facets<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names: readonly string[] | undefined,
    options?: ReadOptions,
  ): Promise<Facets<E>> {
    return traceAsync(openFor('facets', query), () => this.lists.facets(source, query, names, options));
  }

  /** Answers aggregates. */
  async aggregates<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names: readonly string[] | undefined,
    options?: ReadOptions,
  ): Promise<Aggregates<E>> {
    return traceAsync(openFor('aggregates', query), () => this.lists.aggregates(source, query, names, options));
  }

  /** Counts the rows on all pages. */
  async count<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    options?: ReadOptions,
  ): Promise<number> {
    return traceAsync(openFor('count', query), () => this.lists.count(source, query, options));
  }

  /** Iterates over all rows. What is refused without a statement is an operation that ends at once. */
  each<E extends ObjectLiteral, Row>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options: EachOptions,
  ): AsyncGenerator<Row, void, undefined> {
    return traceRows(openFor('export', query), () => this.lists.each<E, Row>(source, query, options));
  }
}
