import {
  type AdaptedQuery,
  type Asked,
  type Conditions,
  type Operand,
  type Operators,
  adapted,
  all,
  any,
  ask,
  at,
  is,
  isObject,
  list,
  operand,
  pathOf,
  printed,
  refusal,
  saysAnything,
  text,
} from './shared.js';

/** End of a calendar unit that a comparison has an exact meaning for. Undefined for an instant alone. */
export type Edge = 'start' | 'end' | undefined;

/** Reference point of a relative value: the present, or one end of the calendar unit around it. */
interface Anchor {
  readonly edge: Edge;
  /** Unit to which the relative date is rounded: `/d`. */
  readonly rounding: string;
  /** Units whose offset may come before the rounding. The end of a month has none: the 28th and a month is the 28th. */
  readonly offsets: readonly string[];
}

const anchors: Readonly<Record<string, Anchor>> = {
  now: { edge: undefined, rounding: '', offsets: ['minute', 'hour', 'day', 'week', 'month', 'year'] },
  startOfDay: { edge: 'start', rounding: '/d', offsets: ['day', 'week', 'month', 'year'] },
  endOfDay: { edge: 'end', rounding: '/d', offsets: ['day', 'week', 'month', 'year'] },
  startOfMonth: { edge: 'start', rounding: '/M', offsets: ['month', 'year'] },
  endOfMonth: { edge: 'end', rounding: '/M', offsets: [] },
  startOfYear: { edge: 'start', rounding: '/y', offsets: ['year'] },
  endOfYear: { edge: 'end', rounding: '/y', offsets: ['year'] },
};

const units: Readonly<Record<string, string>> = {
  minute: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'M',
  year: 'y',
};

/**
 * Reads a value that may be one of `@react-querybuilder/datetime`: `{ mode: 'relative', anchor, offset, unit }` is the
 * anchor, and then the offset. A server rounds last, to a whole unit, so that only some of them are the same moment.
 *
 * @param edge the end of a unit that the operator compares with exactly
 */
function dateOr(value: unknown, asked: Asked, edge: Edge): Operand {
  if (!isObject(value) || value['mode'] !== 'relative') return operand(value, asked);
  const { anchor: name, offset, unit } = value;
  const anchor = own(anchors, name);
  if (anchor === undefined) {
    throw refusal(asked.place, `is about ${printed(name)}; use one of: ${Object.keys(anchors).join(', ')}`);
  }
  if (anchor.edge !== undefined && anchor.edge !== edge) {
    const operators = anchor.edge === 'start' ? '< and >=, or from' : '<= and >, or to';
    throw refusal(asked.place, `compares with ${printed(name)} as an instant; use it with ${operators} in a range`);
  }
  return `now${offsetOf(asked, anchor, { offset, unit })}${anchor.rounding}`;
}

function offsetOf(asked: Asked, anchor: Anchor, { offset, unit }: { offset: unknown; unit: unknown }): string {
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset)) {
    throw refusal(asked.place, 'needs a whole number as the offset of a relative date');
  }
  if (offset === 0) return '';
  const letter = own(units, unit);
  if (letter === undefined || !anchor.offsets.some((each) => each === unit)) {
    const usable = anchor.offsets.length === 0 ? 'use it without an offset' : `use ${anchor.offsets.join(', ')}`;
    throw refusal(asked.place, `has an offset in ${printed(unit)}, which this anchor does not accept; ${usable}`);
  }
  return `${offset > 0 ? '+' : ''}${offset}${letter}`;
}

/** Looks up a name, and nothing that objects inherit. */
function own<Value>(table: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}

/**
 * Operators of React Query Builder. A missing value satisfies only `null`, as in the SQL that it writes.
 *
 * @internal exported for its tests
 */
