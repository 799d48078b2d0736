import type { RampRequest } from '../../engine/index.js';
import { Leaf, type Part, objectOf } from '../shared/conditions.js';
import type { Sent } from '../shared/parameters.js';

/** An operator of nestjs-paginate, written with this library's operators. */
interface OperatorRow {
  readonly here: string;
  /** The operator for `$not:` before it; by default a `$not` around it. */
  readonly negated?: string;
  /** True for a list, whose members are separated by commas. */
  readonly list?: true;
}

/** Every operator of nestjs-paginate. */
export const operators: Readonly<Record<string, OperatorRow>> = {
  $eq: { here: '$eq', negated: '$ne' },
  $gt: { here: '$gt' },
  $gte: { here: '$gte' },
  $in: { here: '$in', negated: '$notIn', list: true },
  $null: { here: '$null' },
  $lt: { here: '$lt' },
  $lte: { here: '$lte' },
  $btw: { here: '$between', negated: '$notBetween', list: true },
  $ilike: { here: '$contains', negated: '$notContains' },
  $sw: { here: '$startsWith' },
  $contains: { here: '$hasEvery', list: true },
};

/** The words before an operator. */
const words = ['$not', '$any', '$none', '$all', '$and', '$or'] as const;
type Word = (typeof words)[number];

/** A value of a filter, taken apart: `$or:$not:$eq:Kai`. */
export interface Token {
  readonly key: string;
  /** True where `$or:` adds an alternative. */
  readonly isAlternative: boolean;
  readonly isAnd: boolean;
  readonly quantifier: '$any' | '$none' | '$all';
  /** The condition on the field: `{ $ne: 'Kai' }`. */
  readonly condition: Part;
}

/** As many words and operators as may stand before a value. */
const most = 4;

/** Takes a value apart. Returns undefined where it was refused. */
export function tokenOf(request: RampRequest, { key, value }: Sent): Token | undefined {
  const found = new Set<Word>();
  let operator: string | undefined;
  let rest = value;
  for (let count = 0; count < most; count += 1) {
    const end = rest.indexOf(':');
    const name = end < 0 ? rest : rest.slice(0, end);
    const word = words.find((each) => each === name);
    if (word === undefined && !Object.hasOwn(operators, name)) break;
    if (word === undefined && operator !== undefined) return refuseTwo(request, key);
    if (word !== undefined) found.add(word);
    else operator = name;
    rest = end < 0 ? '' : rest.slice(end + 1);
    if (end < 0) return tokenWith(request, { key, found, operator, value: undefined });
  }
  if (operator === undefined && /^\$\w+(:|$)/.test(rest)) return refuseOperator(request, key);
  return tokenWith(request, { key, found, operator, value: rest });
}

interface Pieces {
  readonly key: string;
  readonly found: ReadonlySet<Word>;
  readonly operator: string | undefined;
  /** The text behind the words. Undefined where none is. */
  readonly value: string | undefined;
}

function tokenWith(request: RampRequest, pieces: Pieces): Token | undefined {
  const { key, found, operator = '$eq', value } = pieces;
  const quantifiers = (['$any', '$none', '$all'] as const).filter((each) => found.has(each));
  if (quantifiers.length > 1) {
    request.refuse(key, { code: 'malformed_key' }, `has ${quantifiers.join(' and ')}, of which one can hold`);
    return undefined;
  }
  const words = {
    key,
    isAlternative: found.has('$or'),
    isAnd: found.has('$and'),
    quantifier: quantifiers[0] ?? '$any',
  };
  if (isAlone(pieces)) return { ...words, condition: objectOf([['$exists', new Leaf(key, 'true')]]) };
  const row = operators[operator];
  const isComplete = operator === '$null' ? value === undefined : value !== undefined;
  if (row === undefined || !isComplete) {
    const text =
      operator === '$null' ? 'has a value behind $null, which takes none' : `has no value behind ${operator}`;
    request.refuse(key, { code: 'expected_value' }, text);
    return undefined;
  }
  return { ...words, condition: conditionOf(row, new Leaf(key, readValue(operator, value ?? '')), found.has('$not')) };
}

/** Returns true for `$any` or `$none` alone, which asks whether there are related rows. */
function isAlone({ found, operator, value }: Pieces): boolean {
  const isQuantified = found.has('$any') || found.has('$none');
  return isQuantified && operator === undefined && value === undefined && !found.has('$not');
}

/** Reads the text behind an operator: a list splits at commas, and `$null` has none. */
function readValue(operator: string, value: string): string | readonly string[] {
  if (operator === '$null') return 'true';
  if (operators[operator]?.list !== true) return value;
  const members = value.split(',');
  return operator === '$btw' ? members : members.map((member) => member.trim());
}

function conditionOf({ here, negated }: OperatorRow, leaf: Leaf, isNot: boolean): Part {
  if (!isNot) return objectOf([[here, leaf]]);
  if (here === '$null') return objectOf([[here, new Leaf(leaf.key, 'false')]]);
  return negated === undefined ? objectOf([['$not', objectOf([[here, leaf]])]]) : objectOf([[negated, leaf]]);
}

function refuseTwo(request: RampRequest, key: string): undefined {
  request.refuse(key, { code: 'malformed_key' }, 'has two operators; send the key once for each');
  return undefined;
}

function refuseOperator(request: RampRequest, key: string): undefined {
  const allowed = [...Object.keys(operators), ...words];
  const text = `begins with what is no operator; use one of: ${allowed.join(', ')}, or $eq: before a text`;
  request.refuse(key, { code: 'unknown_operator', allowed }, text);
  return undefined;
}
