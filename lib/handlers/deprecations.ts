import type { ExecutionContext } from '@nestjs/common';
import type { DeprecatedName } from '../issues/index.js';

/** Days in the headers of one answer: the earliest of each that was declared. */
interface Days {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** The part of a response of Express or Fastify that sets a header. */
interface HeaderResponse {
  readonly header?: (name: string, value: string) => unknown;
}

/** The deprecated names that queries and refusals have used. */
const uses = new WeakMap<object, readonly DeprecatedName[]>();

/** The days in the headers of a response so far: a handler may have several lists. */
const daysSent = new WeakMap<object, Days>();

/** False until a request has used a deprecated name: nothing is looked up before. */
let isUsed = false;

/** Records the deprecated names that a query, or the refusal of one, has used, and returns it. */
export function usedBy<Result>(result: Result, names: readonly DeprecatedName[]): Result {
  if (names.length === 0 || typeof result !== 'object' || result === null) return result;
  isUsed = true;
  uses.set(result, names);
  return result;
}

/**
 * Reads a query, and reports the deprecated names in it by headers, whether it is accepted or refused.
 *
 * @param read returns the query, or throws its refusal
 */
export function reportDeprecated<Query>(execution: ExecutionContext, read: () => Query): Query {
  try {
    const query = read();
    if (isUsed) setHeaders(execution, query);
    return query;
  } catch (error) {
    if (isUsed) setHeaders(execution, error);
    throw error;
  }
}

/** Sets the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), as far as days are declared. */
function setHeaders(execution: ExecutionContext, result: unknown): void {
  const names = typeof result === 'object' && result !== null ? uses.get(result) : undefined;
  if (names === undefined || execution.getType() !== 'http') return;
  const response = execution.switchToHttp().getResponse<HeaderResponse>();
  const known = daysSent.get(response);
  const since = earliest([known?.since, ...names.map((name) => name.since)]);
  const until = earliest([known?.until, ...names.map((name) => name.until)]);
  daysSent.set(response, { since, until });
  if (since !== undefined) response.header?.('Deprecation', `@${Date.parse(since) / 1000}`);
  if (until !== undefined) response.header?.('Sunset', new Date(until).toUTCString());
}

/** Returns the first of some days, which are texts such as `2026-11-01`. */
function earliest(days: readonly (string | undefined)[]): string | undefined {
  const [first] = days.filter((day) => day !== undefined).sort();
  return first;
}
