import { FilterConfigurationError, FilterException, FilterService } from 'nestjs-filterable';
import { RequestBody } from '../../../lib/wire/index.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

const source = await describeEntities('sqlite', blogEntities);
const filters = FilterService.forDataSource(source);
const renamed = FilterService.forDataSource(source, { params: { filters: 'where' } });

/** The canonical form of what was read, or the refusals. */
function outcome(read: () => { toString(): string }): string {
  try {
    return read().toString();
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues.map(({ code, pointer }) => `${code} ${pointer}`).join(', ');
  }
}

const title = 'filters[title][$eq]=a';

describe('an object of parameters', () => {
  it.each<[object, string, string]>([
    [{ filters: { title: 'a' } }, title, 'nested'],
    [{ filters: { title: 'a' }, pages: 2, quest: 'x' }, title, 'beside what is the host’s'],
    [{ 'filters[title]': 'a' }, 'malformed_key /filters', 'as Express 5 hands a query string over'],
    [{ 'filters[title][$eq]': 'a', sort: 'title' }, 'malformed_key /filters', 'and another part beside it'],
    [{ 'filters.title': 'a' }, 'malformed_key /filters', 'with dots'],
    [{ 'sort[0]': 'title', 'pagination[page]': '2' }, 'malformed_key /sort, malformed_key /pagination', 'every part'],
    [{ filtersX: 1, xfilters: 2, 'x[filters]': 3 }, '', 'names that are others'],
    [{ search: 1, fields: ['c'] }, 'unknown_parameter /search, unknown_parameter /fields', 'that nobody reads'],
    [{ page: 2, q: 'x' }, 'unknown_parameter /page, unknown_parameter /q', 'names by which lists are asked elsewhere'],
    [{ filter: { title: 'a' } }, 'malformed_key /filters', 'a typo with conditions under it'],
    [{ filter: 'a' }, 'unknown_parameter /filter', 'likewise'],
  ])('%j: %s (%s)', (input, expected) => {
    expect(outcome(() => filters.parse(Post, input))).toBe(expected);
  });

  it.each<[object, string, string]>([
    [{ where: { title: 'a' } }, 'where[title][$eq]=a', 'by the name that it has'],
    [{ filters: { title: 'a' } }, 'where[title][$eq]=a', 'by its usual name'],
    [{ 'where[title]': 'a' }, 'malformed_key /where', 'flat'],
    [{ 'filters[title]': 'a' }, 'malformed_key /where', 'flat, by its usual name'],
  ])('where clients call it otherwise, %j: %s (%s)', (input, expected) => {
    expect(outcome(() => renamed.parse(Post, input))).toBe(expected);
  });
});

describe('a body, where clients call it otherwise', () => {
  it.each<[object, string, string]>([
    [{ where: { title: 'a' } }, 'where[title][$eq]=a', 'is read by the name that it has'],
    [{ 'where[title]': 'a' }, 'malformed_key /where', 'has no flat keys of ours'],
    [{ filters: { title: 'a' }, 'filters[title]': 'a' }, '', 'may have the usual name for the host’s own'],
  ])('%j: %s, it %s', (input, expected) => {
    expect(outcome(() => renamed.parse(Post, new RequestBody(input)))).toBe(expected);
  });
});

describe('a flat key in an object', () => {
  it('is told from a key that is malformed', () => {
    expect(() => filters.filter(Post, { 'filters[title]': 'a' } as object, { trusted: true })).toThrow(
      'filters is a flat key, as in query strings; nest the conditions in an object',
    );
  });
});

describe('an object in code', () => {
  const made = (input: object, trusted = false) => filters.filter(Post, input, { trusted }).getQuery();
  const wrong = [
    [{ filter: { title: 'a' } }, 'malformed_key /filter', 'a typo'],
    [{ title: 'a' }, 'malformed_key /title', 'conditions without their name'],
    [{ filters: { title: 'a' }, page: 2 }, 'malformed_key /page', 'a part that is none'],
    [{ 'filters[title]': 'a' }, 'malformed_key /filters', 'a flat key'],
    [{ where: undefined }, 'malformed_key /where', 'TypeORM’s own name'],
  ] as const;

  it.each(wrong)('%j is refused: %s (%s)', (input, expected) => {
    expect(outcome(() => made(input))).toBe(expected);
  });

  it.each(wrong)('%j is a mistake of the program where it is trusted', (input) => {
    expect(() => made(input, true)).toThrow(FilterConfigurationError);
  });

  it('says what there is', () => {
    expect(() => made({ filter: {} }, true)).toThrow(
      'filter(Post): filter is not a part of a query; use one of: filters, sort, pagination',
    );
  });
});

