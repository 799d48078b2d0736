export type { DeprecatedName } from './deprecated-name.js';
export { issueCodes } from './issue.js';
export type {
  IssueCode,
  LimitName,
  NameIssue,
  ValueIssue,
  PaginationIssue,
  LimitIssue,
  PlainIssue,
  FilterIssue,
  IssueDetails,
  SimpleIssueCode,
} from './issue.js';
export { IssueCollector } from './issue-collector.js';
export { Location, inOneLine, readable } from './location.js';
