import { type FilterIssue, IssueCollector } from '../../issues/index.js';
import { type Profile, profileFor } from '../lists/profile.js';
import type { Settings } from '../options/settings.js';
import { readingOf } from './reading-of.js';
import { originOf } from './request.js';
import { RequestReader } from './request-reader.js';

/** A client's request, and the context for its names. */
export interface CheckedRequest {
  /** A query string, a body, or an object of the same shape. */
  readonly input: unknown;
  readonly context: unknown;
}

/** Lists every mistake in a client's request. It calls no scope, and not the function of a named filter. */
export function issuesOf(
  whole: Profile,
  settings: Settings,
  { input, context }: CheckedRequest,
): readonly FilterIssue[] {
  const profile = profileFor(whole, context);
  const issues = new IssueCollector(profile.limits.issues);
  const reading = readingOf(profile, { origin: originOf(input), context }, settings);
  const { sent } = new RequestReader(settings, () => ({ condition: undefined })).read(reading, input, issues);
  return sent === undefined ? issues.issues : issues.issues.map((issue) => sent.rename(issue));
}
