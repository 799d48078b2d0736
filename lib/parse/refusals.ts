import type { IssueCollector, Location } from '../issues.js';

/** "use one of: a, b, c", or nothing where there is nothing to name. */
function oneOf(allowed: readonly string[]): string {
  return allowed.length === 0 ? '' : `; use one of: ${allowed.slice(0, 50).join(', ')}`;
}

/** How the refusals of the parser are worded: each in one place, so that equal mistakes read equally. */
export const refuse = {
  unknownField(issues: IssueCollector, at: Location, allowed: readonly string[]): void {
    issues.add(at, { code: 'unknown_field', allowed }, `is not a filterable field${oneOf(allowed)}`);
  },
  unknownOperator(issues: IssueCollector, at: Location, allowed: readonly string[]): void {
    issues.add(at, { code: 'unknown_operator', allowed }, `is not an operator here${oneOf(allowed)}`);
  },
  operatorNotAllowed(issues: IssueCollector, at: Location, allowed: readonly string[]): void {
    issues.add(
      at,
      { code: 'operator_not_allowed', allowed },
      `is an operator this field does not take${oneOf(allowed)}`,
    );
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
  duplicateKey(issues: IssueCollector, at: Location): void {
    issues.add(at, { code: 'duplicate_key' }, 'is given more than once, but takes one value');
  },
} as const;
