import { FilterConfigurationError, type Operator, defineOperator } from 'nestjs-filterable';
import { resolveSettings } from '../../../lib/engine/index.js';

const right: Operator = {
  token: '$eqTrimmed',
  takes: 'value',
  kinds: ['text'],
  summary: 'equals the text, whatever the spaces around either',
  sql: ({ column, operands: [text = ''] }) => `TRIM(${column.sql}) = TRIM(${text})`,
};

describe('an operator of the host’s own', () => {
  it.each<[operators: unknown, message: string]>([
    ['$x', 'forRoot(): `operators` must be a list of operators, not $x'],
    [right, 'forRoot(): `operators` must be a list of operators, not an object'],
    [[right, right], 'forRoot(): operators: $eqTrimmed already exists; choose another token'],
    [[{ ...right, token: '$eq' }], 'forRoot(): operators: $eq already exists; choose another token'],
    [[{ ...right, token: '$has' }], 'forRoot(): operators: $has already exists; choose another token'],
    [[{ ...right, token: '$empty' }], 'forRoot(): operators: $empty already exists; choose another token'],
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