export const ruleOperators = {
  '=': (asked) => is(asked, '$eq', dateOr(asked.value, asked, undefined)),
  '!=': (asked) => is(asked, '$ne', dateOr(asked.value, asked, undefined)),
  '<': (asked) => is(asked, '$lt', dateOr(asked.value, asked, 'start')),
  '<=': (asked) => is(asked, '$lte', dateOr(asked.value, asked, 'end')),
  '>': (asked) => is(asked, '$gt', dateOr(asked.value, asked, 'end')),
  '>=': (asked) => is(asked, '$gte', dateOr(asked.value, asked, 'start')),
  contains: (asked) => is(asked, '$contains', text(asked.value, asked)),
  beginsWith: (asked) => is(asked, '$startsWith', text(asked.value, asked)),
  endsWith: (asked) => is(asked, '$endsWith', text(asked.value, asked)),
  doesNotContain: (asked) => is(asked, '$notContains', text(asked.value, asked)),
  doesNotBeginWith: (asked) => is(asked, '$not', { $startsWith: text(asked.value, asked) }),
  doesNotEndWith: (asked) => is(asked, '$not', { $endsWith: text(asked.value, asked) }),
  null: (asked) => is(asked, '$null', true),
  notNull: (asked) => is(asked, '$notNull', true),
  in: (asked) => is(asked, '$in', listOf(asked)),
  notIn: (asked) => is(asked, '$notIn', listOf(asked)),
  between: (asked) => is(asked, '$between', pairOf(asked)),
  notBetween: (asked) => is(asked, '$notBetween', pairOf(asked)),
} satisfies Operators;

/** Reads a list, or a text with commas. `\,` is a comma within a value. */
function listOf(asked: Asked): readonly Operand[] {
  const { value } = asked;
  if (typeof value === 'number' || typeof value === 'bigint') return [operand(value, asked)];
  if (typeof value === 'string') return list(parts(value).filter(isFilledIn), asked);
  return list(Array.isArray(value) ? value.map((each) => dateOr(trimmed(each), asked, undefined)) : value, asked);
}

function pairOf(asked: Asked): readonly Operand[] {
  const { value } = asked;
  const pair = typeof value === 'string' ? parts(value) : value;
  if (Array.isArray(pair) && pair.length === 2) {
    const [lower, upper] = pair.map(trimmed);
    if (isFilledIn(lower) && isFilledIn(upper)) return [dateOr(lower, asked, 'start'), dateOr(upper, asked, 'end')];
  }
  throw refusal(asked.place, 'needs two values, lower and upper');
}

function parts(value: string): readonly string[] {
  return value.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

function isFilledIn(value: unknown): boolean {
  return value !== '';
}

/** A rule about the related rows that match a group. Without conditions it is about all related rows. */
export interface Matched extends Asked {
  readonly conditions: Conditions | undefined;
}

/**
 * Match modes of React Query Builder. The value of a rule is its threshold.
 *
 * @internal exported for its tests
 */
export const matchModes = {
  all: ({ path, conditions }) => (conditions === undefined ? {} : at(path, { $every: conditions })),
  some: ({ path, conditions }) => at(path, conditions === undefined ? { $exists: true } : { $some: conditions }),
  none: ({ path, conditions }) => at(path, conditions === undefined ? { $exists: false } : { $none: conditions }),
  atLeast: (asked) => counted(asked, '$gte'),
  atMost: (asked) => counted(asked, '$lte'),
  exactly: (asked) => counted(asked, '$eq'),
} satisfies Operators<Matched>;

/**
 * Returns the condition on the number of matching rows. A fraction would be a share of them,
 * which no operator asks for.
 */
function counted({ place, path, value, conditions }: Matched, token: string): Conditions {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw refusal(place, 'needs a whole number of rows as its threshold');
  }
  return at(path, { $count: { [token]: value, ...(conditions !== undefined && { $where: conditions }) } });
}

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
  if (!isGroup(group)) throw refusal(`${adapter}: the query`, 'is not a group; add a list of rules');
  return adapted({ conditions: group.muted === true ? [] : [groupOf(group)] });
}

/** Reads a group. A group without rules is not a condition, so it can be neither an alternative nor negated. */
function groupOf(group: Group): Conditions {
  const isAlternatives = combinatorOf(group) === 'or';
  const members = group.rules.filter(isActive).map(memberOf);
  const said = members.filter(saysAnything);
  const mustSay = (isAlternatives && said.length < members.length) || (group['not'] === true && said.length === 0);
  if (mustSay) throw refusal(`${adapter}: a group without rules`, 'is not a condition; remove it from or and not');
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
  if (!isGroup(value)) throw refusal(place, 'needs a group of rules on the related rows');
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
