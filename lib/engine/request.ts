import { type IssueCollector, Location } from '../issues.js';
import { exceed } from '../limits.js';
import { treeOf } from '../parse/index.js';
import type { ViewKind } from '../schema/index.js';
import { RequestBody, type RequestTree, queryIn, readQueryString } from '../wire/index.js';
import type { Profile } from './profile.js';

/** Who asks, and for whom. */
export interface Asking {
  /** In whose names the request is written, and what may be asked. */
  readonly view: ViewKind;
  /** What scopes and the visibility of fields are decided by. */
  readonly context: unknown;
}

/** What a request says, whatever it came as: a query string, a body, or an object of the program's own. */
export function requestTree(
  { params, limits, foreign }: Profile,
  input: unknown,
  { view }: Asking,
  issues: IssueCollector,
): RequestTree {
  const text = textOf(input);
  if (text !== undefined) return readQueryString(queryIn(text, params), { params, limits, foreign }, issues);
  if (!(input instanceof RequestBody))
    return view === 'client'
      ? treeOf(input, params, issues, 'program', foreign)
      : treeOf(input, params, issues, 'code');
  if (input.isWithin(limits.bodyBytes)) return treeOf(input.value, params, issues, 'body', foreign);
  exceed(issues, limits, 'bodyBytes', Location.root(params.filters));
  return {};
}

/** Whether it is a query string, or has one in it. */
export function isQueryText(input: unknown): boolean {
  return textOf(input) !== undefined;
}

/** A text, or the text of what the platform has for URLs. */
function textOf(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (input instanceof URL) return input.href;
  return input instanceof URLSearchParams ? input.toString() : undefined;
}
