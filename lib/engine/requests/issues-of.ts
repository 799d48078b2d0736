import { momentBy } from '../../ast/index.js';
import { type FilterIssue, IssueCollector } from '../../issues/index.js';
import { nodesOf } from '../../parse/index.js';
import { checkCursorSort } from '../lists/page-styles.js';
import { readParameters } from '../lists/parameters.js';
import { type Profile, profileFor } from '../lists/profile.js';
import { isQueryText, originOf, requestTree } from './request.js';
import type { Settings } from '../options/settings.js';

/** A client's request, and the context for its names. */
export interface CheckedRequest {
  /** A query string, a body, or an object of the same shape. */
  readonly input: unknown;
  readonly context: unknown;
}

/** Lists every mistake in a client's request. Unlike a reading, it makes no query, and calls no scope. */
export function issuesOf(
  whole: Profile,
  { compatibility, operators, clock }: Settings,
  { input, context }: CheckedRequest,
): readonly FilterIssue[] {
  const profile = profileFor(whole, context);
  const { limits, params } = profile;
  const issues = new IssueCollector(limits.issues);
  const moment = profile.relativeDates ? momentBy(clock) : undefined;
  const origin = originOf(input);
  const { tree, sent } = requestTree(profile, input, origin, issues);
  const options = { params, limits, compatibility, operators, context, moment, isText: isQueryText(input) };
  const clamps = profile.pagination.oversize === 'clamp';
  const styles = profile.styles(context);
  const list = { view: profile.view(origin.view), styles, lists: profile.lists(origin.view), clamps };
  checkCursorSort(readParameters(nodesOf(tree, options, issues).nodeOf, list), params, issues);
  return sent === undefined ? issues.issues : issues.issues.map((issue) => sent.rename(issue));
}
