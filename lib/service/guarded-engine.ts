import { inspect } from 'node:util';
import { ForbiddenException, HttpException, InternalServerErrorException, Logger } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type FilterIssue, inOneLine } from '../issues/index.js';
import {
  type FilterEngine,
  type ListAnswer,
  NamedFilterFailure,
  type Profile,
  type ReadResult,
  RefusedElsewhere,
  ScopeFailure,
  type Settings,
  type TrustedScope,
} from '../engine/index.js';
import { FilterConfigurationError, isObject, notConnected } from '../configuration/index.js';
import { dataSourceOf, entityMetadataOf, queryRunnerOf } from '../typeorm/index.js';
import { type Fault, faultOf } from '../dialects/index.js';
import { FilterQuery, type QueryPlan, planOf } from '../ast/index.js';
import { FilterException, strapiErrorBody } from '../filter.exception.js';
import { answerLike, asAnswerOf, shapeBy, shapeLike, usedBy } from '../handlers/index.js';
import {
  type ReadSettings,
  withDeletedRows,
  readAs,
  readsWith,
  refuseAnswered,
  refuseCursor,
  refuseDeleted,
  refuseFacets,
  valueIssue,
} from '../page/index.js';
import { addFacts, handledLike, openParse, traceSync, tracing, understood } from '../tracing/index.js';
import { origins } from '../parse/index.js';

const logger = new Logger('FilterService');

/** Logs a failure in a function of the application's, such as a scope. Clients do not see it. */
export function logFailure(message: string, cause?: unknown, level: 'error' | 'warn' = 'error'): void {
  if (level === 'warn') logger.warn(message);
  else if (cause instanceof Error || cause === undefined) logger.error(message, cause?.stack);
  else logger.error(`${message}: ${errorMessage(cause)}`);
}

export function errorMessage(thrown: unknown): string {
  return inOneLine(thrown instanceof Error ? thrown.message : inspect(thrown, { breakLength: Infinity }));
}

export function logChoice(text: string): void {
  logger.debug(text);
}

/**
 * Runs a function that applies scopes and named filters. A scope that throws an HttpException refuses with it. Any
 * other failure of a scope refuses with 403; one of a named filter is a 500. Clients read only `Forbidden` or `Internal
 * Server Error`, and callers in code the way out. No message names an entity or the error of a scope, because an
 * application may send messages to its clients; both are in `cause`.
 */
export function refuseOnScopeFailure<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    const isOfScope = error instanceof ScopeFailure;
    if (!isOfScope && !(error instanceof NamedFilterFailure)) throw error;
    if (isOfScope && error.cause instanceof HttpException) throw error.cause;
    logFailure(error.message, error.cause);
    const options = { cause: error };
    const exception = isOfScope
      ? new ForbiddenException(undefined, options)
      : new InternalServerErrorException(undefined, options);
    exception.message = !isOfScope
      ? 'A named filter failed; see the log'
      : error.lacksContext
        ? withoutContext
        : 'A scope failed, so no row may be seen';
    throw exception;
  }
}

const withoutContext =
  'A scope needs a context to decide which rows may be seen, and there was none: pass { context } in code, or configure `context` ' +
  'in forRoot()';

/** Refuses a data source without a database, such as that of the testing entry point. */
export function checkConnected<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, subject: string): void {
  if (!dataSourceOf(builder).isInitialized) throw notConnected(subject);
}

/**
 * Returns the failure of a reading. Where its data source is not connected, that is the mistake: a driver's error names
 * neither the list nor the way out.
 *
 * @param entity the name of the list's entity
 */
function failureOn<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, error: unknown, entity: string): unknown {
  const isClear = error instanceof HttpException || error instanceof FilterConfigurationError;
  if (isClear || dataSourceOf(builder).isInitialized) return error;
  return notConnected(`A list of ${entity}`, { cause: error });
}

/** Failures of statements without a client's value, by the host's own SQL. */
const ofHosts = new WeakSet<object>();

/**
 * Classifies a failure of the database. A refused value only counts in a statement that reads with a client's value. In
 * any other, it did not come from a request.
 */
export function faultOfReading(exception: unknown): Fault | undefined {
  const fault = faultOf(exception);
  if (fault !== 'value') return fault;
  if (!isObject(exception) || ofHosts.has(exception) || !('query' in exception)) return undefined;
  return typeof exception.query === 'string' && /^\s*(SELECT|EXPLAIN)\b/i.test(exception.query) ? fault : undefined;
}

