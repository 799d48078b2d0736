import type { IssueCollector } from '../../issues/index.js';
import { Location } from '../../issues/index.js';
import { type ParameterNames, nameOf, parameterOf, parameterOfGarbled } from '../names/parameters.js';
import { decode } from '../text/decode.js';
import { eachPiece } from '../text/pieces.js';
import type { RequestBody } from './request-body.js';

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

/** Refuses our parameters in the URL of an HTTP QUERY: two places could say different things. */
export function refuseInUrl({ url }: QueryContent, names: ParameterNames, issues: IssueCollector): void {
  const text = url.replace(/^\?/, '');
  const found = new Set<string>();
  eachPiece(text, (start, end) => {
    const [key = ''] = text.slice(start, end).split('=', 1);
    const decoded = decode(key);
    const parameter = decoded === undefined ? parameterOfGarbled(key, names) : parameterOf(decoded, names);
    if (parameter !== undefined) found.add(nameOf(parameter, names));
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
