import {
  Body,
  Controller,
  Get,
  HttpCode,
  Post as HttpPost,
  Param,
  Query,
  Req,
  createParamDecorator,
} from '@nestjs/common';
import { FilterException, FilterQuery, FilterService, HostQuery } from 'nestjs-filterable';
import { Author, Post, blogEntities } from '../../support/blog/entities.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';
import { readingController, readingModule, told } from './reading.js';

/** The names by which lists are asked elsewhere, of all spellings. */
const foreign = [
  ...[
    'filter=a',
    'filter.title=$in:a',
    'filter=title||$eq||x',
    'where={"a":1',
    's=x',
    'page=2',
    'page[number]=2',
    'page[size]=5',
  ],
  ...['limit=10', 'offset=20', 'skip=20', 'take=5', 'per_page=5', 'perPage=5', 'page_size=5', 'pageSize=5'],
  ...[
    'sortBy=title:DESC',
    'sort_by=title',
    'orderBy=title',
    'order_by=title',
    'order=DESC',
    'order[0]=title',
    'order[title]=DESC',
  ],
  ...['select=title', 'select[]=title', 'include=author', 'include[0]=author', 'join=author', 'q=spring'],
  ...[
    'search=spring',
    'facets=status',
    'fields=title',
    'populate=*',
    'populate[0]=author',
    'aggregates=views:sum',
    'deleted=with',
  ],
];

/** Parameters that applications have beside their lists, which nobody may be bothered about. */
const plausible = [
  ...[
    '_=1700000000',
    '_t=1700000000',
    'access_token=x',
    'account=3',
    'action=export',
    'active=true',
    'after_id=5',
    'api_key=x',
  ],
  ...['app=web', 'as=csv', 'at=2024-01-01', 'attachment=1', 'audience=public', 'author=3', 'auth=x', 'branch=main'],
  ...[
    'cache=no',
    'callback=cb',
    'campaign=7',
    'category=a',
    'cb=cb',
    'channel=x',
    'city=Oslo',
    'client=ios',
    'code=x',
    'color=red',
  ],
  ...[
    'columns=a,b',
    'compact=1',
    'company=3',
    'context=x',
    'count=true',
    'country=NO',
    'currency=NOK',
    'date=2024-01-01',
    'day=1',
  ],
  ...[
    'debug=1',
    'depth=2',
    'device=x',
    'dir=ltr',
    'direction=up',
    'download=1',
    'draft=true',
    'dry_run=1',
    'embed=1',
    'env=test',
  ],
  ...[
    'expand=a',
    'export=csv',
    'ext=csv',
    'fbclid=x',
    'feature=x',
    'flags=a',
    'format=csv',
    'from=2024-01-01',
    'full=1',
    'gclid=x',
  ],
  ...['group=a', 'hash=x', 'ids=1,2', 'ids[]=1&ids[]=2', 'incl=tax', 'interval=day', 'key=x', 'keyword=x', 'lang=en'],
  ...[
    'language=en',
    'lat=59',
    'layout=grid',
    'level=2',
    'lng=10',
    'locale=en',
    'locale[0]=en',
    'mode=x',
    'month=3',
    'name=a',
  ],
  ...[
    'nocache=1',
    'nonce=x',
    'offer=3',
    'only=a',
    'orders=3',
    'org=x',
    'origin=x',
    'owner=me',
    'pages=3',
    'pagelet=1',
    'parent=3',
  ],
  ...[
    'path=/a',
    'pretty=1',
    'preview=1',
    'price=3',
    'project=x',
    'public=1',
    'query=x',
    'radius=5',
    'range=1-5',
    'raw=1',
    'ref=x',
  ],
  ...[
    'region=x',
    'role=admin',
    'room=3',
    'scope=all',
    'seed=1',
    'selected=3',
    'shape=round',
    'since=2024',
    'size=L',
    'sku=x',
  ],
  ...['source=mail', 'sorting=x', 'start=3', 'state=x', 'step=2', 'store=3', 'tab=2', 'tag=a', 'tags[]=a', 'tenant=3'],
  ...[
    'theme=dark',
    'time[]=a&time[]=b',
    'timezone=UTC',
    'to=2024-02-01',
    'token=x',
    'tz=UTC',
    'type=a',
    'until=2024',
    'user=3',
  ],
  ...[
    'utm_source=x',
    'utm_campaign=y',
    'v=2',
    'version=2',
    'view=grid',
    'wait=1',
    'week=3',
    'width=5',
    'x=1',
    'year=2024',
    'zip=1',
  ],
];

const Locale = createParamDecorator(() => 'en');

@Controller('hosts')
class HostLists {
  @Get('dto') dto(@FilterQuery(Post) query: FilterQuery<Post>, @Query() host: object) {
    return read(query, host);
  }

  @Get('host-query') host(@FilterQuery(Post) query: FilterQuery<Post>, @HostQuery() host: object) {
    return read(query, host);
  }

  @Get('request') request(@Req() host: object, @FilterQuery(Post) query: FilterQuery<Post>) {
    return read(query, host);
  }

