import { builtInOperators } from 'nestjs-filterable';
import { operatorSuits } from '../../../lib/operators/index.js';
import { valueKinds } from '../../../lib/values/index.js';

const ofLists = ['$null', '$notNull', '$has', '$hasEvery', '$hasSome', '$empty'];

describe('a list', () => {
  it.each(Object.values(valueKinds))('of $name takes the operators of lists, and no others', (kind) => {
    const taken = builtInOperators.filter((operator) => operatorSuits(operator, kind, true));
    expect(taken.map(({ token }) => token)).toEqual(ofLists);
  });

  it('takes no operator of the host’s own, whose SQL is for one value', () => {
    const own = { token: '$x', takes: 'value', kinds: ['text'], summary: 'x', sql: () => '' } as const;
    expect(operatorSuits(own, valueKinds.text, true)).toBe(false);
    expect(operatorSuits(own, valueKinds.text)).toBe(true);
  });

  it.each([
    ['value', false],
    ['list', false],
    ['pair', false],
    ['boolean', true],
  ] as const)('takes an operator for every kind whose operand is a %s: %p', (takes, isTaken) => {
    const own = { token: '$x', takes, kinds: 'every', summary: 'x', sql: () => '' } as const;
    expect(operatorSuits(own, valueKinds.text, true)).toBe(isTaken);
    expect(operatorSuits(own, valueKinds.text)).toBe(true);
  });
});

describe('a field of one value', () => {
  it.each(Object.values(valueKinds))('of $name takes no operator of lists', (kind) => {
    const taken = builtInOperators.filter((operator) => operator.kinds === 'lists' && operatorSuits(operator, kind));
    expect(taken).toEqual([]);
  });
});
