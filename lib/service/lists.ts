import type { EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { Chooser } from '../adaptive/index.js';
import { type FilterQuery, type QueryPlan, planOf } from '../ast/index.js';
import type { FilterEngine } from '../engine/index.js';
import type { FilterOverrides, RowOf, Select } from '../filter-query.overrides.js';
import { profileOverrides } from '../filter-query.overrides.js';
import type { Aggregates, Explanation, Facets, ListInput, Page, PopulatedMeta } from '../contract/index.js';
import { checkConnected, explainPage } from '../explain/index.js';
import {
  type ApplyOptions,
  type BuilderOrRepository,
  type EachOptions,
  type ExplainOptions,
  type PageOptions,
  type PageWatch,
  type ReadOptions,
  RowExport,
  aggregatesOfRows,
  applyConditions,
  applyPlan,
  builderFor,
  builderOf,
  checkSnapshot,
  countRows,
  eachInSnapshot,
  eachIssues,
  eachOptions,
  eagerBuilderOf,
  explainOptions,
  facetsOfRows,
  readApplyOptions,
  linksOf,
  needsRunner,
  pageOf,
  pageOptions,
  populateRows,
  readsOf,
  refuseAnswered,
  refuseCursor,
  iterate,
  refusePopulate,
  targetOf,
} from '../page/index.js';
import { dataSourceOf } from '../typeorm/index.js';
import { allOf, madeFor } from '../handlers/index.js';
import { type FilterIssue, IssueCollector, Location } from '../issues.js';
import type { GuardedEngine } from './guarded-engine.js';
import { logChoice } from './log.js';

/** Makes the issue of a request for all rows of a list that has too many. */
function tooManyRows(max: number): readonly FilterIssue[] {
  const issues = new IssueCollector(1);
  const text = `asks for all rows, and there are more than ${max}; ask for pages`;
  issues.add(Location.root('limit'), { code: 'limit_exceeded', limit: 'maxPageSize', max }, text);
  return issues.issues;
}

/** Applies queries to builders and reads lists, and answers failures as {@link GuardedEngine} does. */
export class GuardedLists {
  private readonly chooser: Chooser;

  constructor(
    private readonly engine: FilterEngine,
    private readonly guarded: GuardedEngine,
  ) {
    this.chooser = new Chooser(engine.settings.adaptive, logChoice);
  }

  /**
   * Adds a query to a builder, or only its conditions.
   *
   * @throws the refusal of a cursor, which a builder alone cannot page by
   */
  apply<E extends ObjectLiteral, Row extends ObjectLiteral = E>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery<E, Row>,
    options: ApplyOptions,
  ): SelectQueryBuilder<Row> {
    const plan = this.guarded.planFor(builder, query);
    const { onlyFilters, populatesLater } = readApplyOptions(options);
    if (onlyFilters) return applyConditions<E, Row>(builder, plan);
    const issue = refuseCursor(plan) ?? refuseAnswered(plan) ?? (populatesLater ? undefined : refusePopulate(plan));
    if (issue !== undefined) throw this.guarded.refusal([issue], query);
    return applyPlan<E, Row>(builder, plan, this.engine.settings.nulls);
  }

  /** Makes a builder with a query written in code. */
  filter<E extends ObjectLiteral, S extends Select = Select>(
    repositoryOrEntity: Repository<E> | EntityTarget<E>,
    input: ListInput<E>,
    overrides: FilterOverrides<E> & { readonly select?: S },
  ): SelectQueryBuilder<RowOf<E, S>> {
    const [entity, builder] = targetOf<E>(repositoryOrEntity, this.engine);
    const { trusted, context, select } = overrides;
    const source = dataSourceOf(builder);
    if (trusted) {
      const plan = this.guarded.readTrusted(entity, input, { context, source, select });
      return applyPlan<E, RowOf<E, S>>(builder, plan, this.engine.settings.nulls);
    }
    const profile = this.engine.profile(entity, profileOverrides(overrides), source);
    return this.apply(builder, this.guarded.readFilter<E, RowOf<E, S>>(profile, input, context), {});
  }

  /** Reads one page. */
  async page<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options?: PageOptions,
  ): Promise<Page<Row>> {
    const all = allOf(query);
    if (all !== undefined)
      return madeFor(query, await this.wholeList(source, query, { reads: options?.reads, max: all }));
    const { hydration, reads } = pageOptions(options);
    const settings = { ...this.pageSettings(), hydration };
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => pageOf<E, Row>(builder, plan, settings);
    const result = await this.guarded.run(eagerBuilderOf(source), query, statements, reads);
    if (!result.ok) throw this.guarded.refusal(result.issues, query);
    return madeFor(query, result.page);
  }

  private pageSettings() {
    return { nulls: this.engine.settings.nulls, chooser: this.chooser };
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
      if (max === undefined) return pageOf<E, Row>(builder, plan, { ...this.pageSettings(), watch });
      await this.wholeList(builder, query, { max });
      return undefined;
    };
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => explainPage({ builder, plan, plans, read });
    const { explanation, result } = await this.guarded.run(own, query, statements, reads);
    if (result !== undefined && !result.ok) throw this.guarded.refusal(result.issues, query);
    return explanation;
  }

  /** Reads all rows as one page. Throws the refusal of a query that finds more than `max`. */
  private async wholeList<E extends ObjectLiteral, Row>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    { max, ...options }: ReadOptions & { readonly max: number },
  ): Promise<Page<Row>> {
    const data: Row[] = [];
    for await (const row of this.each<E, Row>(source, query, { ...options, max: max + 1 })) data.push(row);
    if (data.length > max) throw this.guarded.refusal(tooManyRows(max), query);
    const total = data.length;
    return { data, meta: { pagination: { page: 1, pageSize: Math.max(total, 1), pageCount: 1, total } } };
  }

  /** Puts the related rows that a query populates into rows of the host's. */
  async populate<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    rows: readonly ObjectLiteral[],
    query: FilterQuery<E, unknown>,
    options?: ReadOptions,
  ): Promise<PopulatedMeta> {
    const { nulls } = this.engine.settings;
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) =>
      populateRows({ builder, plan, nulls }, rows);
    return (await this.guarded.run(builderOf(source), query, statements, readsOf(options, 'populate()'))) ?? {};
  }

  /** Answers the facets of a query, or the program's. */
  async facets<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names: readonly string[] | undefined,
    options?: ReadOptions,
  ): Promise<Facets<E>> {
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) =>
      facetsOfRows(builder, this.guarded.withFacets(plan, names));
    return this.guarded.run(builderOf(source), query, statements, readsOf(options, 'facets()'));
  }

  /** Answers the aggregates of a query, or the ones that the program names. */
  async aggregates<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names: readonly string[] | undefined,
    options?: ReadOptions,
  ): Promise<Aggregates<E>> {
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) =>
      aggregatesOfRows(builder, this.guarded.withAggregates(plan, names));
    return this.guarded.run(builderOf(source), query, statements, readsOf(options, 'aggregates()'));
  }

  /** Returns the `Link` header of a page. */
  links(query: FilterQuery, page: Page<unknown>, url: string): string {
    return linksOf(planOf(query), page, url);
  }

  /** Counts the rows on all pages. */
  async count<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    options?: ReadOptions,
  ): Promise<number> {
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => countRows(builder, plan);
    return this.guarded.run(builderOf(source), query, statements, readsOf(options, 'count()'));
  }

  /**
   * Iterates over all rows. Every refusal without a statement is thrown at once, not by the first row.
   *
   * @typeParam Row the rows: entities, or a part of them where clients choose fields
   */
  each<E extends ObjectLiteral, Row>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options: EachOptions,
  ): AsyncGenerator<Row, void, undefined>;
  each<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E>,
    options: EachOptions,
  ): AsyncGenerator<E, void, undefined> {
    const { nulls, reads: usual } = this.engine.settings;
    const { reads, ...settings } = eachOptions(options);
    const own = eagerBuilderOf(source);
    const plan = this.guarded.planFor(own, query);
    const issues = eachIssues(plan);
    if (issues.length > 0) throw this.guarded.refusal(issues, query);
    const rowExport = new RowExport(builderFor(own, plan), plan, { ...settings, nulls });
    const rows = (source: SelectQueryBuilder<E>) =>
      iterate(rowExport, (chunk) => this.guarded.run(source, query, (_, bound) => chunk(bound), reads));
    const { snapshot } = plan.schema.dialect;
    const reading = { builder: rowExport.builder, reads: { ...usual, ...reads }, snapshot };
    if (reading.reads.consistency !== 'snapshot' || !needsRunner(reading)) return rows(rowExport.builder);
    checkSnapshot(snapshot);
    return eachInSnapshot(reading, rows);
  }
}
