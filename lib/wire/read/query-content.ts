import type { IssueCollector } from '../../issues/index.js';
import { Location } from '../../issues/index.js';
import type { ForeignParameters } from '../names/foreign-parameters.js';
import { foreignPair } from '../names/foreign-value.js';
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

/** Rules by which a list looks at the URL of an HTTP QUERY. */
export interface UrlRules {
  /** Returns the list's name for what a pair asks for, or undefined for a pair of the host's. */
  readonly nameOf: (pair: SentPair) => string | undefined;
  /** Looks for typos of our parameters among the host's. */
  readonly foreign: ForeignParameters;
}

/**
 * Refuses the list's parameters in the URL of an HTTP QUERY: two places could say different things. The others pass the
 * same look as in any other URL.
 */
export function refuseInUrl({ url }: QueryContent, { nameOf, foreign }: UrlRules, issues: IssueCollector): void {
  const found = new Set<string>();
  const text = url.replace(/^\?/, '');
  eachPiece(text, (start, end) => {
    const pair = pairAsSent(text.slice(start, end));
    const name = nameOf(pair);
    if (name !== undefined) found.add(name);
    else foreign.look(pair.key, foreignPair(pair, 'url'), issues);
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