/** Logs that a server refused a value, which this library should have refused before. */
export function logValueFault(logger: Logger, exception: unknown): void {
  logger.error(`A value reached the database that should have been refused: ${errorMessage(exception)}`);
}

/** One of the lists of a handler. */
export interface ListRead {
  /** True for the list whose refusal is answered. */
  readonly isOwn: boolean;
  /** Returns the list, and the part of the request that it reads. */
  readonly read: () => { readonly profile: Profile; readonly input: unknown };
}

/**
 * Translates failures for clients. Issues become a 400, or the exception of the `errors` option. A failing scope
 * becomes a 403 unless it throws an HttpException. A value that the database refuses becomes a 400. Other errors pass
 * through unchanged. No translation contains the text of a driver or a scope.
 */
export class GuardedEngine {
  private readonly logger = new Logger('FilterService');

  constructor(private readonly engine: FilterEngine) {}

  get settings(): Settings {
    return this.engine.settings;
  }

  /**
   * Returns the exception for these issues: from the `errors` option, or a {@link FilterException}.
   *
   * @param query the refused query, if it was read; its client may expect an exception of RPC or WebSockets
   */
  refusal(issues: readonly FilterIssue[], query?: FilterQuery): unknown {
    if (tracing.hasSubscribers) addFacts({ issues: issues.map(({ code }) => code) });
    if (query === undefined) return this.exceptionOf(issues);
    const {
      at: { sent },
    } = planOf(query);
    return asAnswerOf(query, this.exceptionOf(sent === undefined ? issues : issues.map((issue) => sent.rename(issue))));
  }

  /**
   * Returns the query of a request.
   *
   * @throws the refusal of a request with issues
   */
  read<E, Row>(profile: Profile, input: unknown, context: unknown): FilterQuery<E, Row> {
    const read = () =>
      this.queryOf<E, Row>(() => this.engine.plans.readClient(profile, input, context), profile.answer);
    if (!tracing.hasSubscribers) return read();
    const operation = openParse(profile.schema.name);
    return traceSync(operation, () => understood(operation, read()));
  }

  /**
   * Returns the query of a `filter()`, in property names.
   *
   * @throws the refusal of a request with issues, or with facets or aggregates, because a builder has no place for
   *   them, or with deleted rows, because a builder knows `withDeleted()` itself
   */
  readFilter<E, Row>(profile: Profile, input: unknown, context: unknown): FilterQuery<E, Row> {
    const requester = { origin: origins.code, context };
    const query = this.queryOf<E, Row>(() => this.engine.plans.read(profile, input, requester));
    const plan = planOf(query);
    const issue = refuseFacets(plan) ?? refuseDeleted(plan);
    if (issue === undefined) return query;
    throw this.refusal([issue], query);
  }

  /**
   * Returns one refusal with the issues of all lists of a handler, each once: a name that none of them reads is one
   * mistake. Undefined where the list itself is not refused for its issues.
   */
  refusalOfAll(lists: readonly ListRead[], context: unknown): unknown {
    const results = lists.map(({ isOwn, read }) => ({ isOwn, result: this.resultOf(read, context) }));
    if (!results.some(({ isOwn, result }) => isOwn && result?.ok === false)) return undefined;
    const refused = results.flatMap(({ result }) => (result?.ok === false ? result : []));
    const issues = refused.flatMap((result) => result.issues);
    const different = [...new Map(issues.map((issue) => [`${issue.code} ${issue.pointer}`, issue])).values()];
    const used = refused.flatMap((result) => result.used);
    return usedBy(this.exceptionOf(different.slice(0, this.engine.settings.limits.issues)), used);
  }

  /** Reads a list for its issues. Whatever else it fails by is answered by its own reading. */
  private resultOf(read: ListRead['read'], context: unknown): ReadResult | undefined {
    try {
      const { profile, input } = read();
      return this.engine.plans.readClient(profile, input, context);
    } catch {
      return undefined;
    }
  }

  private queryOf<E, Row>(read: () => ReadResult, answer?: ListAnswer): FilterQuery<E, Row> {
    const result = refuseOnScopeFailure(read);
    if (!result.ok && tracing.hasSubscribers) addFacts({ deprecated: result.used });
    if (!result.ok) throw usedBy(this.refusal(result.issues), result.used);
    const query = usedBy(new FilterQuery<E, Row>(result.plan), result.plan.at.used ?? []);
    return shapeBy(query, answer, result.ramp);
  }

