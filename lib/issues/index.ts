export { issueCodes, IssueCollector, Location, inOneLine, readable } from './issue.js';
export type {
  DeprecatedName,
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
