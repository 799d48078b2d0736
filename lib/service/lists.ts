import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type FilterQuery, type Hydration, type QueryPlan, planOf } from '../ast/index.js';
import { checkNames, isObject, wrongValue } from '../configuration/index.js';
import type { Page } from '../contract/index.js';
import { type FilterIssue, IssueCollector, Location } from '../issues/index.js';
import {
  type ApplyOptions,
  type BuilderOrRepository,
  type EachOptions,
  type PageInTheMaking,
  type PageOptions,
  type ReadOptions,
  RowExport,
  applyConditions,
  applyPlan,
  withDeletedRows,
  builderOf,
  checkSnapshot,
  eachInSnapshot,
  eachIssues,
  eachOptions,
  eagerBuilderOf,
  iterate,
  needsRunner,
  readApplyOptions,
  readsOf,
  readsWith,
  refuseAnswered,
  refuseCursor,
  refusePopulate,
} from '../page/index.js';
import { type GuardedEngine, checkConnected, refuseOnScopeFailure } from './guarded-engine.js';
import { type OperationName, addFacts, openFor, traceAsync, traceRows, tracing } from '../tracing/index.js';
import { answerOf, planNaming } from '../engine/index.js';
import { madeFor } from '../handlers/index.js';

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
export function exportRows<E extends ObjectLiteral, Row>(
  guarded: GuardedEngine,
  source: BuilderOrRepository<E>,
  query: FilterQuery<E, Row>,
  options: EachOptions,
): AsyncGenerator<Row, void, undefined>;
export function exportRows<E extends ObjectLiteral>(
  guarded: GuardedEngine,
  source: BuilderOrRepository<E>,
  query: FilterQuery<E>,
  options: EachOptions,
): AsyncGenerator<E, void, undefined> {
  const { nulls, reads: usual } = guarded.settings;
  const { reads, relations, hydration, chunk, max } = eachOptions(options);
  const own = eagerBuilderOf(source, relationsToLoad('each()', relations, query));
  const plan = withHydration(guarded.planFor(own, query), hydration);
  const issues = eachIssues(plan);
  if (issues.length > 0) throw guarded.refusal(issues, query);
  const rowExport = new RowExport(withDeletedRows(own, plan), plan, nulls, { chunk, max });
  const rows = (source: SelectQueryBuilder<E>) =>
    iterate(rowExport, (chunk) => guarded.run(source, query, (_, connected) => chunk(connected), reads));
  const { snapshot } = plan.list.schema.dialect;
  const reading = { builder: rowExport.builder, reads: readsWith(usual, reads), snapshot };
  if (reading.reads.consistency !== 'snapshot' || !needsRunner(reading)) return rows(rowExport.builder);
  checkSnapshot(snapshot);
  checkConnected(own, 'each()');
  return eachInSnapshot(reading, rows);
}

/** Returns a plan with the maker of entities of one call, if that has one. */
export function withHydration(plan: QueryPlan, hydration: Hydration | undefined): QueryPlan {
  return hydration === undefined ? plan : { ...plan, list: { ...plan.list, hydration } };
}

/** Reads all rows as one page. Throws the refusal of a query that finds more than `max`. */
export async function readAllRows<E extends ObjectLiteral, Row>(
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

/** Returns what `eagerBuilderOf()` needs of a call: its relations, and which of them the request populates instead. */
export function relationsToLoad(call: string, relations: PageOptions['relations'], query: FilterQuery) {
  const isPopulated = (name: string) =>
    planOf(query).server.populate.some(({ relation }) => relation.propertyPath === name);
  return { call, relations, isPopulated };
}

function tooManyRows(max: number): readonly FilterIssue[] {
  const issues = new IssueCollector(1);
  const text = `requests all rows, and the list has more than ${max}; request pages`;
  issues.add(Location.root('limit'), { code: 'limit_exceeded', limit: 'maxPageSize', max }, text);
  return issues.issues;
}

/** Runs an operation on a query, and traces it where somebody listens. */
export function traced<Result>(name: OperationName, query: FilterQuery, run: () => Promise<Result>): Promise<Result> {
  return tracing.hasSubscribers ? traceAsync(openFor(name, query), run) : run();
}

/**
 * Iterates over the rows of a query, and traces it where somebody listens. A refusal without a statement is an
 * operation that ends at once.
 *
 * @param make makes the iterator, or throws its refusal
 */
export function tracedRows<Row>(
  query: FilterQuery,
  make: () => AsyncGenerator<Row, void, undefined>,
): AsyncGenerator<Row, void, undefined> {
  return tracing.hasSubscribers ? traceRows(openFor('export', query), make) : make();
}

/**
 * Records the query that a page was made for, from which `PageAnswerInterceptor` makes the body of the answer, and adds
 * its rows to the traced operation. Returns the page as it is.
 */
export function recordPage<E, Row>(query: FilterQuery<E, Row>, page: Page<Row>): Page<Row> {
  if (tracing.hasSubscribers) addFacts({ rows: page.data.length });
  return madeFor(query, page);
}

/** A parameter that is answered alone, and what a program names of it in place of the client. */
interface AnsweredAlone {
  readonly name: 'facets' | 'aggregates' | 'populate';
  readonly names?: readonly string[] | undefined;
  /** The rows that it is answered for. */
  readonly data: readonly ObjectLiteral[];
}

/** Returns the `meta` that a parameter alone has for a query. */
export function answerAlone<E extends ObjectLiteral>(
  guarded: GuardedEngine,
  source: BuilderOrRepository<E>,
  query: FilterQuery<E, unknown>,
  options: ReadOptions | undefined,
  { name, names, data }: AnsweredAlone,
): Promise<PageInTheMaking['meta']> {
  const { settings } = guarded;
  checkNames({ subject: `${name}()`, name: 'names', value: names });
  const statements = async (whole: QueryPlan, builder: SelectQueryBuilder<E>) => {
    const isNamed = names !== undefined && name !== 'populate';
    const plan = isNamed ? refuseOnScopeFailure(() => planNaming(whole, name, names, settings)) : whole;
    const meta: PageInTheMaking['meta'] = {};
    await answerOf(name).add({ builder, plan, nulls: settings.nulls, data, meta, mode: 'none' });
    return meta;
  };
  return guarded.run(builderOf(source), query, statements, readsOf(options, `${name}()`));
}

/**
 * Adds a query to a builder, or only its conditions.
 *
 * @throws the refusal of a cursor, which a builder alone cannot page by
 */
export function applyQuery<E extends ObjectLiteral, Row extends ObjectLiteral>(
  guarded: GuardedEngine,
  builder: SelectQueryBuilder<E>,
  query: FilterQuery<E, Row>,
  options: ApplyOptions,
): SelectQueryBuilder<Row> {
  const plan = guarded.planFor(builder, query);
  const { onlyFilters, populatesLater } = readApplyOptions(options);
  if (onlyFilters) return applyConditions<E, Row>(builder, plan);
  const issue = refuseCursor(plan) ?? refuseAnswered(plan) ?? (populatesLater ? undefined : refusePopulate(plan));
  if (issue !== undefined) throw guarded.refusal([issue], query);
  return applyPlan<E, Row>(builder, plan, guarded.settings.nulls);
}
