import type { IssueCollector, Location } from '../issues.js';

/** "use one of: a, b, c", or nothing where there is nothing to name. */
export function oneOf(allowed: readonly string[]): string {
  return allowed.length === 0 ? '' : `; use one of: ${allowed.slice(0, 50).join(', ')}`;
}

/** An operator that is asked for without being written. */
export interface Meant {
  readonly token: string;
  /** What is missing, so that it is meant. */
  readonly by: 'operator' | 'value';
  readonly who: 'this field' | 'this relation';
}

/** How the refusals of the parser are worded: each in one place, so that equal mistakes read equally. */
export const refuse = {
  unknownField(issues: IssueCollector, at: Location, allowed: readonly string[]): void {
    issues.add(at, { code: 'unknown_field', allowed }, `is not a filterable field${oneOf(allowed)}`);
  },
  unknownOperator(issues: IssueCollector, at: Location, allowed: readonly string[]): void {
    issues.add(at, { code: 'unknown_operator', allowed }, `is not an operator here${oneOf(allowed)}`);
  },
  operatorNotAllowed(issues: IssueCollector, at: Location, allowed: readonly string[], who = 'this field'): void {
    const text = `is an operator ${who} does not take${oneOf(allowed)}`;
    issues.add(at, { code: 'operator_not_allowed', allowed }, text);
  },
  toManyOnly(issues: IssueCollector, at: Location, allowed: readonly string[]): void {
    const text = `is an operator for relations to many rows${oneOf(allowed)}`;
    issues.add(at, { code: 'operator_not_allowed', allowed }, text);
  },
  /** Where the operator is not written, but meant. */
  meaningNotAllowed(issues: IssueCollector, at: Location, allowed: readonly string[], meant: Meant): void {
    const { token, by, who } = meant;
    const text = `means ${token} where no ${by} is given, and ${who} takes only ${allowed.slice(0, 50).join(', ')}`;
    issues.add(at, { code: 'operator_not_allowed', allowed }, text);
  },
  malformedKey(issues: IssueCollector, at: Location, text: string): void {
    issues.add(at, { code: 'malformed_key' }, text);
  },
  expectedValue(issues: IssueCollector, at: Location, text = 'takes one value'): void {
    issues.add(at, { code: 'expected_value' }, text);
  },
  expectedList(issues: IssueCollector, at: Location, text = 'takes a list of values, one or more'): void {
    issues.add(at, { code: 'expected_list' }, text);
  },
  listWithGap(issues: IssueCollector, at: Location): void {
    issues.add(at, { code: 'expected_list' }, 'is a list whose indexes must run from 0 without a gap');
  },
  expectedPair(issues: IssueCollector, at: Location): void {
    issues.add(at, { code: 'expected_pair' }, 'takes exactly two values, the lower and then the upper');
  },
  expectedObject(issues: IssueCollector, at: Location, text: string): void {
    issues.add(at, { code: 'expected_object' }, text);
  },
  expectedBoolean(issues: IssueCollector, at: Location): void {
    issues.add(at, { code: 'expected_boolean' }, 'takes true or false');
  },
  invalidValue(issues: IssueCollector, at: Location, kind: string, reason: string): void {
    issues.add(at, { code: 'invalid_value', kind }, reason);
  },
  /** In a JSON text, whose objects may have a name once. */
  duplicateName(issues: IssueCollector, at: Location): void {
    issues.add(at, { code: 'duplicate_key' }, 'is given more than once');
  },
  duplicateKey(issues: IssueCollector, at: Location): void {
    issues.add(at, { code: 'duplicate_key' }, 'is given more than once, but takes one value');
  },
} as const;
