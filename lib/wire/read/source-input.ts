import { type IssueCollector, Location } from '../../issues/index.js';
import type { ParameterNames } from '../names/parameters.js';

/** A request as a `source` function gives it, with the client's names for its parts. */
export class NamedInput {
  /**
   * @param input a query string, or an object of the same form
   * @param names the client's names by the places that they mean: `/filters/dept/id`
   */
  constructor(
    readonly input: unknown,
    readonly names: Readonly<Record<string, string>>,
  ) {}
}

/** A request that a `source` function could not read, because its text is malformed. */
export class UnreadInput {}

/** Refuses a request that was not read: it must not count as a request without conditions. */
export function refuseUnread(names: ParameterNames, issues: IssueCollector): void {
  const message = 'cannot be read: the request has a malformed text';
  issues.add(Location.root(names.filters), { code: 'malformed_encoding' }, message);
}
