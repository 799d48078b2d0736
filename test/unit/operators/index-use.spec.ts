import { Filterable, FilterService, builtInOperators, defineOperator } from 'nestjs-filterable';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isServed } from '../../../lib/adaptive/index.js';
import { conjunctsOf, planOf } from '../../../lib/ast/index.js';
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
  const { schema, filters } = planOf(service.parse(Crate, `filters[code][${token}]=a`));
  expect(filters && isServed(schema, conjunctsOf(filters))).toBe(served);
});
