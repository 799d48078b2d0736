import type { EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { Chooser } from '../adaptive/index.js';
import { type FilterQuery, type QueryPlan, planOf } from '../ast/index.js';
import type { FilterEngine } from '../engine/index.js';
import type { FilterOverrides, RowOf, Select } from '../filter-query.overrides.js';
import { profileOverrides } from '../filter-query.overrides.js';
import type { Facets, Page, QueryInput } from '../input/index.js';
import {
  type ApplyOptions,
  type BuilderOrRepository,
  type EachOptions,
  type ReadOptions,
  Walk,
  applyConditions,
  applyPlan,
  builderOf,
  checkSnapshot,
  countRows,
  eachInSnapshot,
  eachIssues,
  eachOptions,
  eagerBuilderOf,
  facetsOfRows,
  onlyFilters,
  linksOf,
  needsRunner,
  pageOf,
  readsOf,
  refuseCursor,
  rowsOf,
  targetOf,
} from '../page/index.js';
import { dataSourceOf } from '../sql/index.js';
import type { GuardedEngine } from './guarded-engine.js';
import { logChoice } from './log.js';

/** Applies queries to builders and reads lists, and answers failures as {@link GuardedEngine} does. */
export class GuardedLists {
  private readonly chooser: Chooser;

  constructor(
    private readonly engine: FilterEngine,
    private readonly guarded: GuardedEngine,
  ) {
    this.chooser = new Chooser(engine.settings.adaptive, logChoice);
  }

  /** Adds a query to a builder, or its conditions alone. Throws the refusal of a cursor, which a builder alone cannot page by. */
  apply<E extends ObjectLiteral, Row extends ObjectLiteral = E>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery<E, Row>,
    options: ApplyOptions,
  ): SelectQueryBuilder<Row> {
    const plan = this.guarded.planFor(builder, query);
    if (onlyFilters(options)) return applyConditions<E, Row>(builder, plan);
    const issue = refuseCursor(plan);
    if (issue !== undefined) throw this.guarded.refusal([issue], query);
    return applyPlan<E, Row>(builder, plan, this.engine.settings.nulls);
  }

  /** Makes a builder with a query that is written in code. */
  filter<E extends ObjectLiteral, S extends Select = Select>(
    repositoryOrEntity: Repository<E> | EntityTarget<E>,
    input: QueryInput<E>,
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
    options?: ReadOptions,
  ): Promise<Page<Row>> {
    const settings = { nulls: this.engine.settings.nulls, chooser: this.chooser };
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => pageOf<E, Row>(builder, plan, settings);
    const result = await this.guarded.run(eagerBuilderOf(source), query, statements, readsOf(options, 'page()'));
    if (!result.ok) throw this.guarded.refusal(result.issues, query);
    return result.page;
  }

  /** Answers the facets of a query, or those that the program names. */
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
   * Iterates over all rows. Whatever can be refused without a statement is thrown at once, not by the first row.
   *
   * @typeParam Row the rows: entities, or what the fields that clients choose leave of those
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
    const builder = eagerBuilderOf(source);
    const plan = this.guarded.planFor(builder, query);
    const issues = eachIssues(plan);
    if (issues.length > 0) throw this.guarded.refusal(issues, query);
    const walk = new Walk(builder, plan, { ...settings, nulls });
    const rows = (source: SelectQueryBuilder<E>) =>
      rowsOf(walk, (chunk) => this.guarded.run(source, query, (_, bound) => chunk(bound), reads));
    const { snapshot } = plan.schema.dialect;
    const reading = { builder: walk.builder, reads: { ...usual, ...reads }, snapshot };
    if (reading.reads.consistency !== 'snapshot' || !needsRunner(reading)) return rows(walk.builder);
    checkSnapshot(snapshot);
    return eachInSnapshot(reading, rows);
  }
}