  @Get('decorated') decorated(@Locale() host: string, @FilterQuery(Post) query: FilterQuery<Post>) {
    return read(query, host);
  }

  @Get('page') page(@FilterQuery(Post) query: FilterQuery<Post>, @Query('page') page = '1') {
    return { ...query.toJSON(), page };
  }

  @Get('filter') filter(@FilterQuery(Post) query: FilterQuery<Post>, @Query('filter') filter = '') {
    return { ...query.toJSON(), filter };
  }

  @Get('of/:id') of(@Param('id') id: string, @FilterQuery(Post) query: FilterQuery<Post>) {
    return { ...query.toJSON(), id };
  }

  @Get('renamed') renamed(
    @FilterQuery(Post, { params: { filters: 'where' } }) query: FilterQuery<Post>,
    @Query('filters') filters: unknown,
  ) {
    return read(query, filters ?? {});
  }

  @Get('two') two(
    @FilterQuery(Post, { prefix: 'posts_', allowParameters: ['take'] }) posts: FilterQuery<Post>,
    @FilterQuery(Author, { prefix: 'authors_', search: ['name'] }) authors: FilterQuery<Author>,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON() };
  }

  @Get('shared') shared(
    @FilterQuery(Post, { params: { filters: 'a', sort: 'b', pagination: 'c' } }) posts: FilterQuery<Post>,
    @FilterQuery(Author, { params: { filters: 'd', sort: 'e', pagination: 'f' } }) authors: FilterQuery<Author>,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON() };
  }

  @HttpPost('body') @HttpCode(200) body(@FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>) {
    return query.toJSON();
  }

  @HttpPost('body-read') @HttpCode(200) bodyRead(
    @FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>,
    @Body() host: object,
  ) {
    return read(query, host);
  }

  @HttpPost('body-query') @HttpCode(200) bodyQuery(
    @FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>,
    @Query() host: object,
  ) {
    return read(query, host);
  }
}

function read(query: FilterQuery<Post>, host: unknown): unknown {
  return host === undefined ? undefined : query.toJSON();
}

class BaseLists {
  @Get('list') list(@FilterQuery(Post, { params: { filters: 'where' } }) query: FilterQuery<Post>): unknown {
    return query.toJSON();
  }
}

@Controller('overriding')
class OverridingLists extends BaseLists {
  @Get('list') override list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return query.toJSON();
  }
}

const controllers = [
  OverridingLists,
  readingController({}, 'posts'),
  readingController({ allowParameters: ['page', 'filter', 'search'] }, 'allowed'),
  readingController({ unknownParameters: 'ignore' }, 'ignored'),
  readingController({ unknownParameters: 'refuse' }, 'strict'),
  readingController({ params: { filters: 'where', sort: 'order', pagination: 'page' } }, 'renamed'),
  readingController({ search: ['title'], select: true, params: { search: 'q' } }, 'searched'),
  readingController({ source: (request: { url: string }) => request.url.replace('by=', 'sort=') }, 'function'),
  HostLists,
];

const refusedAs = (name: string) => [`unknown_parameter /${name}`];

const urls: readonly (readonly [path: string, reads: unknown, why: string])[] = [
  ['/posts?page=2&limit=5&page=3', ['unknown_parameter /page', 'unknown_parameter /limit'], 'each name once'],
  ['/posts?page=', refusedAs('page'), 'also where it is empty'],
  ['/posts?page', refusedAs('page'), 'or has no value'],
  ['/allowed?page=2&filter.title=x&search=a', {}, 'the names that the handler allows, with what follows a dot'],
  ['/allowed?limit=2', refusedAs('limit'), 'and no other'],
  ['/renamed?order=title', { sort: ['title:asc'] }, 'a name that the host has given to a parameter'],
  ['/renamed?page=2', ['expected_object /page'], 'is read as that'],
  ['/renamed?sort=title', refusedAs('sort'), 'and its usual name, which nobody reads, is refused'],
  ['/renamed?filters[title]=a', refusedAs('filters'), 'as is that of conditions'],
  ['/renamed?filters={"title":"a"}', refusedAs('filters'), 'in JSON'],
  ['/renamed?filters=', refusedAs('filters'), 'or empty'],
  ['/renamed?pagination[page]=2', refusedAs('pagination'), 'and that of pages'],
  ['/hosts/renamed?filters[title]=a', {}, 'unless the handler reads it'],
  ['/hosts/two?filters[title]=a', refusedAs('filters'), 'the name without the prefix of either list'],
  ['/overriding/list?where[title]=a', refusedAs('where'), 'the name of a list that is overridden'],
  ['/overriding/list?filters[title]=a', { filters: { title: { $eq: 'a' } } }, 'that of the list in its place'],
  ['/searched?q=spring', { search: 'spring' }, 'the name of the search'],
  ['/searched?search=spring', refusedAs('search'), 'whose usual name nobody reads'],
  ['/searched?select=title', refusedAs('select'), 'another name for fields'],
  ['/function?by=title', { sort: ['title:asc'] }, 'a function of the request'],
  ['/function?by=title&page=2', refusedAs('page'), 'beside which nobody reads'],
  ['/hosts/page?page=2', { page: '2' }, 'a parameter that is read by its name'],
  ['/hosts/page?page=2&limit=3', refusedAs('limit'), 'and no other'],
  ['/hosts/filter?filter=a', { filter: 'a' }, 'a filter of the handler'],
  ['/hosts/of/3?page=2', refusedAs('page'), 'a parameter of the path reads no query'],
  ['/hosts/two?authors_search=a', { posts: {}, authors: { search: 'a' } }, 'a search of one of two lists'],
  ['/hosts/two?posts_search=a', refusedAs('posts_search'), 'of the other, which has none'],
  ['/hosts/two?search=a', refusedAs('search'), 'of neither'],
  ['/hosts/two?take=3', { posts: {}, authors: {} }, 'a name that one of them allows'],
  ['/hosts/two?limit=3', refusedAs('limit'), 'that none of them does'],
  ['/hosts/shared?search=a', refusedAs('search'), 'a name that both of them would have, and none reads'],
  ['/strict?page=2', refusedAs('page'), 'where all is refused'],
];

