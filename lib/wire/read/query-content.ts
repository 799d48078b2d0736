import type { IssueCollector } from '../../issues/index.js';
import { Location } from '../../issues/index.js';
import type { ParameterNames } from '../names/parameters.js';
import { eachPiece } from '../text/pieces.js';
import type { RequestBody } from './request-body.js';
import { type SentPair, pairAsSent } from './sent-pairs.js';

/** The content of an HTTP QUERY, beside the query string of its URL. */
export class QueryContent {
  /**
   * @param content parsed JSON, or the raw text of a form, or undefined where nothing was sent, or nobody
   *   said what it is
   * @param url the query string of the URL, which must have none of our parameters
   */
  constructor(
    readonly content: RequestBody | string | undefined,
    readonly url: string,
  ) {}
}

/**
 * Refuses the list's parameters in the URL of an HTTP QUERY: two places could say different things.
 *
 * @param nameOf returns the list's name for what a pair asks for, or undefined for a pair of the host's
 */
export function refuseInUrl(
  { url }: QueryContent,
  nameOf: (pair: SentPair) => string | undefined,
  issues: IssueCollector,
): void {
  const found = new Set<string>();
  const text = url.replace(/^\?/, '');
  eachPiece(text, (start, end) => {
    const name = nameOf(pairAsSent(text.slice(start, end)));
    if (name !== undefined) found.add(name);
  });
  for (const name of found) {
    const message = 'is in the URL of a QUERY, whose content has the parameters; leave it out of the URL';
    issues.add(Location.root(name), { code: 'duplicate_key' }, message);
  }
}

/** Refuses a QUERY without content: it was not read, and must not count as a request without conditions. */
export function refuseWithoutContent(names: ParameterNames, issues: IssueCollector): void {
  const message =
    'has nothing to be read from: a QUERY needs content and its Content-Type, application/json or application/x-www-form-urlencoded; {} is every row';
  issues.add(Location.root(names.filters), { code: 'malformed_encoding' }, message);
}
