import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { type Observable, map } from 'rxjs';
import type { FilterQuery } from '../ast/index.js';
import type { Page } from '../contract/index.js';
import type { ListAnswer, RampReading } from '../engine/index.js';
import { isObject } from '../configuration/index.js';

/** The answer that the pages of a request become. */
interface Shaping extends Partial<Pick<RampReading, 'all' | 'echo'>> {
  readonly answer: ListAnswer | undefined;
  /** The query of the request, and those of `and()`. */
  readonly queries: FilterQuery[];
}

interface MadePage {
  readonly page: Page<unknown>;
  readonly query: FilterQuery;
  readonly shaping: Shaping;
}

/** Shapings of queries. A query of `and()` shares its original's. */
const shapings = new WeakMap<FilterQuery, Shaping>();

/** The pages that are to be shaped. */
const pages = new WeakMap<object, MadePage>();

/** The lists that HTTP requests ask for: a page may come from a cache. */
const requests = new WeakMap<object, Shaping[]>();

/** False until a list has an answer of its own: nothing is looked up before. */
let isUsed = false;

/**
 * Records the answer that the pages of a query become, and returns the query.
 *
 * @param ramp what an on-ramp has understood, if one has read the request
 */
export function shapeBy<Query extends FilterQuery>(
  query: Query,
  answer: ListAnswer | undefined,
  ramp: Pick<RampReading, 'all' | 'echo'> | undefined,
): Query {
  if (answer === undefined && ramp === undefined && !isUsed) return query;
  isUsed = true;
  shapings.set(query, { answer, queries: [query], all: ramp?.all, echo: ramp?.echo });
  return query;
}

/** Returns the most rows that a query for all of them may answer, or undefined for one that asks for a page. */
export function allOf(query: FilterQuery): number | undefined {
  return isUsed ? shapings.get(query)?.all : undefined;
}

/** Gives a query the answer of another, from which it was made, and returns it. */
export function shapeLike<Query extends FilterQuery>(other: FilterQuery, query: Query): Query {
  const shaping = isUsed ? shapings.get(other) : undefined;
  if (shaping === undefined) return query;
  shaping.queries.push(query);
  shapings.set(query, shaping);
  return query;
}

/** Records that a request asks for the list of a query, and returns the query. */
export function askedBy<Query extends FilterQuery>(request: unknown, query: Query): Query {
  const shaping = isUsed ? shapings.get(query) : undefined;
  if (shaping === undefined || typeof request !== 'object' || request === null) return query;
  requests.set(request, [...(requests.get(request) ?? []), shaping]);
  return query;
}

/** Records that a page was made for a query, and returns the page. */
export function madeFor<Made extends Page<unknown>>(query: FilterQuery, page: Made): Made {
  const shaping = isUsed ? shapings.get(query) : undefined;
  if (shaping?.answer === undefined) return page;
  pages.set(page, { page, query, shaping });
  return page;
}

/**
 * Returns the body of an answer: of a page that `page()` made, what the list of the request makes of it, and
 * every other value as it is.
 *
 * @param request the HTTP request, if it is one
 */
function answerOf(value: unknown, request: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const asked = typeof request === 'object' && request !== null ? requests.get(request) : undefined;
  const made = pages.get(value);
  if (made === undefined) return value;
  const { page, query, shaping } = asked === undefined ? made : askedAgain(made, asked);
  return shaping.answer === undefined ? value : shaping.answer.body(page, query, request, shaping.echo);
}

/**
 * Returns a page as the query of this request asks for it. A page from a cache was made for another request, whose
 * spelling its answer must not have: equal keys mean equal pages.
 */
function askedAgain(made: MadePage, asked: readonly Shaping[]): MadePage {
  if (asked.includes(made.shaping)) return made;
  const keys = new Set(made.shaping.queries.map((query) => query.cacheKey()));
  for (const shaping of asked) {
    const query = shaping.queries.find((each) => keys.has(each.cacheKey()));
    if (query !== undefined) return { page: made.page, query, shaping };
  }
  return made;
}

/** The handlers whose values are answers. What a GraphQL resolver returns is resolved further. */
const answering: readonly string[] = ['http', 'rpc', 'ws'];

/**
 * Makes the answers of handlers of the pages that they return. The module registers it only in applications that
 * declare `answer`, so that no other request passes it.
 */
export class PageAnswerInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const type = execution.getType<string>();
    if (!answering.includes(type)) return next.handle();
    const request: unknown = type === 'http' ? execution.switchToHttp().getRequest() : undefined;
    const answer = (value: unknown): unknown => answerOf(value, request);
    const message = (value: unknown): unknown =>
      isMessage(value) ? { ...value, data: answer(value.data) } : answer(value);
    return next.handle().pipe(map(type === 'ws' ? message : answer));
  }
}

/** Returns true for the form in which a gateway names the event that its answer is sent as. */
function isMessage(value: unknown): value is { readonly event: unknown; readonly data: unknown } {
  return isObject(value) && 'event' in value && 'data' in value;
}
