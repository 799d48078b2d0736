import { renumbered } from '../../support/parameters.js';
import { expectReviewed } from '../../support/reviewed.js';
import { ordersOf, selectionsOf } from '../../../lib/typeorm/index.js';
import { Desk, Publisher, type Volumes } from './library.js';

/** What a builder has, how it comes to it, and a request; `builders.sql` has the SQL. */
type Row = readonly [why: string, prepare: (builder: Volumes) => Volumes, request: string];

const desk = await Desk.on('postgres');
const idOnly = () => desk.volumes().select('v.id');
const unquoted = (text: string) => renumbered(text).replace(/"/g, '').replace(/ +/g, ' ');

describe('a builder that has', () => {
  // prettier-ignore
  const rows: readonly Row[] = [
    ['no condition', (builder) => builder, 'filters[title]=a'],
    ['a condition', (builder) => builder.where('v.id > 1'), 'filters[title]=a'],
    ['an OR', (builder) => builder.where('v.id > 1').orWhere('v.id < 0'), 'filters[title]=a'],
    ['an OR, and is asked for nothing', (builder) => builder.where('v.id > 1').orWhere('v.id < 0'), ''],
    ['an order', (builder) => builder.orderBy('v.pages', 'DESC'), 'sort=id'],
    ['the same order', (builder) => builder.orderBy('v.id', 'DESC'), 'sort=id'],
    ['groups', (builder) => builder.groupBy('v.id'), 'sort=publisher.name'],
    ['groups, and an order by a column', (builder) => builder.groupBy('v.id'), 'sort=id'],
    ['an alias of our name', (builder) => builder.leftJoin('v.printer', 'NF_1'), 'filters[publisher][name]=a'],
    ['a selection of our name', (builder) => builder.addSelect('v.pages', 'NF_1'), 'sort=title'],
    ['no such selection', (builder) => builder.addSelect('v.pages', 'pages'), 'sort=title'],
    ['selected the column', (builder) => builder.addSelect('v.title'), 'sort=title'],
    ['selected it under another name', (builder) => builder.addSelect('v.title', 'name'), 'sort=title'],
    ['a lock', (builder) => builder.setLock('pessimistic_write'), 'sort=title'],
    ['a lock, and gets a join', (builder) => builder.setLock('pessimistic_write'), 'sort=printer.name'],
    ['a lock and a join, and gets another', (builder) => builder.innerJoin('v.publisher', 'p').setLock('pessimistic_write'), 'sort=printer.name'],
    ['a lock of its own choice', (builder) => builder.innerJoin('v.publisher', 'p').setLock('pessimistic_write', undefined, ['p']), 'sort=printer.name'],
  ];

  it('has the request applied as reviewed', () => {
    const lines = rows.map(([why, prepare, request]) => {
      const text = unquoted(desk.apply(request, prepare(idOnly())).getQuery());
      return `\n-- ${why}: ${request}\n${text}`;
    });
    expectReviewed(new URL('builders.sql', import.meta.url), lines);
  });
});

/** A sort, the order that TypeORM receives, and the reason for the row. */
type OrderRow = readonly [sort: string, order: object, why: string];

describe('a builder that selects all of an entity', () => {
  const orderOf = (sort: string) => desk.apply(`sort=${sort}`, desk.volumes()).expressionMap.orderBys;

  const rows: readonly OrderRow[] = [
    ['title', { 'v.title': 'ASC' }, 'by TypeORM’s own name'],
    ['secret', { nf_1: 'ASC' }, 'by a name of ours, where TypeORM leaves the column out'],
    ['title:desc,secret:desc', { 'v.title': 'DESC', nf_1: 'DESC' }, 'both'],
    ['publisher.name', { nf_2: 'ASC' }, 'of a join'],
  ];

  it.each(rows)('is ordered by %s as %j: %s', (sort, order) => {
    expect(orderOf(sort)).toEqual(order);
  });
});

describe('the order of a slice', () => {
  const orderOf = (sort: string) => {
    const request = `${sort}&pagination[start]=0&pagination[limit]=2`;
    return desk.apply(request, desk.volumes()).expressionMap.orderBys;
  };

  const rows: readonly OrderRow[] = [
    ['', { 'v.id': 'ASC' }, 'ends with the key'],
    ['sort=title:desc', { 'v.title': 'DESC', 'v.id': 'DESC' }, 'in the direction of the last sort key'],
    ['sort=title:desc,pages', { 'v.title': 'DESC', 'v.pages': 'ASC', 'v.id': 'ASC' }, 'of the last of two'],
    ['sort=id:desc', { 'v.id': 'DESC' }, 'unless it was asked for'],
    ['sort=publisher.id', { nf_2: 'ASC', 'v.id': 'ASC' }, 'and another key is not it'],
  ];

  it.each(rows)('%s: %j, %s', (sort, order) => {
    expect(orderOf(sort)).toEqual(order);
  });
});

describe('the order of a slice, where the builder does not select the key', () => {
  it.each([
    ['', { nf_1: 'ASC' }, 'has it under a name of ours'],
    ['sort=id:desc', { nf_1: 'DESC' }, 'once'],
  ])('%s: %j, %s', (sort, order) => {
    const request = `${sort}&pagination[start]=0&pagination[limit]=2`;
    const builder = desk.apply(request, desk.volumes().select('v.title'));
    expect(builder.expressionMap.orderBys).toEqual(order);
    expect(builder.expressionMap.selects).toHaveLength(2);
  });
});

describe('a builder with a lock, on an engine that locks all tables it reads', () => {
  it('keeps the lock on its own tables', async () => {
    const mariadb = await Desk.on('mariadb');
    const { lockTables } = mariadb.apply(
      'sort=printer.name',
      mariadb.volumes().setLock('pessimistic_write'),
    ).expressionMap;
    expect(lockTables).toBeUndefined();
  });

  it('gets no lock that it did not have', () => {
    expect(desk.apply('sort=printer.name').expressionMap.lockTables).toBeUndefined();
  });
});

describe('a builder that has a parameter named as ours', () => {
  it('keeps it, and ours gets another name', () => {
    const [last = ''] = Object.keys(desk.apply('filters[title]=a').getParameters());
    const next = `nf_p${Number(last.replace('nf_p', '')) + 1}`;
    const { parameters } = desk.apply('filters[title]=a', idOnly().setParameter(next, 7)).expressionMap;
    expect(Object.values(parameters)).toEqual([7, 'a']);
    expect(Object.keys(parameters)[0]).toBe(next);
  });
});

describe('a builder of another entity', () => {
  const query = desk.parse('filters[title]=a');
  const { source } = desk;

  it('is refused', () => {
    const builder = source.createQueryBuilder(Publisher, 'p') as never;
    expect(() => desk.filters.apply(builder, query)).toThrow(
      'The query is for Volume, but the builder selects Publisher; pass a builder of Volume.',
    );
  });

  it('is refused where it selects no entity', () => {
    const builder = source.createQueryBuilder().select('1').from('elsewhere', 'v') as never;
    expect(() => desk.filters.apply(builder, query)).toThrow(
      'The query is for Volume, but the builder selects from no entity.',
    );
  });
});

const desks = { postgres: desk, mariadb: await Desk.on('mariadb') };

/** Returns the order that TypeORM receives; a name of ours is followed by what it selects. */
function orderOf(builder: Volumes): readonly string[] {
  return ordersOf(builder).map(({ name, direction }) => {
    const selected = selectionsOf(builder).find(({ aliasName }) => aliasName === name)?.selection;
    return `${name}${selected === undefined ? '' : `=${selected.replace(/["`]/g, '')}`} ${direction}`;
  });
}

type DistinctRow = readonly [
  engine: keyof typeof desks,
  distinctOn: string[],
  sort: string,
  order: string[],
  why: string,
];

// prettier-ignore
const distinct: readonly DistinctRow[] = [
  ['postgres', ['v.title'], 'title,pages', ['v.title ASC', 'v.pages ASC'], 'the order begins with it already'],
  ['postgres', ['v.title'], 'pages,title:desc', ['v.title DESC', 'v.pages ASC'], 'its sort key moves to the front'],
  ['postgres', ['v.title'], 'pages', ['v.title ASC', 'v.pages ASC'], 'without a sort key it stands there itself'],
  ['postgres', ['v.id', 'v.title'], 'title:desc,pages', ['v.id ASC', 'v.title DESC', 'v.pages ASC'], 'each of several, in their own order'],
  ['postgres', ['LOWER(v.title)'], 'pages', ['nf_1=LOWER(v.title) ASC', 'v.pages ASC'], 'an expression is selected first'],
  ['postgres', ['v.title + v.id'], 'pages', ['nf_1=v.title + v.id ASC', 'v.pages ASC'], 'one that begins with a column, too'],
  ['postgres', ['-v.id'], 'pages', ['nf_1=-v.id ASC', 'v.pages ASC'], 'and one that ends with a column'],
  ['postgres', ['v.title'], 'publisher.name', ['v.title ASC', 'nf_2=nf_1.name ASC'], 'a key of a join is none of it'],
  ['postgres', ['v.title'], '', [], 'without a sort nothing is ordered'],
  ['postgres', [], 'pages', ['v.pages ASC'], 'without DISTINCT ON nothing moves'],
  ['mariadb', ['v.title'], 'pages', ['v.pages ASC'], 'TypeORM leaves it out on other engines'],
];

describe('a builder with DISTINCT ON, which PostgreSQL must sort by first', () => {
  it.each(distinct)('on %s, %j, sort=%s: %j, %s', (engine, distinctOn, sort, order) => {
    const builder = desks[engine].volumes().distinctOn(distinctOn);
    expect(orderOf(desks[engine].apply(sort === '' ? '' : `sort=${sort}`, builder))).toEqual(order);
  });

  it.each<[sort: string, order: string[], why: string]>([
    ['pages,title:desc', ['nf_1=v.title DESC', 'nf_2=v.pages ASC'], 'its sort key stands there once'],
    ['pages', ['v.title ASC', 'nf_1=v.pages ASC'], 'or its own name'],
  ])('where it does not select the column, sort=%s: %j, %s', (sort, order) => {
    const builder = desks.postgres.volumes().select('v.id').distinctOn(['v.title']);
    expect(orderOf(desks.postgres.apply(`sort=${sort}`, builder))).toEqual(order);
  });

  it('has seen to that itself where it has an order of its own', () => {
    const builder = desks.postgres.volumes().addSelect('LOWER(v.title)', 'low').distinctOn(['LOWER(v.title)']);
    expect(orderOf(desks.postgres.apply('sort=pages', builder.orderBy('low')))).toEqual([
      'low=LOWER(v.title) ASC',
      'v.pages ASC',
    ]);
  });
});
