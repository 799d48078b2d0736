import { Logger } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterQuery, type QueryPlan, planOf } from '../ast/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import {
  type FilterEngine,
  type Profile,
  type ReadResult,
  RefusedElsewhere,
  type TrustedScope,
} from '../engine/index.js';
import { FilterException, strapiErrorBody } from '../filter.exception.js';
import type { FilterModuleOptions } from '../filter.module-options.js';
import { answerLike, asAnswerOf } from '../handlers/index.js';
import type { FilterIssue } from '../issues.js';
import { type ReadSettings, readAs, refuseCursor, refuseFacets, valueIssue } from '../page/index.js';
import { dataSourceOf, entityMetadataOf, queryRunnerOf } from '../sql/index.js';
import { refuseOnScopeFailure } from './scope-failure.js';
import { faultOfReading, logValueFault, tellOfHost } from './value-fault.js';

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
  read<E, Row>(profile: Profile, input: unknown, context: unknown): FilterQuery<E, Row> {
    return this.queryOf<E, Row>(() => this.engine.read(profile, input, context));
  }

  /** Returns the query of a request in code, in property names. Throws the refusal of one that has issues. */
  readCode<E, Row>(profile: Profile, input: unknown, context: unknown): FilterQuery<E, Row> {
    return this.queryOf<E, Row>(() => this.engine.readCode(profile, input, context));
  }

  /** Returns the query of a `filter()`, whose builder has no place for facets. Throws the refusal of one that asks for some. */
  readFilter<E, Row>(profile: Profile, input: unknown, context: unknown): FilterQuery<E, Row> {
    const query = this.readCode<E, Row>(profile, input, context);
    const issue = refuseFacets(planOf(query));
    if (issue === undefined) return query;
    throw this.refusal([issue], query);
  }

  private queryOf<E, Row>(read: () => ReadResult): FilterQuery<E, Row> {
    const result = refuseOnScopeFailure(read);
    if (!result.ok) throw this.refusal(result.issues);
    return new FilterQuery<E, Row>(result.plan);
  }

  /**
   * Returns the plan of a `filter()` in the program's own words: any column and no limits.
   *
   * @throws FilterConfigurationError for a mistake, and for a cursor or facets, which a builder alone cannot answer
   */
  readTrusted(entity: EntityTarget<ObjectLiteral>, input: object, scope: TrustedScope): QueryPlan {
    const plan = refuseOnScopeFailure(() => this.engine.readTrusted(entity, input, scope));
    const issue = refuseFacets(plan) ?? refuseCursor(plan);
    if (issue !== undefined) throw new FilterConfigurationError(`filter(): ${issue.message}; page() reads it`);
    return plan;
  }

  /** Returns a copy of a query with a condition of the program's own. */
  add(query: FilterQuery, input: object): FilterQuery {
    return answerLike(query, new FilterQuery(refuseOnScopeFailure(() => this.engine.add(query, input))));
  }

  /** Returns the plan of a query for a builder, whose data source may refuse a value that the query's own accepts. */
  planFor<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, query: FilterQuery): QueryPlan {
    try {
      return refuseOnScopeFailure(() => this.engine.planFor(query, dataSourceOf(builder), entityMetadataOf(builder)));
    } catch (error) {
      throw error instanceof RefusedElsewhere ? this.refusal(error.issues, query) : error;
    }
  }

  /** Returns a plan for facets that the program names; see `FilterService.facets`. */
  withFacets(plan: QueryPlan, names: readonly string[] | undefined): QueryPlan {
    return names === undefined ? plan : refuseOnScopeFailure(() => this.engine.withFacets(plan, names));
  }

  /**
   * Runs the statements of a query on a builder, after a check of its server if none was made. A value that the database
   * refuses is the client's mistake, and no failure of the server; where the request has no value, the SQL is the host's.
   *
   * @param statements gets the builder on the connection that all of them are to use
   * @param reads settings in place of those of the module
   */
  async run<E extends ObjectLiteral, Result>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery,
    statements: (plan: QueryPlan, builder: SelectQueryBuilder<E>) => Promise<Result>,
    reads?: ReadSettings,
  ): Promise<Result> {
    const answer = this.engine.askBefore(dataSourceOf(builder), queryRunnerOf(builder));
    if (answer !== undefined) await answer;
    const plan = this.planFor(builder, query);
    try {
      const { snapshot } = plan.schema.dialect;
      const { settings } = this.engine;
      const reading = {
        builder,
        reads: reads === undefined ? settings.reads : { ...settings.reads, ...reads },
        snapshot,
      };
      return await readAs(reading, (bound) => statements(plan, bound));
    } catch (error) {
      if (faultOfReading(error) !== 'value') throw error;
      const issue = valueIssue(plan);
      if (issue === undefined) {
        tellOfHost(error);
        throw error;
      }
      logValueFault(this.logger, error);
      throw this.refusal([issue], query);
    }
  }

  private exceptionOf(issues: readonly FilterIssue[]): Error {
    if (this.errors !== undefined) return this.errors(issues);
    const isStrapi = this.engine.settings.compatibility.errorBody === 'strapi';
    return new FilterException(issues, isStrapi ? strapiErrorBody(issues) : undefined);
  }
}
