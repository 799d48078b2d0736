import type { EntityMetadata } from 'typeorm';
import {
  clausesOf,
  dataSourceOf,
  distinctOnOf,
  entityMetadataOf,
  hasGroups,
  foreignClauseOf,
  hasOrder,
  hasSlice,
  hasWhere,
  ignoresEntityOrder,
  includesDeleted,
  isDistinct,
  joinsOf,
  namesOfJoin,
  ordersOf,
  queryRunnerOf,
  selectionsOf,
} from '../../../lib/typeorm/index.js';
import { driverOf, namesIn } from '../../../lib/typeorm/host.js';
import { Desk, Publisher, Volume, type Volumes } from './library.js';

/*
 * TypeORM keeps the state of a builder where nothing promises that it stays. Each row calls a public method of a
 * builder, and says what the library must read of it afterwards.
 */
const desk = await Desk.on('postgres');

/** What is read, of a builder that was just created, and of one after each call. */
type Reading = readonly [
  read: (builder: Volumes) => unknown,
  fresh: unknown,
  ...calls: (readonly [after: string, call: (builder: Volumes) => unknown, expected: unknown])[],
];

// prettier-ignore
const readings: Readonly<Record<string, Reading>> = {
  hasWhere: [hasWhere, false, ['where', (builder) => builder.where('v.id = 1'), true], ['having', (builder) => builder.having('v.id = 1'), false]],
  hasGroups: [hasGroups, false, ['groupBy', (builder) => builder.groupBy('v.id'), true], ['having', (builder) => builder.having('COUNT(*) > 1'), false]],
  hasOrder: [hasOrder, false, ['orderBy', (builder) => builder.orderBy('v.id'), true], ['orderBy, called off', (builder) => builder.orderBy('v.id').orderBy(), false]],
  ordersOf: [
    ordersOf,
    [],
    [
      'orderBy twice, in their order',
      (builder) => builder.orderBy('v.pages', 'DESC').addOrderBy('v.id'),
      [
        { name: 'v.pages', direction: 'DESC', nulls: undefined },
        { name: 'v.id', direction: 'ASC', nulls: undefined },
      ],
    ],
    [
      'orderBy with a place of NULL, which TypeORM keeps in another form',
      (builder) => builder.orderBy('v.pages', 'DESC', 'NULLS LAST'),
      [{ name: 'v.pages', direction: 'DESC', nulls: 'NULLS LAST' }],
    ],
  ],
  ignoresEntityOrder: [ignoresEntityOrder, false, ['setOption', (builder) => builder.setOption('disable-global-order'), true], ['setOption of another kind', (builder) => builder.setOption('create-pojo'), false]],
  isDistinct: [isDistinct, false, ['distinct', (builder) => builder.distinct(), true], ['distinctOn', (builder) => builder.distinctOn(['v.id']), false]],
  distinctOnOf: [distinctOnOf, [], ['distinctOn', (builder) => builder.distinctOn(['v.id', 'v.pages']), ['v.id', 'v.pages']], ['distinct', (builder) => builder.distinct(), []]],
  hasSlice: [
    hasSlice,
    false,
    ['take', (builder) => builder.take(1), true],
    ['skip', (builder) => builder.skip(1), true],
    ['limit', (builder) => builder.limit(1), true],
    ['offset', (builder) => builder.offset(1), true],
    ['a slice from the very start', (builder) => builder.skip(0), true],
    ['take, called off', (builder) => builder.take(1).take(undefined), false],
  ],
  includesDeleted: [includesDeleted, false, ['withDeleted', (builder) => builder.withDeleted(), true]],
  foreignClauseOf: [
    foreignClauseOf,
    undefined,
    ['groupBy', (builder) => builder.groupBy('v.id'), 'GROUP BY'],
    ['having', (builder) => builder.having('COUNT(*) > 1'), 'HAVING'],
    ['distinctOn', (builder) => builder.distinctOn(['v.id']), 'DISTINCT ON'],
    ['addFrom', (builder) => builder.addFrom(Publisher, 'p'), 'a second table in FROM'],
    ['a join', (builder) => builder.innerJoin('v.publisher', 'p'), undefined],
  ],
  selectionsOf: [selectionsOf, [{ selection: 'v' }], ['select', (builder) => builder.select('v.id', 'key'), [{ selection: 'v.id', aliasName: 'key' }]]],
  namesIn: [
    namesIn,
    ['v'],
    ['a join', (builder) => builder.innerJoin('v.publisher', 'p'), ['v', 'p']],
    ['a join through a junction', (builder) => builder.innerJoin('v.owners', 'o'), ['v', 'o', 'v_o']],
    ['a selection under a name', (builder) => builder.addSelect('v.id', 'key').addSelect('v.pages'), ['v', 'key']],
  ],
  namesOfJoin: [
    (builder) => joinsOf(builder).map(namesOfJoin),
    [],
    ['a join', (builder) => builder.innerJoin('v.publisher', 'p'), [['p']]],
    ['a join through a junction', (builder) => builder.innerJoin('v.owners', 'o'), [['o', 'v_o']]],
    ['a join that follows no relation', (builder) => builder.innerJoin(Publisher, 'p', 'p.id = v.id'), [['p']]],
    ['addFrom', (builder) => builder.addFrom(Publisher, 'p'), []],
  ],
  entityMetadataOf: [(builder) => entityMetadataOf(builder)?.name, 'Volume', ['from', (builder) => builder.from(Publisher, 'p'), 'Publisher'], ['from, of a table without an entity', (builder) => builder.from('elsewhere', 'e'), undefined]],
};

