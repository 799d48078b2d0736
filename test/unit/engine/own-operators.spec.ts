import { FilterConfigurationError, type Operator, defineOperator } from 'nestjs-filterable';
import { resolveSettings } from '../../../lib/engine/index.js';

const right: Operator = {
  token: '$eqTrimmed',
  takes: 'value',
  kinds: ['text'],
  summary: 'equals the text, whatever the spaces around either',
  sql: ({ column, operands: [text = ''] }) => `TRIM(${column.sql}) = TRIM(${text})`,
};

const token = (given: string) => `\`token\` must be $ and letters or digits, such as $soundsLike, not ${given}`;
const kinds =
  '$eqTrimmed: `kinds` must be one of every, comparable, ordered, ranged, textual, or a list of text, tinyint, smallint, ' +
  'mediumint, integer, bigint, decimal, real, float, boolean, date, datetime, time, uuid, enum, json, opaque, not ';
const match = "$eqTrimmed: `match` must be such as { anchor: 'start', caseSensitive: true }, not an object";
const needle = (given?: object) => ({ ...right, takes: 'needle', match: given });

/** What no operator can be, and what is said of it, whether it comes through defineOperator() or not. */
const mistakes: readonly (readonly [what: string, operator: unknown, message: string])[] = [
  ['nothing', undefined, 'an operator must be an object, such as defineOperator() makes, not undefined'],
  ['a token alone', '$x', 'an operator must be an object, such as defineOperator() makes, not $x'],
  ['no token', {}, token('undefined')],
  ['a token that is no text', { ...right, token: 5 }, token('5')],
  ['a token without $', { token: 'x' }, token('x')],
  ['a token with a sign', { ...right, token: '$a.b' }, token('$a.b')],
  ['a group', { token: '$and' }, '$and is a group or belongs to relations; choose another token'],
  [
    'what belongs to relations',
    { ...right, token: '$some' },
    '$some is a group or belongs to relations; choose another token',
  ],
  [
    'a token alone in its row',
    { token: '$eqTrimmed' },
    '$eqTrimmed: `takes` must be value, list, pair, boolean or needle, not undefined',
  ],
  [
    'a way to be given nothing',
    { ...right, takes: 'values' },
    '$eqTrimmed: `takes` must be value, list, pair, boolean or needle, not values',
  ],
  ['kinds that are none', { ...right, kinds: 'text' }, `${kinds}text`],
  ['for lists', { ...right, kinds: 'lists' }, `${kinds}lists`],
  ['a kind that does not exist', { ...right, kinds: ['text', 'txt'] }, `${kinds}a list`],
  ['a kind of a prototype', { ...right, kinds: ['constructor'] }, `${kinds}a list`],
  ['no kinds', { ...right, kinds: [] }, `${kinds}an empty list`],
  ['no summary', { ...right, summary: undefined }, '$eqTrimmed: `summary` must be a text, not undefined'],
  ['SQL as a text', { ...right, sql: '1 = 1' }, '$eqTrimmed: `sql` must be a function of the phrase, not 1 = 1'],
  [
    'a use of no index',
    { ...right, indexUse: 'points' },
    '$eqTrimmed: `indexUse` must be point, range or null, not points',
  ],
  [
    'a comparison that is half plain',
    { ...right, comparesPlainly: 'yes' },
    '$eqTrimmed: `comparesPlainly` must be true or false, not yes',
  ],
  ['a needle without a match', needle(), '$eqTrimmed takes a needle, so it must say in `match` where it looks for it'],
  ['a match at no place', needle({ anchor: 'middle', caseSensitive: true }), match],
  ['a match in no case', needle({ anchor: 'start' }), match],
];

describe('an operator of the host’s own', () => {
  it.each(mistakes)('is not %s', (_, operator, message) => {
    const operators = [operator] as Operator[];
    expect(() => resolveSettings({ operators })).toThrow(
      new FilterConfigurationError(`forRoot(): operators: ${message}`),
    );
    expect(() => defineOperator(operator as Operator)).toThrow(new TypeError(message));
  });

  it.each<[operators: unknown, message: string]>([
    ['$x', 'forRoot(): `operators` must be a list of operators, not $x'],
    [right, 'forRoot(): `operators` must be a list of operators, not an object'],
    [[right, right], 'forRoot(): operators: there is a $eqTrimmed already; choose another token'],
    [[{ ...right, token: '$eq' }], 'forRoot(): operators: there is a $eq already; choose another token'],
    [[{ ...right, token: '$has' }], 'forRoot(): operators: there is a $has already; choose another token'],
    [[{ ...right, token: '$empty' }], 'forRoot(): operators: there is a $empty already; choose another token'],
  ])('is not one of %j', (operators, message) => {
    expect(() => resolveSettings({ operators: operators as Operator[] })).toThrow(
      new FilterConfigurationError(message),
    );
  });

  it('is negated by one that exists', () => {
    const negated = (negatedBy: `$${string}`) => () => resolveSettings({ operators: [{ ...right, negatedBy }] });
    expect(negated('$nee')).toThrow(
      'forRoot(): operators: $eqTrimmed is negated by $nee, which does not exist; did you mean $ne?',
    );
    expect(negated('$ne')).not.toThrow();
  });

  it.each<[operator: Operator]>([
    [right],
    [{ ...right, kinds: 'textual' }],
    [{ ...right, takes: 'needle', match: { anchor: 'anywhere', caseSensitive: false } }],
  ])('is %j', (operator) => {
    expect(resolveSettings({ operators: [operator] }).operators.get('$eqTrimmed')).toBe(operator);
    expect(defineOperator(operator)).toEqual(operator);
  });
});