describe('what an object in code holds, and nobody sees', () => {
  const hidden = Object.defineProperty({}, 'title', { value: 'a' });
  const inherited = Object.create(Object.assign(Object.create(null), { title: 'a' })) as object;
  const named = Object.assign([{ id: 1 }], { title: 'a' });
  // prettier-ignore
  const wrong: readonly (readonly [string, object, string])[] = [
    ['a symbol for an operator', { id: { $gt: 1, [Symbol('lt')]: 3 } }, 'malformed_key /filters/id'],
    ['a symbol for a field', { [Symbol('eq')]: 1 }, 'malformed_key /filters'],
    ['a property that is not enumerable', hidden, 'malformed_key /filters'],
    ['a prototype of its own', inherited, 'expected_object /filters'],
    ['a list with names on it', { $and: named }, 'malformed_key /filters/$and'],
    ['a list with a name that begins like an index', { $and: Object.assign([{ id: 1 }], { '0a': 1 }) }, 'malformed_key'],
    ['a list with a name that ends like one', { $and: Object.assign([{ id: 1 }], { a0: 1 }) }, 'malformed_key'],
    ['a list with a name of digits', { $and: Object.assign([{ id: 1 }], { '007': 1 }) }, 'malformed_key'],
    ['a list with a name that is no index', { $and: Object.assign([{ id: 1 }], { 4294967295: 1 }) }, 'malformed_key'],
    ['a list of values with a name', { id: { $in: Object.assign([1, 2], { title: 'a' }) } }, 'malformed_key'],
    ['a hidden name on a list', { $and: Object.defineProperty([{ id: 1 }], 'title', { value: 'a' }) }, 'malformed_key'],
    ['a symbol on a list', { $and: Object.assign([{ id: 1 }], { [Symbol('eq')]: 1 }) }, 'malformed_key'],
    ['a hole in $or', { $or: [, { id: 1 }] }, 'expected_object /filters/$or/0'], // oxlint-disable-line no-sparse-arrays
    ['nothing but holes in $and', { $and: new Array(2) }, 'expected_object /filters/$and/0, expected_object /filters/$and/1'],
    ['a list of holes in $and', { $and: [new Array(1)] }, 'expected_object /filters/$and/0/0'],
    ['holes in $not', { $not: { $and: new Array(1) } }, 'expected_object /filters/$not/$and/0'],
  ];

  it.each(wrong)('%s is refused', (_, conditions, expected) => {
    expect(outcome(() => filters.parse(Post, { filters: conditions }))).toContain(expected);
  });

  it.each<[conditions: object, told: string]>([
    [{ id: { [Symbol('gt')]: 1 } }, 'filters[id] has a symbol for a name, or a property that is not enumerable'],
    [{ $and: named }, 'filters[$and] is a list with names on it'],
  ])('%p is told by what it holds', (conditions, told) => {
    expect(() => filters.filter(Post, { filters: conditions }, { trusted: true })).toThrow(told);
  });

  it.each(wrong)('%s is a mistake of the program where it is trusted', (_, conditions) => {
    expect(() => filters.filter(Post, { filters: conditions }, { trusted: true })).toThrow(FilterConfigurationError);
    expect(() => filters.and(filters.parse(Post, ''), conditions as never)).toThrow(FilterConfigurationError);
  });

  it('itself, is a mistake of the program where it is trusted', () => {
    const self: { $and?: object[]; author?: object } = {};
    self.$and = [self, self];
    expect(() => filters.and(filters.parse(Post, ''), self as never)).toThrow(FilterConfigurationError);
    const related: { author?: object } = {};
    related.author = { posts: related };
    expect(() => filters.and(filters.parse(Post, ''), related as never)).toThrow(FilterConfigurationError);
  });
});

describe('a text or a URL', () => {
  const query = 'filters%5Btitle%5D=a&sort=id';
  const read = `${title}&sort[0]=id%3Aasc`;

  it.each<[string, string | object, string]>([
    ['a query string', query, read],
    ['url.search', `?${query}`, read],
    ['a path', `/posts?${query}`, read],
    ['a path without its slash', `posts?${query}`, read],
    ['an absolute URL', `https://example.com/posts?${query}`, read],
    ['a URL', new URL(`https://example.com/posts?${query}`), read],
    ['a URLSearchParams', new URLSearchParams(query), read],
    ['a path without a query', '/posts', ''],
    ['a URL without a query', new URL('https://example.com/posts'), ''],
    ['location.hash', `#${query}`, 'malformed_encoding /filters'],
    ['a query in the fragment', `/posts#?${query}`, 'malformed_encoding /filters'],
    ['a value that a # cuts in two', 'filters[title]=C#&filters[id]=1', 'malformed_encoding /filters'],
    ['a URL with a fragment', new URL(`https://example.com/posts?${query}#top`), 'malformed_encoding /filters'],
  ])('%s: %j', (_, input, expected) => {
    expect(outcome(() => filters.parse(Post, input))).toBe(expected);
  });
});
