import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { Chooser } from '../adaptive/index.js';
import type { FilterQuery, QueryPlan } from '../ast/index.js';
import type { Aggregates, Explanation, Facets, Page, PopulatedMeta } from '../contract/index.js';
import { type FilterEngine, planWithAggregates, planWithFacets } from '../engine/index.js';
import { explainPage } from '../explain/index.js';
import { allOf, madeFor } from '../handlers/index.js';
import {
  type BuilderOrRepository,
  type EachOptions,
  type ExplainOptions,
  type PageOptions,
  type PageSettings,
  type PageWatch,
  type ReadOptions,
  aggregatesOfRows,
  builderOf,
  countRows,
  eagerBuilderOf,
  explainOptions,
  facetsOfRows,
  pageOf,
  pageOptions,
  populateGiven,
  readsOf,
} from '../page/index.js';
import { tellRows, tracing } from '../tracing/index.js';
import { checkArgument, checkNamesIn } from './arguments.js';
import { exportRows, wholeList } from './exports.js';
import type { GuardedEngine } from './guarded-engine.js';
import { logChoice } from './log.js';
import { refuseOnScopeFailure } from './scope-failure.js';
import { checkConnected } from './unconnected.js';
import { told, toldRows } from './told.js';

/** Reads lists, tells the tracing channel of each reading, and answers failures as {@link GuardedEngine} does. */
export class GuardedLists {
  private readonly chooser: Chooser;

  constructor(
    private readonly engine: FilterEngine,
    private readonly guarded: GuardedEngine,
  ) {
    this.chooser = new Chooser(engine.settings.adaptive, logChoice);
  }

  /** Reads one page. */
  page<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options?: PageOptions,
  ): Promise<Page<Row>> {
    return told('page', query, () => this.read(source, query, options));
  }

  private async read<E extends ObjectLiteral, Row>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options?: PageOptions,
  ): Promise<Page<Row>> {
    const { hydration, reads } = pageOptions(options);
    const max = allOf(query);
    if (max !== undefined)
      return answered(query, await wholeList(this.guarded, source, query, { hydration, reads, max }));
    const settings = this.pageSettings({ hydration });
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => pageOf<E, Row>(builder, plan, settings);
    const result = await this.guarded.run(eagerBuilderOf(source), query, statements, reads);
    if (!result.ok) throw this.guarded.refusal(result.issues, query);
    return answered(query, result.page);
  }

  /** Returns the settings of a call, each by its name: V8 gives every copy by `...` a hidden class of its own. */
  private pageSettings({ hydration, watch }: Pick<PageSettings, 'hydration' | 'watch'>): PageSettings {
    return { nulls: this.engine.settings.nulls, chooser: this.chooser, hydration, watch };
  }

  /** Reads one page, and returns its statements. */
  async explain<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options: ExplainOptions = {},
  ): Promise<Explanation> {
    const { plan: plans = false, reads } = explainOptions(options, this.engine.settings.reads);
    const own = eagerBuilderOf(source);
    checkConnected(own, 'explain()');
    const max = allOf(query);
    const read = async (builder: SelectQueryBuilder<E>, plan: QueryPlan, watch: PageWatch) => {
      if (max === undefined) return pageOf<E, Row>(builder, plan, this.pageSettings({ watch }));
      await wholeList(this.guarded, builder, query, { max });
      return undefined;
    };
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => explainPage({ builder, plan, plans, read });
    const { explanation, result } = await this.guarded.run(own, query, statements, reads);
    if (result !== undefined && !result.ok) throw this.guarded.refusal(result.issues, query);
    return explanation;
  }

  /** Puts the related rows that a query populates into rows of the host's. */
  async populate<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    rows: readonly ObjectLiteral[],
    query: FilterQuery<E, unknown>,
    options?: ReadOptions,
  ): Promise<PopulatedMeta> {
    return told('populate', query, async () => {
      checkArgument('populate()', 'rows', rows);
      const { nulls } = this.engine.settings;
      const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) =>
        populateGiven({ builder, plan, nulls }, rows);
      return (await this.guarded.run(builderOf(source), query, statements, readsOf(options, 'populate()'))) ?? {};
    });
  }

  /** Answers the facets of a query, or the program's. */
  async facets<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names: readonly string[] | undefined,
    options?: ReadOptions,
  ): Promise<Facets<E>> {
    const { settings } = this.engine;
    const asked = (plan: QueryPlan) =>
      names === undefined ? plan : refuseOnScopeFailure(() => planWithFacets(plan, names, settings));
    return told('facets', query, async () => {
      checkNamesIn('facets()', names);
      const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => facetsOfRows(builder, asked(plan));
      return this.guarded.run(builderOf(source), query, statements, readsOf(options, 'facets()'));
    });
  }

  /** Answers the aggregates of a query, or the ones that the program names. */
  async aggregates<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names: readonly string[] | undefined,
    options?: ReadOptions,
  ): Promise<Aggregates<E>> {
    const asked = (plan: QueryPlan) => (names === undefined ? plan : planWithAggregates(plan, names));
    return told('aggregates', query, async () => {
      checkNamesIn('aggregates()', names);
      const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) =>
        aggregatesOfRows({ builder, plan: asked(plan), chooser: this.chooser });
      return this.guarded.run(builderOf(source), query, statements, readsOf(options, 'aggregates()'));
    });
  }

  /** Counts the rows on all pages. */
  async count<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    options?: ReadOptions,
  ): Promise<number> {
    return told('count', query, async () => {
      const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) =>
        countRows({ builder, plan, chooser: this.chooser });
      return this.guarded.run(builderOf(source), query, statements, readsOf(options, 'count()'));
    });
  }

  /** Iterates over all rows. */
  each<E extends ObjectLiteral, Row>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options: EachOptions,
  ): AsyncGenerator<Row, void, undefined> {
    return toldRows(query, () => exportRows<E, Row>(this.guarded, source, query, options));
  }
}

/** Returns a page as its client reads it, and tells the tracing channel of its rows. */
function answered<E, Row>(query: FilterQuery<E, Row>, page: Page<Row>): Page<Row> {
  if (tracing.hasSubscribers) tellRows(page.data.length);
  return madeFor(query, page);
}
