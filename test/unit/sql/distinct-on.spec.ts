import { ordersOf, selectionsOf } from '../../../lib/typeorm/index.js';
import { Desk, type Volumes } from './library.js';

const desks = { postgres: await Desk.on('postgres'), mariadb: await Desk.on('mariadb') };

/** Returns the order that TypeORM receives; a name of ours is followed by what it selects. */
function orderOf(builder: Volumes): readonly string[] {
  return ordersOf(builder).map(({ name, direction }) => {
    const selected = selectionsOf(builder).find(({ aliasName }) => aliasName === name)?.selection;
    return `${name}${selected === undefined ? '' : `=${selected.replace(/["`]/g, '')}`} ${direction}`;
  });
}

type Row = readonly [engine: keyof typeof desks, distinctOn: string[], sort: string, order: string[], why: string];

const rows: readonly Row[] = [
  ['postgres', ['v.title'], 'title,pages', ['v.title ASC', 'v.pages ASC'], 'the order begins with it already'],
  ['postgres', ['v.title'], 'pages,title:desc', ['v.title DESC', 'v.pages ASC'], 'its sort key moves to the front'],
  ['postgres', ['v.title'], 'pages', ['v.title ASC', 'v.pages ASC'], 'without a sort key it stands there itself'],
  [
    'postgres',
    ['v.id', 'v.title'],
    'title:desc,pages',
    ['v.id ASC', 'v.title DESC', 'v.pages ASC'],
    'each of several, in their own order',
  ],
  [
    'postgres',
    ['LOWER(v.title)'],
    'pages',
    ['nf_1=LOWER(v.title) ASC', 'v.pages ASC'],
    'an expression is selected first',
  ],
  [
    'postgres',
    ['v.title + v.id'],
    'pages',
    ['nf_1=v.title + v.id ASC', 'v.pages ASC'],
    'one that begins with a column, too',
  ],
  ['postgres', ['-v.id'], 'pages', ['nf_1=-v.id ASC', 'v.pages ASC'], 'and one that ends with a column'],
  ['postgres', ['v.title'], 'publisher.name', ['v.title ASC', 'nf_2=nf_1.name ASC'], 'a key of a join is none of it'],
  ['postgres', ['v.title'], '', [], 'without a sort nothing is ordered'],
  ['postgres', [], 'pages', ['v.pages ASC'], 'without DISTINCT ON nothing moves'],
  ['mariadb', ['v.title'], 'pages', ['v.pages ASC'], 'TypeORM leaves it out on other engines'],
];

describe('a builder with DISTINCT ON, which PostgreSQL must sort by first', () => {
  it.each(rows)('on %s, %j, sort=%s: %j, %s', (engine, distinctOn, sort, order) => {
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
