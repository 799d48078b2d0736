import { Logger } from '@nestjs/common';
import { FilterQuery, type QueryPlan } from '../ast/index.js';
import { type ReadResult, RefusedElsewhere, type Settings } from '../engine/index.js';
import { FilterException, strapiErrorBody } from '../filter.exception.js';
import type { FilterModuleOptions } from '../filter.module-options.js';
import type { FilterIssue } from '../issues.js';
import { valueIssue } from '../page/index.js';
import { refuseOnScopeFailure } from './scope-failure.js';
import { faultOfReading, logValueFault } from './value-fault.js';

/**
 * Turns every way in which a request can fail into the exception that its client may see: issues of reading, a scope that
 * throws, and a value that the database refuses. Nothing that a driver or a scope says reaches the client.
 */
export class Refusals {
  private readonly logger = new Logger('FilterService');

  constructor(
    private readonly settings: Settings,
    private readonly errors: FilterModuleOptions['errors'],
  ) {}

  /** Returns the exception for these issues: that of the `errors` option, or a {@link FilterException}. */
  of(issues: readonly FilterIssue[]): Error {
    if (this.errors !== undefined) return this.errors(issues);
    const isStrapi = this.settings.compatibility.errorBody === 'strapi';
    return new FilterException(issues, isStrapi ? strapiErrorBody(issues) : undefined);
  }

  /** Returns the query that was read. Throws the refusal of a request with issues. */
  query<E>(read: () => ReadResult): FilterQuery<E> {
    const result = refuseOnScopeFailure(read);
    if (!result.ok) throw this.of(result.issues);
    return new FilterQuery<E>(result.plan);
  }

  /** Returns the plan of a query for a builder, whose data source may refuse a value that the query's own accepts. */
  plan(planFor: () => QueryPlan): QueryPlan {
    try {
      return refuseOnScopeFailure(planFor);
    } catch (error) {
      throw error instanceof RefusedElsewhere ? this.of(error.issues) : error;
    }
  }

  /** Runs statements of a plan. A value that the database refuses is the client's mistake, and no failure of the server. */
  async reading<Result>(plan: QueryPlan, read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (faultOfReading(error) !== 'value') throw error;
      logValueFault(this.logger, error);
      throw this.of([valueIssue(plan)]);
    }
  }
}
