import { adapted } from './adapted.js';
import { type AdaptedQuery, type Conditions, all, any, saysAnything } from './conditions.js';
import { pathOf } from './names.js';
import { type Asked, ask, isObject, printed, refusal } from './operators.js';
import { matchModes, ruleOperators } from './query-builder-operators.js';

const adapter = 'fromQueryBuilder';

/** A group of React Query Builder: its `RuleGroupType`. Its rules are read one by one. */
export interface QueryBuilderGroup {
  /** `and` or `or`, in any case. */
  readonly combinator: string;
  /** The rules and groups in it. */
  readonly rules: readonly unknown[];
  /** True where the whole group is negated. */
  readonly not?: boolean | undefined;
  /** True where the whole group is left out. */
  readonly muted?: boolean | undefined;
}

/** Name of a field or an operator that nobody has chosen yet. */
const placeholder = '~';

type Group = Readonly<Record<string, unknown>> & { readonly rules: readonly unknown[] };

/**
 * Makes a request from the query of React Query Builder. Muted rules, and rules without a chosen field or operator, are
 * left out, as the query builder itself does.
 *
 * @throws TypeError for a rule that is incomplete or has no exact meaning here, with its operator and field
 * @example
 * toQueryString({ ...fromQueryBuilder(query), sort: ['name'] });
 */
export function fromQueryBuilder(group: QueryBuilderGroup): AdaptedQuery {
  if (!isGroup(group)) throw refusal(`${adapter}: the query`, 'is no group; it needs a list of rules');
  return adapted({ conditions: group.muted === true ? [] : [groupOf(group)] });
}

/** Reads a group. A group without rules is not a condition, so it can be neither an alternative nor negated. */
function groupOf(group: Group): Conditions {
  const isAlternatives = combinatorOf(group) === 'or';
  const members = group.rules.filter(isActive).map(memberOf);
  const said = members.filter(saysAnything);
  const mustSay = (isAlternatives && said.length < members.length) || (group['not'] === true && said.length === 0);
  if (mustSay) throw refusal(`${adapter}: a group without rules`, 'is no condition; take it out of or and not');
  if (said.length === 0) return {};
  const joined = isAlternatives ? any(said) : all(said);
  return group['not'] === true ? { $not: joined } : joined;
}

function combinatorOf({ combinator }: Group): string {
  if (combinator === undefined) {
    throw refusal(`${adapter}: a group without a combinator`, 'has no meaning here; convert it with convertFromIC()');
  }
  const name = printed(combinator).toLowerCase();
  if (name === 'and' || name === 'or') return name;
  throw refusal(`${adapter}: the combinator ${name}`, 'has no meaning here; use one of: and, or');
}

/** Returns false for rules that the query builder itself leaves out of a query. */
function isActive(member: unknown): boolean {
  if (!isObject(member)) return true;
  return member['muted'] !== true && member['field'] !== placeholder && member['operator'] !== placeholder;
}

function memberOf(member: unknown): Conditions {
  if (isGroup(member)) return groupOf(member);
  if (isObject(member) && 'field' in member) return ruleOf(member);
  throw refusal(`${adapter}: a rule`, 'is neither a rule nor a group');
}

function isGroup(value: unknown): value is Group {
  return isObject(value) && Array.isArray(value['rules']);
}

function ruleOf(rule: Readonly<Record<string, unknown>>): Conditions {
  const { field, operator, value, valueSource = 'value', lhs, match } = rule;
  const path = pathOf(field, adapter);
  if (isObject(match) && Boolean(match['mode'])) return matchOf(rule, match, path);
  const asked: Asked = { place: `${adapter}: ${printed(operator)} of ${printed(field)}`, path, value };
  if (valueSource !== 'value') {
    throw refusal(asked.place, `compares with a ${printed(valueSource)}; only values have a meaning here`);
  }
  if (lhs !== undefined) throw refusal(asked.place, 'is about an expression; only fields have a meaning here');
  return ask(ruleOperators, inAnyCase(ruleOperators, operator), asked);
}

/** Reads a rule about related rows: how many of them match its group. */
function matchOf({ field, value }: Readonly<Record<string, unknown>>, match: object, path: Asked['path']): Conditions {
  const { mode, threshold }: { mode?: unknown; threshold?: unknown } = match;
  const place = `${adapter}: ${printed(mode)} of ${printed(field)}`;
  if (!isGroup(value)) throw refusal(place, 'takes a group of rules on the related rows');
  const conditions = value['muted'] === true ? {} : groupOf(value);
  return ask(matchModes, inAnyCase(matchModes, mode), {
    ...{ place, path, value: threshold },
    conditions: saysAnything(conditions) ? conditions : undefined,
  });
}

/** Returns a table's name for an operator, in any case: the query builder compares names in lower case. */
function inAnyCase(table: object, name: unknown): unknown {
  return Object.keys(table).find((key) => key.toLowerCase() === printed(name).toLowerCase()) ?? name;
}
