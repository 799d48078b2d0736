import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { CountMode, QueryPlan } from '../ast/index.js';
import type { Page } from '../contract/index.js';
import { type OperationName, tracePart } from '../tracing/index.js';
import { copyOf } from '../typeorm/index.js';
import type { PagePlan } from './list/plan.js';

/** @internal What pages ask of the table of parameters. */
declare module '../ast/query.js' {
  interface ParameterTable {
    /**
     * Returns what the parameters of a request add to its rows, in the order of their statements. `parameterTable` of
     * lib/engine/parameters has it: the members `answer` of the features in lib/features.
     */
    answersTo(this: void, plan: QueryPlan): readonly Answer[];
  }
}

/** A page whose rows are read, while parameters add to it. */
export interface PageInTheMaking extends PagePlan {
  /** Entities of the list, each with its primary key. */
  readonly data: readonly ObjectLiteral[];
  readonly meta: Partial<Page<unknown>['meta']>;
  /** How the total of the page is found. */
  readonly mode: CountMode;
}

/** What a parameter adds to an answer: the member `answer` of its feature in lib/features, such as `addFacets`. */
export interface Answer {
  /** The operation of the tracing channel that it is within a page. Undefined for none of its own. */
  readonly part?: OperationName;
  /** True where its statement has the exact total of the list, which is not counted then. */
  readonly hasTotal?: boolean;
  /**
   * Returns what takes out of a copy of the builder what the request does not ask for. Undefined where there is nothing
   * of that kind.
   */
  narrow?(
    this: void,
    builder: SelectQueryBuilder<ObjectLiteral>,
    plan: QueryPlan,
  ): ((copy: SelectQueryBuilder<ObjectLiteral>) => void) | undefined;
  /** Adds to the rows, or to `meta`. */
  add(this: void, page: PageInTheMaking): Promise<void>;
}

/**
 * Returns a copy of a builder without what a query does not ask for, or the builder itself where there is nothing to
 * leave out.
 */
export function withoutUnasked<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  answers: readonly Answer[],
): SelectQueryBuilder<E> {
  let copy: SelectQueryBuilder<E> | undefined;
  for (const { narrow } of answers) narrow?.(builder, plan)?.((copy ??= copyOf(builder)));
  return copy ?? builder;
}

/** Adds to a page what its request asks for beside the rows, one part after the other. */
export async function addAnswers(page: PageInTheMaking, answers: readonly Answer[]): Promise<void> {
  for (const { part, add } of answers) await (part === undefined ? add(page) : tracePart(part, () => add(page)));
}
