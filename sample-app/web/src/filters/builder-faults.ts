import type { RuleGroupType, ValidationMap } from 'react-querybuilder';
import { missingIn } from '../address/rule-operators.js';
import { briefly } from '../address/refusals.js';
import type { List } from '../list/list-context.js';

/** Returns what is missing of the rules that are not filled in, and of groups without rules, by their ids. */
export function incompleteRules(group: RuleGroupType): ValidationMap {
  const faults: ValidationMap = {};
  for (const part of group.rules) {
    if ('rules' in part) Object.assign(faults, incompleteRules(part));
    const missing = 'rules' in part ? missingOf(part) : missingIn(part.operator, part.value);
    if (missing !== undefined) faults[part.id ?? ''] = { valid: false, reasons: [missing] };
  }
  return faults;
}

function missingOf({ rules }: RuleGroupType): string | undefined {
  return rules.length === 0 ? 'Add a condition to the group, or remove it.' : undefined;
}

/** Returns the mistakes that the server found in the rules, by their ids. */
export function refusedRules(list: List, group: RuleGroupType): ValidationMap {
  const faults: ValidationMap = {};
  for (const part of group.rules) {
    if ('rules' in part) Object.assign(faults, refusedRules(list, part));
    const issues = list.issuesOf(`rule:${part.id}`);
    if (issues.length > 0) faults[part.id ?? ''] = { valid: false, reasons: issues.map(briefly) };
  }
  return faults;
}
