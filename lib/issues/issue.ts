/** All codes of issues. docs/errors.md explains each, and no request is refused by another. */
export const issueCodes = [
  'malformed_key',
  'malformed_encoding',
  'duplicate_key',
  'unknown_field',
  'unknown_operator',
  'unknown_parameter',
  'operator_not_allowed',
  'expected_value',
  'expected_list',
  'expected_pair',
  'expected_object',
  'expected_boolean',
  'invalid_value',
  'not_sortable',
  'invalid_direction',
  'sort_too_deep',
  'duplicate_sort',
  'invalid_pagination',
  'invalid_cursor',
  'limit_exceeded',
] as const;

/** The machine-readable reason of an issue. */
export type IssueCode = (typeof issueCodes)[number];

/** The name of a limit, as in the `limits` option. */
export type LimitName =
  | 'queryBytes'
  | 'bodyBytes'
  | 'parameters'
  | 'logicalDepth'
  | 'conditions'
  | 'members'
  | 'values'
  | 'valueLength'
  | 'needleLength'
  | 'unanchoredNeedles'
  | 'relationHops'
  | 'toManyHops'
  | 'relationConditions'
  | 'documentConditions'
  | 'sortKeys'
  | 'sortHops'
  | 'searchWords'
  | 'searchTerms'
  | 'facets'
  | 'facetValues'
  | 'aggregates'
  | 'populate'
  | 'populateHops'
  | 'populatedPerRow'
  | 'populatedRows'
  | 'aggregatedRelations'
  | 'pageSize'
  | 'maxPageSize'
  | 'offset'
  | 'cost'
  | 'issues';

/** The members that every issue has: its place and its message. */
interface IssueBase {
  /**
   * The key as the client wrote it: `filters[author][nam]`. Long segments are cut and unprintable characters escaped.
   */
  readonly path: string;
  /** An RFC 6901 JSON pointer from the root of the request: `/filters/author/nam`. */
  readonly pointer: string;
  /** One sentence for a person, starting with the path. It never contains the value. */
  readonly message: string;
}

/**
 * The members that belong to some codes. Other issues declare them undefined, so that they can be read from any issue.
 */
interface NoMembers {
  /** Only an issue about a name or a page has the allowed names. */
  readonly allowed?: undefined;
  /** Only an issue about a value has the kind of a field. */
  readonly kind?: undefined;
  /** Only an issue about a limit has its name. */
  readonly limit?: undefined;
  /** Only an issue about a limit has its value. */
  readonly max?: undefined;
}

/** A name that does not exist, or may not be used at its place. */
export interface NameIssue extends IssueBase, Omit<NoMembers, 'allowed'> {
  /** The reason: the name does not exist here, or may not be used here. */
  readonly code: 'unknown_field' | 'unknown_operator' | 'unknown_parameter' | 'operator_not_allowed' | 'not_sortable';
  /** The names that this client may use here: fields, then relations, then groups; at most 50. */
  readonly allowed: readonly string[];
}

/** A value that its field cannot hold. */
export interface ValueIssue extends IssueBase, Omit<NoMembers, 'kind'> {
  /** The reason: the field cannot hold the value. */
  readonly code: 'invalid_value';
  /** The kind of the field, such as `integer`. Missing where the database refused a value and did not say which. */
  readonly kind?: string;
}

/** An impossible page: two styles at once, a size that is not a number, a style that the list does not have. */
export interface PaginationIssue extends IssueBase, Omit<NoMembers, 'allowed'> {
  /** The reason: the page is impossible. */
  readonly code: 'invalid_pagination';
  /** Parameters that the list reads, where another was sent. */
  readonly allowed?: readonly string[];
}

/** A request for more than a limit allows. */
export interface LimitIssue extends IssueBase, Omit<NoMembers, 'limit' | 'max'> {
  /** The reason: the request asks for too much. */
  readonly code: 'limit_exceeded';
  /** The name of the limit, as in the `limits` option. */
  readonly limit: LimitName;
  /** The value of the limit in this handler. */
  readonly max: number;
}

/** An issue that its message describes completely. */
export interface PlainIssue extends IssueBase, NoMembers {
  /** The reason. Its message says the rest. */
  readonly code: Exclude<IssueCode, (NameIssue | ValueIssue | PaginationIssue | LimitIssue)['code']>;
}

/**
 * One mistake in a request: its code, its place, and what would have been right. Compare `code` to reach the
 * members that belong to it.
 *
 * @example
 * if (issue.code === 'limit_exceeded') console.log(`${issue.limit} is ${issue.max}`);
 */
export type FilterIssue = PlainIssue | NameIssue | ValueIssue | PaginationIssue | LimitIssue;

/** An issue without its place and message: its code, and the members that belong to the code. */
export type IssueDetails = FilterIssue extends infer Issue
  ? Issue extends FilterIssue
    ? Omit<Issue, keyof IssueBase>
    : never
  : never;

/** A code that needs no other member. */
export type SimpleIssueCode = Exclude<IssueCode, NameIssue['code'] | LimitIssue['code']>;
