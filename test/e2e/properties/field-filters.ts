import fc from 'fast-check';
import type { Field, PoolName } from './expected-model.js';
import { mostlyFirst, needles, pools } from './value-pools.js';
import type { Conditions, Node } from './tree.js';

const equality = ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull'];
const ranges = ['$lt', '$lte', '$gt', '$gte', '$between', '$notBetween'];
const matches = ['contains', 'notContains', 'startsWith', 'endsWith'].flatMap((name) => [
  `$${name}`,
  `$${name}i`,
  `$${name}c`,
]);
const texts = ['$eqi', '$nei', '$eqc', ...matches];

/** Which operators are asked of which values: no order of texts that collations order differently. */
const operatorsOf: Readonly<Record<PoolName, readonly string[]>> = {
  plain: [...equality, ...ranges, ...texts],
  wild: [...equality, ...texts],
  code: [...equality, ...ranges, ...texts],
  alike: ['$eq', '$ne', '$in', '$notIn', '$eqc', '$null', '$notNull'],
  item: ['$eq', '$ne', '$in', '$notIn', '$eqc', '$null', '$notNull'],
  tiny: [...equality, ...ranges],
  narrow: [...equality, ...ranges],
  small: [...equality, ...ranges],
  bigint: [...equality, ...ranges],
  decimal: [...equality, ...ranges],
  amount: [...equality, ...ranges],
  float: [...equality, ...ranges],
  boolean: equality,
  date: [...equality, ...ranges],
  moment: [...equality, ...ranges],
  exact: [...equality, ...ranges],
  uuid: [...equality, '$lt', '$lte', '$gt', '$gte'],
  enum: equality,
  json: ['$null', '$notNull'],
};

const listOperators = ['$has', '$has', '$hasEvery', '$hasSome', '$empty', '$null', '$notNull'];

export const flag = fc.constantFrom('true', 'false');

const manyValued = ['$in', '$notIn', '$hasEvery', '$hasSome'];

/** Operands of an operator. */
function operand(operator: string, sent: readonly string[]): fc.Arbitrary<Node> {
  if (['$null', '$notNull', '$empty'].includes(operator)) return flag;
  if (matches.includes(operator)) return fc.constantFrom(...needles);
  const value = fc.constantFrom(...sent);
  if (manyValued.includes(operator)) return fc.oneof({ weight: 5, arbitrary: listOf(sent) }, value);
  if (operator === '$between' || operator === '$notBetween') return fc.tuple(value, value);
  const orNull = operator === '$eq' || operator === '$ne';
  return orNull ? fc.option(value, { freq: 9 }) : value;
}

/** A list, mostly short; some are longer than what query string parsers take for a list. */
export function listOf(sent: readonly string[]): fc.Arbitrary<string[]> {
  const value = fc.constantFrom(...sent);
  return fc.oneof(
    { weight: 30, arbitrary: fc.array(value, { minLength: 1, maxLength: 4, size: 'max' }) },
    { weight: 1, arbitrary: fc.array(value, { minLength: 21, maxLength: 100, size: 'max' }) },
  );
}

/** Conditions on a field: a value, a list, null, or operators, some of them negated. */
export function fieldNode({ pool, list }: Pick<Field, 'pool' | 'list'>, logicalDepth: number): fc.Arbitrary<Node> {
  const sent = list === undefined ? pools[pool].sent : mostlyFirst(pools[pool].sent);
  const asked = operators(list === undefined ? operatorsOf[pool] : listOperators, sent);
  const forms: fc.WeightedArbitrary<Node>[] = [{ weight: 6, arbitrary: asked }];
  if (sent.length > 0) {
    const value = fc.constantFrom(...sent);
    const short: fc.Arbitrary<Node> = list === undefined ? fc.option(value, { freq: 9 }) : value;
    forms.push({ weight: 2, arbitrary: short }, { weight: 1, arbitrary: listOf(sent) });
  }
  if (logicalDepth > 0) {
    forms.push({ weight: 1, arbitrary: asked.map((inner) => ({ $not: inner })) });
    forms.push({ weight: 1, arbitrary: fc.tuple(asked, asked).map(([inner, beside]) => ({ ...beside, $not: inner })) });
  }
  return fc.oneof(...forms);
}

/** One or two operators with their operands. */
export function operators(tokens: readonly string[], sent: readonly string[]): fc.Arbitrary<Conditions> {
  const one = fc.constantFrom(...tokens).chain((token) => operand(token, sent).map((given) => [token, given] as const));
  return fc
    .oneof({ weight: 4, arbitrary: one.map((entry) => [entry]) }, { weight: 1, arbitrary: fc.tuple(one, one) })
    .map((entries) => Object.fromEntries(entries));
}

export const countNumbers = ['0', '1', '2', '3'];

/** Comparisons of `$count`, without `$where`. A count is never NULL, so null is not among them. */
export const countOperators = operators(['$eq', '$ne', '$in', '$notIn', ...ranges], countNumbers).filter(
  (asked) => !Object.values(asked).includes(null),
);
