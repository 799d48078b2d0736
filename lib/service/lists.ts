import type { EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { checkNames, isObject, wrongValue } from '../configuration/index.js';
import { type FilterQuery, type Hydration, type QueryPlan, planOf } from '../ast/index.js';
import type { Aggregates, Explanation, Facets, ListInput, Page, PopulatedMeta } from '../contract/index.js';
import { type FilterIssue, IssueCollector, Location } from '../issues/index.js';
import {
  type ApplyOptions,
  type BuilderOrRepository,
  type CountOptions,
  type EachOptions,
  type ExplainOptions,
  type PageInTheMaking,
  type PageOptions,
  type PageSettings,
  type PageWatch,
  type ReadOptions,
  RowExport,
  applyConditions,
  applyPlan,
  builderFor,
  builderOf,
  checkSnapshot,
  countReadsOf,
  countRows,
  eachInSnapshot,
  eachIssues,
  eachOptions,
  eagerBuilderOf,
  explainOptions,
  iterate,
  needsRunner,
  pageOf,
  pageOptions,
  readApplyOptions,
  readsOf,
  readsWith,
  refuseAnswered,
  refuseCursor,
  refusePopulate,
  targetOf,
} from '../page/index.js';
import { type GuardedEngine, checkConnected, logChoice, refuseOnScopeFailure } from './guarded-engine.js';
import { openFor, tell, traceAsync, traceRows, tracing } from '../tracing/index.js';
import { Chooser } from '../adaptive/index.js';
import { type FilterEngine, answerOf, planNaming } from '../engine/index.js';
import { allOf, madeFor } from '../handlers/index.js';
import { type FilterOverrides, type RowOf, type Select, profileOverrides } from '../filter-query.overrides.js';
import { dataSourceOf } from '../typeorm/index.js';

/** An argument that JavaScript lets a program leave out or mistake, with the words for a right one. */
interface Argument {
  readonly accepts: (value: unknown) => boolean;
  readonly expected: string;
}

const table = {
  page: { accepts: isPage, expected: 'a page that page() returned' },
  url: {
    accepts: (value) => typeof value === 'string' || value instanceof URL,
    expected: 'the URL of the request, such as request.originalUrl',
  },
  rows: {
    accepts: (value) => Array.isArray(value) && value.every(isObject),
    expected: 'a list of rows that were read, such as those of getMany()',
  },
} as const satisfies Readonly<Record<string, Argument>>;

/**
 * Checks an argument of a call.
 *
 * @param call the method, which begins the error: `links()`
 * @throws FilterConfigurationError for a wrong one
 */
export function checkArgument(call: string, name: keyof typeof table, value: unknown): void {
  const { accepts, expected } = table[name];
  if (!accepts(value)) throw wrongValue({ subject: call, name, value }, expected);
}

function checkNamesIn(call: string, names: unknown): void {
  checkNames({ subject: call, name: 'names', value: names });
}

/** The links of a page are made of its `meta` alone. */
function isPage(value: unknown): boolean {
  if (!isObject(value) || !('meta' in value) || !isObject(value.meta)) return false;
  return 'pagination' in value.meta && isObject(value.meta.pagination);
}

/**
 * Iterates over all rows of a query. Every refusal without a statement is thrown at once, not by the first row.
 *
 * @typeParam Row the rows: entities, or a part of them where clients choose fields
 */
function exportRows<E extends ObjectLiteral, Row>(
  guarded: GuardedEngine,
  source: BuilderOrRepository<E>,
  query: FilterQuery<E, Row>,
  options: EachOptions,
): AsyncGenerator<Row, void, undefined>;
function exportRows<E extends ObjectLiteral>(
  guarded: GuardedEngine,
  source: BuilderOrRepository<E>,
  query: FilterQuery<E>,
  options: EachOptions,
): AsyncGenerator<E, void, undefined> {
  const { nulls, reads: usual } = guarded.settings;
  const { reads, relations, hydration, chunk, max } = eachOptions(options);
  const own = eagerBuilderOf(source, loadedBy('each()', relations, query));
  const plan = hydratedBy(guarded.planFor(own, query), hydration);
  const issues = eachIssues(plan);
  if (issues.length > 0) throw guarded.refusal(issues, query);
  const rowExport = new RowExport(builderFor(own, plan), plan, nulls, { chunk, max });
  const rows = (source: SelectQueryBuilder<E>) =>
    iterate(rowExport, (chunk) => guarded.run(source, query, (_, bound) => chunk(bound), reads));
  const { snapshot } = plan.list.schema.dialect;
  const reading = { builder: rowExport.builder, reads: readsWith(usual, reads), snapshot };
  if (reading.reads.consistency !== 'snapshot' || !needsRunner(reading)) return rows(rowExport.builder);
  checkSnapshot(snapshot);
  checkConnected(own, 'each()');
  return eachInSnapshot(reading, rows);
}

/** Returns a plan with the maker of entities of one call, if that has one. */
function hydratedBy(plan: QueryPlan, hydration: Hydration | undefined): QueryPlan {
  return hydration === undefined ? plan : { ...plan, list: { ...plan.list, hydration } };
}

/** Reads all rows as one page. Throws the refusal of a query that finds more than `max`. */
async function wholeList<E extends ObjectLiteral, Row>(
  guarded: GuardedEngine,
  source: BuilderOrRepository<E>,
  query: FilterQuery<E, Row>,
  max: number,
  { hydration, reads, relations }: PageOptions = {},
): Promise<Page<Row>> {
  const data: Row[] = [];
  const rows = exportRows<E, Row>(guarded, source, query, { hydration, reads, relations, max: max + 1 });
  for await (const row of rows) data.push(row);
  if (data.length > max) throw guarded.refusal(tooManyRows(max), query);
  const total = data.length;
  return { data, meta: { pagination: { page: 1, pageSize: Math.max(total, 1), pageCount: 1, total } } };
}

/** Returns the relations that a call loads, without those that the request populates. */
function loadedBy(call: string, relations: PageOptions['relations'], query: FilterQuery) {
  const isPopulated = (name: string) =>
    planOf(query).server.populate.some(({ relation }) => relation.propertyPath === name);
  return { call, relations, isPopulated };
}

/** Makes the issue of a request for all rows of a list that has too many. */
function tooManyRows(max: number): readonly FilterIssue[] {
  const issues = new IssueCollector(1);
  const text = `requests all rows, and the list has more than ${max}; request pages`;
  issues.add(Location.root('limit'), { code: 'limit_exceeded', limit: 'maxPageSize', max }, text);
  return issues.issues;
}

type Told = Parameters<typeof openFor>[0];

/** Runs an operation on a query, and tells of it where somebody listens. */
function told<Result>(name: Told, query: FilterQuery, run: () => Promise<Result>): Promise<Result> {
  return tracing.hasSubscribers ? traceAsync(openFor(name, query), run) : run();
}

/**
 * Iterates over the rows of a query, and tells of it where somebody listens. A refusal without a statement is an
 * operation that ends at once.
 *
 * @param make makes the iterator, or throws its refusal
 */
function toldRows<Row>(
  query: FilterQuery,
  make: () => AsyncGenerator<Row, void, undefined>,
): AsyncGenerator<Row, void, undefined> {
  return tracing.hasSubscribers ? traceRows(openFor('export', query), make) : make();
}

/** Reads lists, tells the tracing channel of each reading, and answers failures as {@link GuardedEngine} does. */
export class GuardedLists {
  private readonly chooser: Chooser;

  constructor(
    private readonly engine: FilterEngine,
    private readonly guarded: GuardedEngine,
  ) {
    this.chooser = new Chooser(engine.settings.adaptive, logChoice);
  }

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
    const { hydration, reads, relations } = pageOptions(options);
    const max = allOf(query);
    if (max !== undefined)
      return answered(query, await wholeList(this.guarded, source, query, max, { hydration, reads, relations }));
    const settings = this.pageSettings(undefined);
    const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) =>
      pageOf<E, Row>(builder, hydratedBy(plan, hydration), settings);
    const builder = eagerBuilderOf(source, relations && loadedBy('page()', relations, query));
    const result = await this.guarded.run(builder, query, statements, reads);
    if (!result.ok) throw this.guarded.refusal(result.issues, query);
    return answered(query, result.page);
  }

  private pageSettings(watch: PageWatch | undefined): PageSettings {
    return { nulls: this.engine.settings.nulls, chooser: this.chooser, watch };
  }

  /** Reads one page, and returns its statements. */
  async explain<E extends ObjectLiteral, Row = E>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, Row>,
    options: ExplainOptions = {},
  ): Promise<Explanation> {
    const { plan: plans = false, relations, reads } = explainOptions(options, this.engine.settings.reads);
    const own = eagerBuilderOf(source, loadedBy('explain()', relations, query));
    checkConnected(own, 'explain()');
    const max = allOf(query);
    const read = async (builder: SelectQueryBuilder<E>, plan: QueryPlan, watch: PageWatch) => {
      if (max === undefined) return pageOf<E, Row>(builder, plan, this.pageSettings(watch));
      await wholeList(this.guarded, builder, query, max);
      return undefined;
    };
    const { explainPage } = await import('../explain/index.js');
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
      return (await this.answer('populate', source, query, options, rows)).populate ?? {};
    });
  }

  /** Answers the facets of a query, or the ones that the program names. */
  async facets<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names: readonly string[] | undefined,
    options?: ReadOptions,
  ): Promise<Facets<E>> {
    return told('facets', query, async () => {
      checkNamesIn('facets()', names);
      const asked = names && ((plan: QueryPlan) => this.naming(plan, 'facets', names));
      return (await this.answer('facets', source, query, options, [], asked)).facets ?? {};
    });
  }

  /** Answers the aggregates of a query, or the ones that the program names. */
  async aggregates<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    names: readonly string[] | undefined,
    options?: ReadOptions,
  ): Promise<Aggregates<E>> {
    return told('aggregates', query, async () => {
      checkNamesIn('aggregates()', names);
      const asked = names && ((plan: QueryPlan) => this.naming(plan, 'aggregates', names));
      return (await this.answer('aggregates', source, query, options, [], asked)).aggregates ?? {};
    });
  }

  private naming(plan: QueryPlan, name: 'facets' | 'aggregates', names: readonly string[]): QueryPlan {
    return refuseOnScopeFailure(() => planNaming(plan, name, names, this.engine.settings));
  }

  /** Returns the `meta` of what a parameter alone answers for a query, or for what the program asks in its place. */
  private answer<E extends ObjectLiteral>(
    name: 'facets' | 'aggregates' | 'populate',
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    options: ReadOptions | undefined,
    data: readonly ObjectLiteral[],
    asked: (plan: QueryPlan) => QueryPlan = (plan) => plan,
  ): Promise<PageInTheMaking['meta']> {
    const { nulls } = this.engine.settings;
    const statements = async (plan: QueryPlan, builder: SelectQueryBuilder<E>) => {
      const meta: PageInTheMaking['meta'] = {};
      await answerOf(name).add({ builder, plan: asked(plan), nulls, data, meta, mode: 'none' });
      return meta;
    };
    return this.guarded.run(builderOf(source), query, statements, readsOf(options, `${name}()`));
  }

  async count<E extends ObjectLiteral>(
    source: BuilderOrRepository<E>,
    query: FilterQuery<E, unknown>,
    options?: CountOptions,
  ): Promise<number> {
    return told('count', query, async () => {
      const statements = (plan: QueryPlan, builder: SelectQueryBuilder<E>) => countRows(builder, plan);
      return this.guarded.run(builderOf(source), query, statements, countReadsOf(options));
    });
  }

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
  if (tracing.hasSubscribers) tell({ rows: page.data.length });
  return madeFor(query, page);
}

/** Writes queries into builders, and runs none. Failures are answered as {@link GuardedEngine} does. */
export class GuardedBuilders {
  constructor(
    private readonly engine: FilterEngine,
    private readonly guarded: GuardedEngine,
  ) {}

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
    const [entity, builder] = targetOf<E>(repositoryOrEntity, this.engine.sources);
    const lasting = profileOverrides(overrides);
    const { trusted, context, select } = overrides;
    const source = dataSourceOf(builder);
    if (trusted) {
      const plan = this.guarded.readTrusted(entity, input, { context, source, select });
      return applyPlan<E, RowOf<E, S>>(builder, plan, this.engine.settings.nulls);
    }
    const profile = this.engine.profile(entity, lasting, source);
    return this.apply(builder, this.guarded.readFilter<E, RowOf<E, S>>(profile, input, context), {});
  }
}
