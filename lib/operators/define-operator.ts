import { describeValue, eitherOf, mustBe } from '../configuration/index.js';
import { valueKinds } from '../values/index.js';
import { type Operator, indexUses, reservedTokens } from './operators.js';

/**
 * Declares an operator of the application's own, in the same shape as the built-in ones; pass it to
 * `FilterModule.forRoot({ operators: [...] })`. Build its SQL only of the column and the bound operands that it gets,
 * and of constant text.
 *
 * @returns a frozen copy of the row
 * @throws TypeError for a token that is not `$` and letters or digits, or is the name of a group or an operator
 *   of relations; and for any other member with a wrong value
 * @example
 * defineOperator({
 *   token: '$soundsLike',
 *   takes: 'value',
 *   kinds: ['text'],
 *   summary: 'sounds like the text',
 *   sql: ({ column, operands }) => `SOUNDEX(${column.sql}) = SOUNDEX(${operands[0]})`,
 * })
 */
export function defineOperator(operator: Operator): Operator {
  const fault = operatorFault(operator);
  if (fault !== undefined) throw new TypeError(fault);
  return Object.freeze({ ...operator });
}

/**
 * Describes the first fault in an operator's row, in one sentence.
 *
 * @returns the sentence, or undefined for a correct row
 */
export function operatorFault(operator: unknown): string | undefined {
  if (typeof operator !== 'object' || operator === null) {
    return `an operator must be an object, such as defineOperator() makes, not ${describeValue(operator)}`;
  }
  const row: Row = operator;
  return tokenFault(row.token) ?? partFault(row, String(row.token));
}

/** Parts of an operator, whose types are not yet checked. */
type Row = { readonly [Part in keyof Operator]?: unknown };

function tokenFault(token: unknown): string | undefined {
  if (typeof token !== 'string' || !/^\$[A-Za-z][A-Za-z0-9]*$/.test(token)) {
    return mustBe('token', '$ followed by letters or digits, such as $soundsLike', token);
  }
  return reservedTokens.has(token) ? `${token} is a group or belongs to relations; choose another token` : undefined;
}

const ways = ['value', 'list', 'pair', 'boolean', 'needle'];
const families = ['every', 'comparable', 'ordered', 'ranged', 'textual'];

function partFault(
  { takes, kinds, summary, sql, match, indexUse, comparesPlainly }: Row,
  token: string,
): string | undefined {
  const fault = (part: string, expected: string, value: unknown) => `${token}: ${mustBe(part, expected, value)}`;
  if (!ways.some((way) => way === takes)) return fault('takes', eitherOf(ways), takes);
  if (!areKinds(kinds)) {
    const names = Object.keys(valueKinds).join(', ');
    const wrong = Array.isArray(kinds) ? (kinds as readonly unknown[]).filter((kind) => !isKind(kind)) : [];
    return wrong.length === 0
      ? fault('kinds', `one of ${families.join(', ')}, or a list of ${names}`, kinds)
      : `${token}: \`kinds\` lists ${describeValue(wrong[0])}, which does not exist; there are: ${names}`;
  }
  if (typeof summary !== 'string') return fault('summary', 'a text', summary);
  if (typeof sql !== 'function') return fault('sql', 'a function of the phrase', sql);
  if (indexUse !== undefined && !indexUses.some((use) => use === indexUse)) {
    return fault('indexUse', eitherOf(indexUses), indexUse);
  }
  if (!['boolean', 'undefined'].includes(typeof comparesPlainly)) {
    return fault('comparesPlainly', 'true or false', comparesPlainly);
  }
  if (takes !== 'needle') return undefined;
  if (match === undefined) return `${token} has \`takes: 'needle'\`, so it needs \`match\`: where it searches`;
  return isMatch(match) ? undefined : fault('match', "such as { anchor: 'start', caseSensitive: true }", match);
}

function areKinds(kinds: unknown): boolean {
  if (!Array.isArray(kinds)) return families.some((family) => family === kinds);
  return kinds.length > 0 && kinds.every(isKind);
}

function isKind(name: unknown): boolean {
  return typeof name === 'string' && Object.hasOwn(valueKinds, name);
}

function isMatch(match: unknown): boolean {
  if (typeof match !== 'object' || match === null) return false;
  const { anchor, caseSensitive }: { anchor?: unknown; caseSensitive?: unknown } = match;
  return ['anywhere', 'start', 'end'].some((place) => place === anchor) && typeof caseSensitive === 'boolean';
}
