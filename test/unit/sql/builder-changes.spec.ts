import {
  copyOf,
  joinsOf,
  onRunner,
  queryRunnerOf,
  removeJoins,
  selectBeside,
  sideCopyOf,
} from '../../../lib/typeorm/index.js';
import { expectReviewed } from '../../support/reviewed.js';
import { Desk, Publisher, Review, type Volumes } from './library.js';

const desk = await Desk.on('postgres');
const unquoted = (builder: { getQuery(): string }) => builder.getQuery().replace(/"/g, '').replace(/ +/g, ' ');

describe('joins that are removed', () => {
  const joined = () => desk.volumes().select('v.id').leftJoin('v.owners', 'o').leftJoin('v.printer', 'p');
  const tables = (builder: Volumes) => builder.expressionMap.aliases.map(({ name }) => name);

  it.each<[removed: string, left: string[], text: string]>([
    ['o', ['v', 'p'], 'SELECT v.id AS v_id FROM volume v LEFT JOIN publisher p ON p.id=v.printerId'],
    [
      'p',
      ['v', 'o', 'v_o'],
      'SELECT v.id AS v_id FROM volume v LEFT JOIN volume_owners_publisher v_o ON v_o.volumeId=v.id LEFT JOIN publisher o ON o.id=v_o.publisherId',
    ],
  ])('%s leaves the names %j', (removed, left, text) => {
    const builder = joined();
    const joins = joinsOf(builder).filter(({ alias }) => alias.name === removed);
    removeJoins(builder, joins);
    expect(tables(builder)).toEqual(left);
    expect(unquoted(builder)).toBe(text);
  });
});

describe('a builder of several tables that gets a join', () => {
  // prettier-ignore
  const rows: readonly (readonly [why: string, prepare: (builder: Volumes) => unknown, sort?: string])[] = [
    ['its own table goes last, or the join could not refer to it', (builder) => builder.addFrom(Publisher, 'p')],
    ['the others stay in their order', (builder) => builder.addFrom(Publisher, 'p').addFrom(Review, 'r')],
    ['a join of its own that hangs on that table goes with it', (builder) => builder.addFrom(Publisher, 'p').innerJoin('v.publisher', 'o')],
    ['so does a join that hangs on such a join', (builder) => builder.addFrom(Publisher, 'p').innerJoin('v.writer', 'w').innerJoin('w.home', 'h')],
    ['a join that hangs on another table would lose it, so all stay', (builder) => builder.addFrom(Review, 'r').innerJoin('r.volume', 'o')],
    ['one such join is enough', (builder) => builder.addFrom(Review, 'r').innerJoin('v.publisher', 'p').innerJoin('r.volume', 'o')],
    ['so may a join whose condition is a text', (builder) => builder.addFrom(Review, 'r').innerJoin(Publisher, 'p', 'p.id = r.id')],
    ['no join without a sort that needs it', (builder) => builder.addFrom(Publisher, 'p'), 'id'],
  ];

  it('has its tables in the order that the join needs, as reviewed', () => {
    const lines = rows.map(([why, prepare, sort = 'printer.name']) => {
      const builder = desk.volumes().select('v.id');
      prepare(builder);
      return `\n-- ${why}\n${unquoted(desk.apply(`sort=${sort}`, builder))}`;
    });
    expectReviewed(new URL('builders-of-tables.sql', import.meta.url), lines);
  });
});

describe('a copy of a builder', () => {
  it('has the relations that find options load by separate statements', () => {
    const relations = { reviews: true };
    const builder = desk.volumes().setFindOptions({ relations, relationLoadStrategy: 'query' });
    const copy = copyOf(builder);
    expect(copy).not.toBe(builder);
    expect(copy['findOptions']).toEqual({ relations, relationLoadStrategy: 'query' });
    expect(copy['relationMetadatas'].map(({ propertyName }) => propertyName)).toEqual(['reviews']);
  });
});

describe('the state of a copy', () => {
  /** A builder of which no list is empty but those of other statements than SELECT. */
  const rich = () =>
    desk
      .volumes()
      .distinctOn(['v.id'])
      .leftJoinAndSelect('v.owners', 'o')
      .loadRelationIdAndMap('v.ownerIds', 'v.owners')
      .where('v.id > :least', { least: 1 })
      .groupBy('v.id')
      .having('COUNT(*) > 1')
      .orderBy('v.id')
      .maxExecutionTime(100)
      .addCommonTableExpression('SELECT 1', 'one')
      .setOption('create-pojo');

  /** What TypeORM sets anew, or reads for statements of other kinds. */
  const ofItsOwn = ['queryEntity', 'locallyGenerated', 'extraReturningColumns', 'dataSource', 'connection'];
  const keys = Object.keys(rich().expressionMap).filter((key) => !ofItsOwn.includes(key));

  it.each(keys)('has %s of its builder', (key) => {
    const builder = rich();
    const value: unknown = Reflect.get(builder.expressionMap, key);
    if (typeof value !== 'object' || value === null) Reflect.set(builder.expressionMap, key, otherThan(value));
    expect(sizeOf(copyOf(builder), key)).toEqual(sizeOf(builder, key));
  });

  it('has each of the lists that a page reads', () => {
    const empty = keys.filter((key) => sizeOf(rich(), key) === 0);
    expect(empty).toEqual(['insertColumns', 'whereEntities']);
  });
});

/** Returns another value of the kind that is there. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : 'other';
}

/**
 * Returns the number of entries of a list or an object, whose members a copy may make anew, and any other value as it
 * is.
 */
function sizeOf({ expressionMap }: Volumes, key: string): unknown {
  const value: unknown = Reflect.get(expressionMap, key);
  return typeof value === 'object' && value !== null ? Object.keys(value).length : value;
}

describe('a builder with another query runner', () => {
  it('sends its own statements and those of copies by it, and leaves the builder its own', () => {
    const runner = desk.source.createQueryRunner();
    const builder = desk.volumes().where('v.id > 1');
    const other = onRunner(builder, runner);
    const all = [other, copyOf(other), sideCopyOf(other, 'count'), selectBeside(other)];
    expect(all.map((each) => queryRunnerOf(each) === runner)).toEqual([true, true, true, true]);
    expect(queryRunnerOf(builder)).toBeUndefined();
    expect(copyOf(other).getQuery()).toBe(builder.getQuery());
  });
});

describe('a statement beside the one that loads the rows', () => {
  const locked = () => desk.volumes().setLock('pessimistic_write', undefined, ['v']).setOnLocked('nowait');

  it('locks nothing, and leaves the lock of the rows', () => {
    const builder = locked();
    expect(sideCopyOf(builder, 'count').getQuery()).not.toContain('FOR');
    expect(builder.getQuery()).toMatch(/ FOR UPDATE OF v NOWAIT$/);
  });

  it.each<[id: string | undefined, named: string | undefined, why: string]>([
    ['volumes', 'volumes-count', 'two statements with one id would receive each other’s results'],
    [undefined, undefined, 'without an id, a cache tells statements apart by their text'],
  ])('is cached as %s by the name %s: %s', (id, named) => {
    const builder = id === undefined ? desk.volumes().cache(5_000) : desk.volumes().cache(id, 5_000);
    for (const beside of [sideCopyOf(builder, 'count'), selectBeside(builder, 'count')]) {
      expect(beside.expressionMap.cacheId).toBe(named);
      expect(beside.expressionMap.cacheDuration).toBe(5_000);
    }
    expect(selectBeside(builder).expressionMap.cacheId).toBe(id);
    expect(builder.expressionMap.cacheId).toBe(id);
  });

  it('has the timeout and the transaction of the builder, and nothing else of it', () => {
    const builder = desk.volumes().where('v.id > 1').maxExecutionTime(100).useTransaction(true);
    const { maxExecutionTime, useTransaction, cache, wheres, selects } = selectBeside(builder).expressionMap;
    expect({ maxExecutionTime, useTransaction, cache, wheres, selects }).toEqual({
      maxExecutionTime: 100,
      useTransaction: true,
      cache: undefined,
      wheres: [],
      selects: [],
    });
  });
});