  /**
   * Returns the plan of a trusted `filter()`: any column and no limits.
   *
   * @throws FilterConfigurationError for a mistake, and for a cursor or facets, which a builder alone cannot answer
   */
  readTrusted(entity: EntityTarget<ObjectLiteral>, input: object, scope: TrustedScope): QueryPlan {
    const plan = refuseOnScopeFailure(() => this.engine.trustedPlans.read(entity, input, scope));
    const issue = refuseFacets(plan) ?? refuseAnswered(plan) ?? refuseCursor(plan);
    if (issue !== undefined) throw new FilterConfigurationError(`filter(): ${issue.message}; page() reads it`);
    return plan;
  }

  /** Returns a copy of a query with a condition of the program's own. */
  add(query: FilterQuery, input: object): FilterQuery {
    const added = new FilterQuery(refuseOnScopeFailure(() => this.engine.trustedPlans.add(query, input)));
    if (tracing.hasSubscribers) handledLike(query, added);
    return shapeLike(query, answerLike(query, added));
  }

  /** Returns the plan of a query for a builder, whose data source may refuse a value that the query's own accepts. */
  planFor<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, query: FilterQuery): QueryPlan {
    try {
      return refuseOnScopeFailure(() => this.engine.plans.for(query, dataSourceOf(builder), entityMetadataOf(builder)));
    } catch (error) {
      throw error instanceof RefusedElsewhere ? this.refusal(error.issues, query) : error;
    }
  }

  /**
   * Runs the statements of a query on a builder, after checking its server if necessary. A value that the database
   * refuses is the client's mistake, not a failure of the server. If the request has no value, the SQL is the host's.
   *
   * @param statements gets the builder on the connection for all of them
   * @param reads settings instead of the module's
   */
  async run<E extends ObjectLiteral, Result>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery,
    statements: (plan: QueryPlan, builder: SelectQueryBuilder<E>) => Promise<Result>,
    reads?: ReadSettings,
  ): Promise<Result> {
    const checked = this.engine.servers.askBefore(dataSourceOf(builder), queryRunnerOf(builder));
    if (checked !== undefined) await checked;
    const plan = this.planFor(builder, query);
    try {
      const { snapshot } = plan.list.schema.dialect;
      const { settings } = this.engine;
      const reading = { builder: withDeletedRows(builder, plan), reads: readsWith(settings.reads, reads), snapshot };
      return await readAs(reading, (connected) => statements(plan, connected));
    } catch (error) {
      const fault = faultOfReading(error);
      // SQLite has no server that may be away: its data source was closed, or the connection of the builder.
      const isInProcess = plan.list.schema.dialect.name === 'sqlite';
      if (fault === undefined || (isInProcess && fault !== 'value'))
        throw failureOn(builder, error, plan.list.schema.name);
      if (fault !== 'value') throw error;
      const issue = valueIssue(plan);
      if (issue === undefined) {
        if (isObject(error)) ofHosts.add(error);
        throw error;
      }
      logValueFault(this.logger, error);
      throw this.refusal([issue], query);
    }
  }

  private exceptionOf(issues: readonly FilterIssue[]): Error {
    const { compatibility, refusals } = this.engine.settings;
    const { make, status } = refusals;
    if (make !== undefined) return make(issues);
    const isStrapi = compatibility.errorBody === 'strapi';
    return withoutFrames(
      () => new FilterException(issues, isStrapi ? strapiErrorBody(issues, status) : undefined, status),
    );
  }
}

/** Makes an error without frames: the library's own say nothing about a client's mistake, and fill logs. */
function withoutFrames<Made>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Engines of services, for other entry points. They are not members of the class, whose types are public. */
const engines = new WeakMap<object, FilterEngine>();

/**
 * Keeps the engine of a service, and returns it.
 *
 * @throws FilterConfigurationError for a service that a program made by `new`: the public types show no parameter
 */
export function keepEngine(service: object, engine: FilterEngine | undefined): FilterEngine {
  if (engine === undefined) {
    throw new FilterConfigurationError(
      `${service.constructor.name} cannot be made by new: inject it, or call FilterService.forDataSource(dataSource)`,
    );
  }
  engines.set(service, engine);
  return engine;
}

/** Returns the engine of a service, or undefined for a stand-in in a test. */
export function engineOf(service: object): FilterEngine | undefined {
  return engines.get(service);
}