const bodies: readonly (readonly [path: string, body: object, reads: unknown, why: string])[] = [
  ['/hosts/body', { page: 2 }, refusedAs('page'), 'in a body that nobody else reads'],
  ['/hosts/body', { draft: true }, {}, 'what is no name of lists'],
  ['/hosts/body-read', { page: 2 }, {}, 'where the handler has the body'],
  ['/hosts/body-query', { page: 2 }, refusedAs('page'), 'where it has the query string alone'],
  ['/hosts/body?page=2', {}, {}, 'in the URL, which is not looked at'],
];

describe.each(adapters)('the names by which lists are asked elsewhere, on %s', (adapter) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await openApp(adapter, await readingModule(controllers));
  });

  afterAll(() => app.close());

  it.each(foreign)('%s is refused', async (query) => {
    const name = /^[\w.]+/.exec(query)?.[0] ?? '';
    expect(told(await app.client.get(`/posts?${query}`))).toEqual(refusedAs(name));
  });

  it('pass where the handler has another reader of the query string', async () => {
    for (const path of ['hosts/dto', 'hosts/host-query', 'hosts/request', 'hosts/decorated', 'ignored']) {
      for (const query of foreign) {
        expect([path, query, told(await app.client.get(`/${path}?${query}`))]).toEqual([path, query, {}]);
      }
    }
  });

  it('are no names that applications have beside their lists', async () => {
    expect(plausible.length).toBeGreaterThanOrEqual(120);
    for (const query of plausible) expect([query, told(await app.client.get(`/posts?${query}`))]).toEqual([query, {}]);
  });

  it.each(urls)('%s is read as %j: %s', async (path, reads) => {
    expect(told(await app.client.get(path))).toEqual(reads);
  });

  it.each(bodies)('POST %s with %j is read as %j: %s', async (path, body, reads) => {
    expect(told(await app.client.post(path, JSON.stringify(body)))).toEqual(reads);
  });
});

describe('a refusal of such a name', () => {
  it.each([
    ['limit=3', 'limit is not read here; send pagination[pageSize]=10, declare `flat`, or name it in allowParameters'],
    ['page=3', 'page is not read here; send pagination[page]=2, declare `flat`, or name it in allowParameters'],
    ['skip=3', 'skip is not read here; send pagination[start]=20, declare `flat`, or name it in allowParameters'],
    ['s=a', 's is not read here; send filters[field]=value, declare `flat`, or name it in allowParameters'],
    ['order=a', 'order is not read here; send sort=field:desc, declare `flat`, or name it in allowParameters'],
    ['search=a', 'search is not read here; declare `search`, or name it in allowParameters'],
    ['fields=a', 'fields is not read here; let clients choose fields, or name it in allowParameters'],
    ['q=a', 'q is not read here; declare `search`, or name it in allowParameters'],
  ])('says what to send in place of %s, and how to let it pass', async (query, message) => {
    const app = await openApp('express', await readingModule([readingController()]));
    const { text } = await app.client.get(`/posts?${query}`);
    await app.close();
    expect((JSON.parse(text) as { message: string[] }).message).toEqual([message]);
  });
});

describe('in code', () => {
  const rows: readonly (readonly [input: string | object, issues: readonly string[], why: string])[] = [
    [{ search: 'a' }, ['unknown_parameter /search'], 'an object that asks for a search of a list without one'],
    [{ page: 2, filters: {} }, ['unknown_parameter /page'], 'a name by which lists are asked elsewhere'],
    [{ draft: true }, [], 'a name that is none'],
    ['search=a&page=2', [], 'a text, which may be the query string of a handler with a reader of its own'],
  ];

  it.each(rows)('parse() of %j has the issues %j: %s', async (input, issues) => {
    const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities));
    expect(issuesOf(() => filters.parse(Post, input))).toEqual(issues);
  });
});

function issuesOf(parse: () => unknown): readonly string[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (error instanceof FilterException) return error.issues.map(({ code, pointer }) => `${code} ${pointer}`);
    throw error;
  }
}
