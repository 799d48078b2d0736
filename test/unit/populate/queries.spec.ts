import { FilterConfigurationError, FilterException, type FilterQuery } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import type { ObjectLiteral } from 'typeorm';
import { planOf, populatedIn } from '../../../lib/ast/index.js';
import { handlerOf } from '../../../lib/engine/profile.js';
import { describeEntities } from '../../support/metadata.js';
import { parse, serviceFor } from '../parse/asking.js';
import { Place, type User, entities, places } from './model.js';

const asking = { of: Place, by: places };
const read = (input: string | object, context?: User, overrides: object = {}) =>
  parse(input, { ...asking, overrides: { context, ...overrides } });
const nodesOf = (query: FilterQuery<ObjectLiteral>) => [...populatedIn(planOf(query).server.populate)];
const node = (query: FilterQuery<ObjectLiteral>, path: string) => nodesOf(query).find((each) => each.path === path);

describe('a populated relation', () => {
  it('has what its declaration says where the client says nothing', () => {
    const found = node(read('populate=reviews'), 'reviews');
    expect(found?.relation.propertyPath).toBe('reviews');
    expect(found?.limit).toBe(3);
    expect(found?.sort.map(({ direction }) => direction)).toEqual(['desc']);
    expect(found?.where).toMatchObject({ type: 'comparison', values: [true] });
    expect(found?.filters).toBeUndefined();
    expect(found?.propertyPaths).toEqual(['stars', 'text', 'createdAt']);
  });

  it('has what the client says within it', () => {
    const query = read('populate[reviews][limit]=9&populate[reviews][sort]=stars&populate[reviews][fields]=text');
    const found = node(query, 'reviews');
    expect([found?.limit, found?.propertyPaths]).toEqual([9, ['text']]);
    expect(found?.sort.map(({ direction }) => direction)).toEqual(['asc']);
    expect(found?.where).toBeDefined();
  });

  it('shows the columns that the context sees, and none that is hidden or not selected', () => {
    expect(node(read('populate=cook'), 'cook')?.propertyPaths).toEqual(['id', 'name']);
    expect(node(read('populate=cook', { isAdmin: true }), 'cook')?.propertyPaths).toEqual(['id', 'name', 'salary']);
    expect(node(read('populate=reviews', { isAdmin: true }), 'reviews')?.propertyPaths).toContain('note');
  });

  it('has no limit where it leads to one row, and that of the limits where none is declared', () => {
    expect(node(read('populate=cook,tags'), 'cook')?.limit).toBeUndefined();
    expect(node(read('populate=cook,tags'), 'tags')?.limit).toBe(10);
    expect(node(read('populate=tags', undefined, { limits: { populatedPerRow: 4 } }), 'tags')?.limit).toBe(4);
  });

  it('is known by its names from the list onwards', () => {
    expect(nodesOf(read('populate=cook.home,address.city')).map(({ path }) => path)).toEqual([
      'cook',
      'cook.home',
      'address.city',
    ]);
  });

  it('has a condition that depends on the context', () => {
    const guests = (user: User) => node(read('populate=guests', { isAdmin: true, ...user }), 'guests')?.where;
    expect(guests({ city: 'Bergen' })).toMatchObject({ type: 'related', where: { values: ['Bergen'] } });
  });

  it('is frozen', () => {
    const found = node(read('populate[reviews][filters][stars]=1'), 'reviews');
    expect([Object.isFrozen(found), Object.isFrozen(found?.populate)]).toEqual([true, true]);
  });
});

describe('the scopes of a query that populates', () => {
  const scoped = (request: string, context?: User) =>
    [...planOf(read(request, context)).server.scopes.keys()].map(({ name }) => name);

  it.each([
    ['populate=tags', []],
    ['populate=cook', []],
    ['populate=address.city', ['City']],
    ['populate=cook.home', ['City']],
    ['populate[cook][filters][home][name]=a', ['City']],
    ['populate[reviews][filters][author][home][name]=a', ['City']],
    ['populate[cook][populate]=places', []],
  ])('are those of every entity that it reaches: %s', (request, names) => {
    expect(scoped(request)).toEqual(names);
  });

  it('are those that a declared condition reaches', () => {
    expect(scoped('populate=guests', { isAdmin: true })).toEqual(['City']);
  });

  it('refuse the request where a declared condition fails', async () => {
    const populate = [
      {
        name: 'tags',
        where: () => {
          throw new Error('gone');
        },
      },
    ] as const;
    const by = await serviceFor(entities);
    expect(() => by.parse(Place, 'populate=tags', { populate, context: {} })).toThrow(
      'A scope failed, so no row may be seen',
    );
    expect(by.parse(Place, '', { populate }).toString()).toBe('');
    expect(() =>
      by.parse(Place, 'populate=tags', {
        populate: [{ name: 'tags', where: (() => undefined) as never }],
        context: {},
      }),
    ).toThrow('A scope failed, so no row may be seen');
  });
});

