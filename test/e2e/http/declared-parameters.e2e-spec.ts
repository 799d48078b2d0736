import { Controller, Get, Query, ValidationPipe } from '@nestjs/common';
import { Allow } from 'class-validator';
import { FilterQuery, type FilterQueryOverrides, FilterService, HostQuery } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { Filters } from 'nestjs-filterable/dto';
import { Author, Post, blogEntities } from '../../support/blog/entities.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';
import { readingController, readingModule, told } from './reading.js';

const declared = {
  search: ['title', 'author.name'],
  facets: ['status', 'author.name'],
  select: ['title', 'status'],
  deleted: true,
} as const satisfies FilterQueryOverrides<Post>;

class ListPosts {
  @Filters(Post, declared) query!: FilterQuery<Post>;
  @Allow() tenant?: string;
}

/** Two lists in one URL, the rest of which is the host's. */
@Controller('two')
class TwoLists {
  @Get()
  list(
    @FilterQuery(Post, { ...declared, prefix: 'posts_' }) posts: FilterQuery<Post>,
    @FilterQuery(Author, { prefix: 'authors_' }) authors: FilterQuery<Author>,
    @HostQuery() host: object,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON(), host };
  }
}

@Controller('mixed')
class MixedList {
  @Get()
  list(@FilterQuery(Post, { search: false, facets: false }) query: FilterQuery<Post>, @Query() host: object) {
    return host === undefined ? undefined : query.toJSON();
  }
}

@Controller('dto')
class DtoList {
  @Get()
  list(@Query() { query, tenant }: ListPosts) {
    return { ...query.toJSON(), ...(tenant === undefined ? {} : { tenant }) };
  }
}

const controllers = [
  readingController(declared, 'posts'),
  readingController({}, 'plain'),
  readingController(
    { ...declared, params: { search: 'q', facets: 'counts', fields: 'only', deleted: 'bin' } },
    'renamed',
  ),
  readingController({ ...declared, source: 'body' }, 'body'),
  readingController({ ...declared, unknownParameters: 'refuse', allowParameters: ['tenant'] }, 'strict'),
  readingController({ ...declared, search: false, facets: false, select: undefined, deleted: undefined }, 'off'),
  MixedList,
  TwoLists,
  DtoList,
];

const read = { search: 'red', facets: { status: 'true' }, fields: ['title'], deleted: 'with' };
const all = 'search=red&facets=status&fields=title&deleted=with';

const unread = ['search', 'facets', 'fields', 'deleted'].map((name) => `unknown_parameter /${name}`);

const urls: readonly (readonly [path: string, reads: unknown, why: string])[] = [
  [`/posts?${all}`, read, 'a list that declares them reads all of them'],
  [`/plain?${all}`, unread, 'elsewhere nobody would read them'],
  [`/off?${all}`, unread, 'also where the handler turns them off'],
  [`/mixed?${all}`, {}, "where the handler reads the query string, they are the host's"],
  [`/dto?${all}&tenant=3`, { ...read, tenant: '3' }, 'in a DTO, beside what is its own'],
  ['/renamed?q=red&counts=status&only=title&bin=with', read, 'by the names that the host gives them'],
  [`/renamed?${all}`, unread, 'and by no other'],
  [`/strict?${all}&tenant=3`, read, 'under the strictest policy'],
  ['/strict?search=red&locale=en', ['unknown_parameter /locale'], 'which refuses others'],
  [
    '/two?posts_search=red&authors_sort=name&posts_fields=title&tab=2',
    { posts: { search: 'red', fields: ['title'] }, authors: { sort: ['name:asc'] }, host: { tab: '2' } },
    'two lists, each by its prefix',
  ],
  ['/two?search=red', { posts: {}, authors: {}, host: { search: 'red' } }, 'without the prefix nobody reads it'],
  ['/posts?searchs[0]=red', {}, 'a short name that is near, whose bracket has no word of ours'],
  ['/posts?Search={"a":1}', ['malformed_key /search'], 'or JSON'],
  ['/posts?searches=red', {}, "but a text under another name is the host's"],
  ['/posts?facet[status]=true', ['malformed_key /facets'], 'one letter is missing'],
  ['/posts?faects[]=status', ['malformed_key /facets'], 'two have changed places'],
  ['/posts?Fields[]=title', ['malformed_key /fields'], 'capitals'],
  ['/posts?field[]=title', ['malformed_key /fields'], 'the singular'],
  ['/posts?Deleted[]=with', ['malformed_key /deleted'], 'a capital'],
  ['/plain?facet[status]=true', {}, 'where nothing is declared, nothing is near'],
  ['/renamed?count[status]=true', ['malformed_key /counts'], 'near is what the host has named'],
  ['/two?posts_serach[]=red', ['malformed_key /posts_search'], 'with its prefix'],
];

const bodies: readonly (readonly [path: string, body: object, reads: unknown, why: string])[] = [
  ['/body', { search: 'red', facets: ['status'], fields: ['title'], deleted: 'with' }, read, 'lists'],
  [
    '/body',
    { facets: { 'author.name': { limit: 3, search: 'a' } } },
    { facets: { 'author.name': { limit: '3', search: 'a' } } },
    'options',
  ],
  ['/body', { search: 3 }, ['invalid_value /search'], 'a number is no text'],
  ['/body', { facets: { status: true, staus: true } }, ['unknown_field /facets/staus'], 'a typo'],
  ['/body', { facet: { status: true } }, ['malformed_key /facets'], 'a near miss'],
  ['/body', { deleted: true }, ['invalid_value /deleted'], 'a flag is no mode'],
  ['/body', { deleted: ['with'] }, ['expected_value /deleted'], 'nor is a list'],
  ['/body', { deleted: null }, ['expected_value /deleted'], 'or nothing'],
  ['/body', { deletd: ['with'] }, ['malformed_key /deleted'], 'a near miss'],
  ['/body', { fields: { title: true } }, ['expected_value /fields'], 'an object'],
];

describe.each(adapters)('the parameters that a list declares, on %s', (adapter) => {
  let app: TestApp;

  beforeAll(async () => {
    const prepare = { prepare: (host: TestApp['app']) => host.useGlobalPipes(new ValidationPipe({ transform: true })) };
    app = await openApp(adapter, await readingModule(controllers), prepare);
  });

  afterAll(() => app.close());

  it.each(urls)('%s is read as %j: %s', async (path, reads) => {
    expect(told(await app.client.get(path))).toEqual(reads);
  });

  it.each(bodies)('%s of %j is read as %j: %s', async (path, body, reads) => {
    expect(told(await app.client.post(path, JSON.stringify(body)))).toEqual(reads);
  });
});

describe('the printers of the parameters', () => {
  it('of a browser and of the server say the same', async () => {
    const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities));
    const input = {
      filters: { title: { $eq: 'a b' } },
      search: 'thai "hot pot"',
      facets: { status: true, 'author.name': { limit: 3 } },
      fields: ['title', 'status'],
      deleted: 'only',
    } as const;
    const printed = toQueryString<Post>(input);
    const query = filters.parse(Post, printed, declared);
    expect(query.toString()).toBe(printed);
    expect(filters.parse(Post, query.toJSON(), declared).toString()).toBe(printed);
    expect(filters.parameters(Post)).toEqual({ filters: 'filters', sort: 'sort', pagination: 'pagination' });
    expect(Object.keys(filters.parameters(Post, declared))).toEqual([
      'filters',
      'sort',
      'pagination',
      'search',
      'facets',
      'fields',
      'deleted',
    ]);
  });
});
