import { Logger } from '@nestjs/common';
import type { DataSource, EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterQuery, type QueryPlan } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import { type FilterEngine, type Profile, type ReadResult, RefusedElsewhere } from '../engine/index.js';
import { FilterException, strapiErrorBody } from '../filter.exception.js';
import type { FilterModuleOptions } from '../filter.module-options.js';
import { answerLike, asAnswerOf } from '../handlers/index.js';
import type { FilterIssue } from '../issues.js';
import { refuseCursor, valueIssue } from '../page/index.js';
import { dataSourceOf, entityMetadataOf, queryRunnerOf } from '../sql/index.js';
import { refuseOnScopeFailure } from './scope-failure.js';
import { faultOfReading, logValueFault } from './value-fault.js';

/**
 * Translates failures for clients: issues become a 400 (or the exception that the `errors` option returns), a failing scope
 * becomes a 403 unless it throws an HttpException, a value that the database refuses becomes a 400. Other errors pass through
 * unchanged. No text of a driver or a scope is part of the translation.
 */
export class GuardedEngine {
  private readonly logger = new Logger('FilterService');

  constructor(
    private readonly engine: FilterEngine,
    private readonly errors: FilterModuleOptions['errors'],
  ) {}

  /**
   * Returns the exception for these issues: that of the `errors` option, or a {@link FilterException}.
   *
   * @param query the query that is refused after it was read, whose client may expect an exception of RPC or WebSockets
   */
  refusal(issues: readonly FilterIssue[], query?: FilterQuery): unknown {
    const refusal = this.exceptionOf(issues);
    return query === undefined ? refusal : asAnswerOf(query, refusal);
  }

  /** Returns the query of a request. Throws the refusal of one that has issues. */
  read<E>(profile: Profile, input: unknown, context: unknown): FilterQuery<E> {
    return this.queryOf<E>(() => this.engine.read(profile, input, context));
  }

  /** Returns the query of a request in code, in property names. Throws the refusal of one that has issues. */
  readCode<E>(profile: Profile, input: unknown, context: unknown): FilterQuery<E> {
    return this.queryOf<E>(() => this.engine.readCode(profile, input, context));
  }

  private queryOf<E>(read: () => ReadResult): FilterQuery<E> {
    const result = refuseOnScopeFailure(read);
    if (!result.ok) throw this.refusal(result.issues);
    return new FilterQuery<E>(result.plan);
  }

  /**
   * Returns the plan of a `filter()` in the program's own words: any column and no limits.
   *
   * @throws FilterConfigurationError for a mistake, and for a cursor, because a builder alone cannot page by one
   */
  readTrusted(entity: EntityTarget<ObjectLiteral>, input: object, context: unknown, source: DataSource): QueryPlan {
    const plan = refuseOnScopeFailure(() => this.engine.readTrusted(entity, input, { context, source }));
    const issue = refuseCursor(plan);
    if (issue !== undefined) throw new FilterConfigurationError(`filter(): ${issue.message}; page() reads it`);
    return plan;
  }

  /** Returns a copy of a query with a condition of the program's own. */
  add<E>(query: FilterQuery<E>, input: object): FilterQuery<E> {
    return answerLike(query, new FilterQuery<E>(refuseOnScopeFailure(() => this.engine.add(query, input))));
  }

  /** Returns the plan of a query for a builder, whose data source may refuse a value that the query's own accepts. */
  planFor<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, query: FilterQuery<E>): QueryPlan {
    try {
      return refuseOnScopeFailure(() => this.engine.planFor(query, dataSourceOf(builder), entityMetadataOf(builder)));
    } catch (error) {
      throw error instanceof RefusedElsewhere ? this.refusal(error.issues, query) : error;
    }
  }

  /**
   * Runs the statements of a query on a builder, after a check of its server if none was made. A value that the database
   * refuses is the client's mistake, and no failure of the server.
   */
  async run<E extends ObjectLiteral, Result>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery<E>,
    statements: (plan: QueryPlan) => Promise<Result>,
  ): Promise<Result> {
    await this.engine.askBefore(dataSourceOf(builder), queryRunnerOf(builder));
    const plan = this.planFor(builder, query);
    try {
      return await statements(plan);
    } catch (error) {
      if (faultOfReading(error) !== 'value') throw error;
      logValueFault(this.logger, error);
      throw this.refusal([valueIssue(plan)], query);
    }
  }

  private exceptionOf(issues: readonly FilterIssue[]): Error {
    if (this.errors !== undefined) return this.errors(issues);
    const isStrapi = this.engine.settings.compatibility.errorBody === 'strapi';
    return new FilterException(issues, isStrapi ? strapiErrorBody(issues) : undefined);
  }
}