describe.each(Object.entries(readings))('%s', (_, [read, fresh, ...calls]) => {
  it('of a new builder', () => {
    expect(read(desk.volumes())).toEqual(fresh);
  });

  it.each(calls)('after %s', (_after, call, expected) => {
    const builder = desk.volumes();
    call(builder);
    expect(read(builder)).toEqual(expected);
  });
});

it('a builder has the query runner that it was created with', () => {
  const runner = desk.source.createQueryRunner();
  expect(queryRunnerOf(desk.source.createQueryBuilder(Volume, 'v', runner))).toBe(runner);
  expect(queryRunnerOf(desk.volumes())).toBeUndefined();
});

it('a builder that has not been told what it selects from is of no entity', () => {
  expect(entityMetadataOf(desk.source.createQueryBuilder())).toBeUndefined();
});

it('clausesOf finds the text of every clause that counts rows, and of no other', () => {
  const builder = desk
    .volumes()
    .where('one')
    .andWhere('(two OR three)')
    .having('four')
    .groupBy('five')
    .distinctOn(['six'])
    .addSelect('seven')
    .orderBy('eight');
  const clauses = JSON.stringify(clausesOf(builder));
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  expect(words.filter((word) => clauses.includes(word))).toEqual(words.slice(0, 6));
});

describe('the data source of a builder, and the driver of an entity', () => {
  const { source } = desk;

  it.each<[member: string, why: string]>([
    ['dataSource', 'since TypeORM 1.0'],
    ['connection', 'before'],
  ])('is its %s: %s', (member) => {
    expect(dataSourceOf({ expressionMap: {}, [member]: source })).toBe(source);
    expect(driverOf({ name: 'Volume', [member]: source } as unknown as EntityMetadata)).toBe(source.driver);
  });

  it('is missed by name', () => {
    const bare = { expressionMap: {} };
    expect(() => dataSourceOf(bare as never)).toThrow(new TypeError('the builder belongs to no data source'));
    expect(() => driverOf({ name: 'Volume' } as EntityMetadata)).toThrow('Volume belongs to no data source');
  });

  it('is missed in null, which is no builder', () => {
    expect(() => dataSourceOf(null as never)).toThrow('not null');
  });
});