describe('the texts of a query that populates', () => {
  const request =
    'populate[reviews][filters][stars][$gte]=4&populate[reviews][limit]=2&populate[cook][populate][home]=true';

  it('are read as the same query', () => {
    const query = read(request);
    expect(read(query.toString()).toString()).toBe(query.toString());
    expect(read(query.toJSON()).toString()).toBe(query.toString());
  });

  it('are the same of a client that prints an object', () => {
    const input = { populate: { reviews: { filters: { stars: { $gte: 4 } }, limit: 2 }, cook: { populate: 'home' } } };
    expect(read(toQueryString(input)).toString()).toBe(read(request).toString());
  });

  it.each([
    ['populate=cook', 'populate[cook]=true', true],
    ['populate=cook,tags', 'populate=tags,cook', true],
    ['populate=cook', 'populate=tags', false],
    ['populate=tags', 'populate[tags][limit]=9', false],
    ['populate=reviews', 'populate[reviews][sort]=stars', false],
    ['populate=reviews', 'populate[reviews][filters][stars]=1', false],
    ['populate=reviews', 'populate[reviews][fields]=text', false],
    ['populate=cook', 'populate=cook.home', false],
    ['', 'populate=cook', false],
  ])('%s and %s have equal cache keys: %s', (one, other, equal) => {
    expect(read(one).cacheKey() === read(other).cacheKey()).toBe(equal);
  });

  it('have the context’s columns and conditions in the cache key, and the handler’s limits', () => {
    const digest = (user: User, overrides = {}) =>
      read('populate=cook,reviews', user, overrides).cacheKey().replace(/.*#/, '');
    expect(digest({})).not.toBe(digest({ isAdmin: true }));
    const where = (stars: number) => ({ populate: ['chef', { name: 'reviews', where: { stars } }] });
    expect(digest({}, where(1))).not.toBe(digest({}, where(2)));
    const limit = (most: number) => ({ populate: ['chef', { name: 'reviews', limit: most }] });
    expect(digest({}, limit(1))).not.toBe(digest({}, limit(2)));
  });

  it('are no part of a cursor’s handler', () => {
    expect(handlerOf({ populate: ['chef'] })).toBe('');
  });

  it('are read again for another data source', async () => {
    const bound = planOf(read(request)).at.rebind(await describeEntities('sqlite', entities)).server.populate;
    expect(bound.map(({ path }) => path)).toEqual(['cook', 'reviews']);
  });
});

describe('a builder, which has no place for related rows', () => {
  const issuesIn = (ask: () => unknown) => {
    try {
      ask();
      return [];
    } catch (error) {
      if (error instanceof FilterException) return error.issues.map(({ code, pointer }) => `${code} ${pointer}`);
      throw error;
    }
  };
  const builder = async () =>
    (await describeEntities('sqlite', entities)).getRepository(Place).createQueryBuilder('place');

  it('refuses a query that populates, unless the program sees to it later', async () => {
    const [by, place] = [await serviceFor(entities), await builder()];
    const query = by.parse(Place, 'populate=cook');
    expect(issuesIn(() => by.apply(place, query))).toEqual(['unknown_parameter /populate']);
    expect(issuesIn(() => by.apply(place, query, { populate: 'later' }))).toEqual([]);
    expect(issuesIn(() => by.apply(place, query, { only: 'filters' }))).toEqual([]);
    expect(() => by.apply(place, query, { populate: 'never' as 'later' })).toThrow(
      "apply(): populate must be 'later', or left out, not never",
    );
    expect(() => by.apply(place, query, { populates: 'later' } as object)).toThrow('there are: only, populate');
  });

  it('is refused in code', async () => {
    const by = await serviceFor(entities);
    const input: object = { populate: 'chef' };
    expect(issuesIn(() => by.filter(Place, input))).toEqual(['unknown_parameter /populate']);
    expect(() => by.filter(Place, input, { trusted: true })).toThrow(FilterConfigurationError);
  });
});
