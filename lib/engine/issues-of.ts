import { type FilterIssue, IssueCollector } from '../issues.js';
import { nodesOf } from '../parse/index.js';
import { checkCursorSort } from './page-styles.js';
import { readParameters } from './parameters.js';
import type { Profile } from './profile.js';
import { isQueryText, originOf, requestTree } from './request.js';
import type { Settings } from './settings.js';

/** A client's request, and the context in which its names are looked up. */
export interface CheckedRequest {
  /** A query string, a body, or an object of the same shape. */
  readonly input: unknown;
  readonly context: unknown;
}

/** Lists everything that is wrong with a client's request. Unlike a reading, it makes no query, and calls no scope. */
export function issuesOf(
  profile: Profile,
  { compatibility, operators }: Settings,
  { input, context }: CheckedRequest,
): readonly FilterIssue[] {
  const { limits, params } = profile;
  const issues = new IssueCollector(limits.issues);
  const origin = originOf(input);
  const tree = requestTree(profile, input, origin, issues);
  const options = { params, limits, compatibility, operators, context, isText: isQueryText(input) };
  const list = { view: profile.view(origin.view), styles: profile.styles(context), lists: profile.lists(origin.view) };
  checkCursorSort(readParameters(nodesOf(tree, options, issues), list), params, issues);
  return issues.issues;
}
