import { FilterService, Filterable, builtInOperators, defineOperator } from 'nestjs-filterable';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isServed } from '../../../lib/adaptive/index.js';
import { conjunctsOf, planOf } from '../../../lib/ast/index.js';
import { operatorSuits } from '../../../lib/operators/index.js';
import { valueKinds } from '../../../lib/values/index.js';
import { describeEntities } from '../../support/metadata.js';

/** What the rows say about indexes. Operators that are not here read any part of an index, or all of it. */
const facts: Readonly<Record<string, readonly [use: string | undefined, plain: boolean]>> = {
  $eq: ['point', true],
  $ne: [undefined, true],
  $lt: ['range', true],
  $lte: ['range', true],
  $gt: ['range', true],
  $gte: ['range', true],
  $in: ['point', false],
  $between: ['range', true],
  $null: ['null', true],
  $notNull: ['null', true],
};

it.each(builtInOperators.map((operator) => [operator.token, operator] as const))(
  '%s says what an index does for it',
  (token, { indexUse, comparesPlainly = false }) => {
    expect([indexUse, comparesPlainly]).toEqual(facts[token] ?? [undefined, false]);
  },
);

@Entity()
@Index(['code'])
@Filterable()
class Crate {
  @PrimaryColumn() id!: number;
  @Column() code!: string;
}

const like = { takes: 'value', kinds: ['text'], summary: 'is like the text', sql: () => '1 = 1' } as const;
const operators = [
  defineOperator({ ...like, token: '$scanned' }),
  defineOperator({ ...like, token: '$looked', indexUse: 'point' }),
  defineOperator({ ...like, token: '$ranged', indexUse: 'range' }),
];

it.each([
  ['$eq', true],
  ['$contains', false],
  ['$scanned', false],
  ['$looked', true],
  ['$ranged', true],
])('a condition by %s is served by an index: %s', async (token, served) => {
  const source = await describeEntities('sqlite', [Crate]);
  const service = FilterService.forDataSource(source, { operators });
  const {
    list: { schema },
    asked: { filters },
  } = planOf(service.parse(Crate, `filters[code][${token}]=a`));
  expect(filters && isServed(schema, conjunctsOf(filters))).toBe(served);
});

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
