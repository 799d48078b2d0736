import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Post as HttpPost,
  Param,
  Query,
  Req,
  ValidationPipe,
  createParamDecorator,
} from '@nestjs/common';
import { Allow } from 'class-validator';
import { FilterException, FilterQuery, type FilterQueryOverrides, FilterService, HostQuery } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { Filters } from 'nestjs-filterable/dto';
import { Author, Post, blogEntities } from '../../support/blog/entities.js';
import { useApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';
import { line, readingController, readingModule } from './reading.js';

/*
 * The names in a URL or a body: those of the lists of a handler, those that lists have elsewhere, near misses of both,
 * and those of the host, which nobody looks at.
 */

const declared = {
  search: ['title', 'author.name'],
  facets: ['status', 'author.name'],
  select: ['title', 'status'],
  deleted: true,
} as const satisfies FilterQueryOverrides<Post>;

const Locale = createParamDecorator(() => 'en');

class ListPosts {
  @Filters(Post, declared) query!: FilterQuery<Post>;
  @Allow() tenant?: string;
}

/** Handlers that read the query string, too, so that its names are theirs. */
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
  @Get('mixed') mixed(
    @FilterQuery(Post, { search: false, facets: false }) query: FilterQuery<Post>,
    @Query() host: object,
  ) {
    return read(query, host);
  }
  @Get('list-dto') listDto(@Query() { query, tenant }: ListPosts) {
    return { ...query.toJSON(), tenant };
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

/** Several lists in one URL. */
@Controller('several')
class SeveralLists {
  @Get('prefixed') prefixed(
    @FilterQuery(Post, { ...declared, prefix: 'posts_', allowParameters: ['take'] }) posts: FilterQuery<Post>,
    @Headers('host') host: string,
    @FilterQuery(Author, { prefix: 'authors_' }) authors: FilterQuery<Author>,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON(), ...(host === '' && { host }) };
  }
  @Get('beside') beside(
    @FilterQuery(Post, { ...declared, prefix: 'posts_' }) posts: FilterQuery<Post>,
    @FilterQuery(Author, { prefix: 'authors_' }) authors: FilterQuery<Author>,
    @HostQuery() host: object,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON(), host };
  }
  @Get('renamed') renamed(
    @FilterQuery(Post, { params: { filters: 'a', sort: 'b', pagination: 'c' } }) posts: FilterQuery<Post>,
    @FilterQuery(Author, { params: { filters: 'd', sort: 'e', pagination: 'f' } }) authors: FilterQuery<Author>,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON() };
  }
  /** One list reads a name that the other would take for a typing error. */
  @Get('near') near(
    @FilterQuery(Post) posts: FilterQuery<Post>,
    @FilterQuery(Author, { params: { filters: 'filter', sort: 'sorts', pagination: 'page' } }) authors: FilterQuery,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON() };
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

interface AnyRequest {
  readonly method: string;
  readonly url: string;
}

const readers: Readonly<Record<string, FilterQueryOverrides<Post>>> = {
  posts: {},
  declared,
  off: { ...declared, search: false, facets: false, select: undefined, deleted: undefined },
  named: { ...declared, params: { search: 'q', facets: 'counts', fields: 'only', deleted: 'bin' } },
  body: { ...declared, source: 'body' },
  allowed: { allowParameters: ['page', 'filter', 'search'] },
  ignored: { unknownParameters: 'ignore' },
  strict: { ...declared, unknownParameters: 'refuse', allowParameters: ['locale'] },
  renamed: { params: { filters: 'where', sort: 'order', pagination: 'page' } },
  function: { source: (request: AnyRequest) => request.url.replace('by=', 'sort=') },
  object: { source: ({ method }: AnyRequest) => ({ filters: { title: method } }) },
  unpaged: { pagination: false },
  narrow: { fields: ['title'], relations: [], limits: { conditions: 1 } },
};

const controllers = [
  HostLists,
  SeveralLists,
  OverridingLists,
  ...Object.entries(readers).map(([path, overrides]) => readingController(overrides, path)),
];

const app = useApp(() => readingModule(controllers), {
  prepare: (host) => void host.useGlobalPipes(new ValidationPipe({ transform: true })),
});

describe('names of parameters', () => {
  it.each(
    cases(`
    # Those that a list declares.
    /declared?search=red&facets=status&fields=title&deleted=with -> search=red&facets[status]=true&fields[0]=title&deleted=with
    /hosts/list-dto?search=red&deleted=with&tenant=3 -> search=red&deleted=with&tenant=3
    /strict?search=red&locale=en -> search=red
    /strict?lang=en&x[a]=1&lang=no -> unknown_parameter /lang, unknown_parameter /x
    /posts?search=red&facets=status -> unknown_parameter /search, unknown_parameter /facets
    /off?fields=title&deleted=with -> unknown_parameter /fields, unknown_parameter /deleted
    /hosts/mixed?search=red&facets=status&fields=title&deleted=with -> nothing
    /named?q=red&counts=status&only=title&bin=with -> search=red&facets[status]=true&fields[0]=title&deleted=with
    /named?search=red -> unknown_parameter /search

    # Near misses, which have a bracket or JSON.
    /declared?searchs[0]=red -> nothing
    /declared?searches=red -> nothing
    /declared?Search={"a":1} -> malformed_key /search
    /declared?facet[status]=true -> malformed_key /facets
    /declared?faects[]=status -> malformed_key /facets
    /declared?field[]=title -> malformed_key /fields
    /declared?Deleted[]=with -> malformed_key /deleted
    /posts?facet[status]=true -> nothing
    /posts?filter[title]=a -> malformed_key /filters
    /posts?Pagination[page]=2 -> malformed_key /pagination
    /named?count[status]=true -> malformed_key /counts
    /several/prefixed?posts_serach[]=red -> malformed_key /posts_search
    /strict?filter[title]=a -> malformed_key /filters
    /ignored?filter[title]=a&lang=en&page=2 -> nothing
    /ignored?filters[title -> malformed_key /filters
    /allowed?filter[title]=a -> nothing
    /allowed?filterx[title]=a -> malformed_key /filters
    /several/near?filters[title]=a&filter[name]=b&sorts=name -> posts[filters][title][$eq]=a&authors[filters][name][$eq]=b&authors[sort][0]=name:asc
    /several/near?Pagination[page]=2 -> malformed_key /pagination

    # Names by which lists are asked elsewhere.
    /posts?page=2&limit=5&page=3 -> unknown_parameter /page, unknown_parameter /limit
    /posts?page= -> unknown_parameter /page
    /posts?page -> unknown_parameter /page
    /allowed?page=2&filter.title=x&search=a -> nothing
    /allowed?limit=2 -> unknown_parameter /limit
    /declared?select=title -> unknown_parameter /select
    /function?by=title -> sort[0]=title:asc
    /function?by=title&page=2 -> unknown_parameter /page
    /hosts/page?page=2 -> page=2
    /hosts/page?page=2&limit=3 -> unknown_parameter /limit
    /hosts/filter?filter=a -> filter=a
    /hosts/of/3?page=2 -> unknown_parameter /page
    /strict?page=2 -> unknown_parameter /page

    # Names that the host has given to parameters.
    /renamed?where[title]=a&order=title&page[page]=2 -> filters[title][$eq]=a&sort[0]=title:asc&pagination[page]=2&pagination[pageSize]=25
    /renamed?where[titel]=a -> unknown_field /where/titel
    /renamed?where.title=a -> malformed_key /where
    /renamed?order=x&page[x]=1 -> not_sortable /order/0, invalid_pagination /page/x
    /renamed?page=2 -> expected_object /page
    /renamed?filters[title]=a&sort=title&pagination=y -> unknown_parameter /filters, unknown_parameter /sort, unknown_parameter /pagination
    /renamed?filters={"title":"a"} -> unknown_parameter /filters
    /renamed?filters= -> unknown_parameter /filters
    /hosts/renamed?filters[title]=a -> nothing
    /overriding/list?where[title]=a -> unknown_parameter /where
    /overriding/list?filters[title]=a -> filters[title][$eq]=a

    # Several lists.
    /several/prefixed?posts_filters[title]=a&authors_filters[name]=b -> posts[filters][title][$eq]=a&authors[filters][name][$eq]=b
    /several/prefixed?posts_sort=id:desc&posts_search=x -> posts[sort][0]=id:desc&posts[search]=x
    /several/prefixed?filters[title]=a -> unknown_parameter /filters
    /several/prefixed?posts_filters[name]=a -> unknown_field /posts_filters/name
    /several/prefixed?authors_filters[title]=a -> unknown_field /authors_filters/title
    /several/prefixed?authors_search=a -> unknown_parameter /authors_search
    /several/prefixed?search=a -> unknown_parameter /search
    /several/prefixed?take=3 -> nothing
    /several/prefixed?limit=3 -> unknown_parameter /limit
    /several/beside?posts_search=red&authors_sort=name&tab=2 -> posts[search]=red&authors[sort][0]=name:asc&host[tab]=2
    /several/beside?search=red -> host[search]=red
    /several/renamed?search=a -> unknown_parameter /search

    # What a handler reads of a list.
    /unpaged?filters[title]=a -> filters[title][$eq]=a
    /unpaged?pagination[page]=1 -> invalid_pagination /pagination
    /unpaged?pagination= -> invalid_pagination /pagination
    /narrow?filters[title]=a -> filters[title][$eq]=a
    /narrow?filters[id]=1 -> unknown_field /filters/id
    /narrow?filters[author][name]=a -> unknown_field /filters/author
    /narrow?filters[title][$ne]=a&filters[title][$eq]=b -> limit_exceeded /filters
    /object?filters[title]=a -> filters[title][$eq]=GET
  `),
  )('GET %s -> %s', async (url, reads) => {
    expect(line(await app.client.get(url))).toBe(reads);
  });

  it.each(
    cases(`
    /body {"search":"red","facets":["status"],"fields":["title"]} -> search=red&facets[status]=true&fields[0]=title
    /body {"facets":{"author.name":{"limit":3}}} -> facets[author.name][limit]=3
    /body {"search":3} -> invalid_value /search
    /body {"facets":{"status":true,"staus":true}} -> unknown_field /facets/staus
    /body {"facet":{"status":true}} -> malformed_key /facets
    /body {"deleted":true} -> invalid_value /deleted
    /body {"deleted":["with"]} -> expected_value /deleted
    /body {"deletd":["with"]} -> malformed_key /deleted
    /body {"fields":{"title":true}} -> expected_value /fields
    /hosts/body {"page":2} -> unknown_parameter /page
    /hosts/body {"draft":true} -> nothing
    /hosts/body?page=2 {} -> nothing
    /hosts/body-read {"page":2} -> nothing
    /hosts/body-query {"page":2} -> unknown_parameter /page
  `),
  )('POST %s -> %s', async (request, reads) => {
    const [path = '', body = ''] = request.split(' ');
    expect(line(await app.client.post(path, body))).toBe(reads);
  });
});

/** The names by which lists are asked elsewhere, of all spellings. */
const foreign =
  'filter=a filter.title=$in:a filter=title||$eq||x where={"a":1 s=x page=2 page[number]=2 page[size]=5 limit=10 offset=20 ' +
  'skip=20 take=5 per_page=5 perPage=5 page_size=5 pageSize=5 sortBy=title:DESC sort_by=title orderBy=title order_by=title ' +
  'order=DESC order[0]=title order[title]=DESC select=title select[]=title include=author include[0]=author join=author ' +
  'q=spring search=spring facets=status fields=title populate=* populate[0]=author aggregates=views:sum deleted=with';

/** Names that applications have beside their lists. */
const plausible =
  '_ _t access_token account action active after_id api_key app as at attachment audience author auth branch cache callback ' +
  'campaign category cb channel city client code color columns compact company context count country currency date day debug ' +
  'depth device dir direction download draft dry_run embed env expand export ext fbclid feature flags format from full gclid ' +
  'group hash ids ids[] incl interval key keyword lang language lat layout level lng locale locale[0] mode month name ' +
  'nocache nonce offer only orders org origin owner pages pagelet parent path pretty preview price project public query ' +
  'radius range raw ref region role room scope seed selected shape since size sku source sorting start state step ' +
  'store tab tag tags[] tenant theme time[] timezone to token tz type until user utm_source v version view wait week width x ' +
  'year zip';

describe('the names by which lists are asked elsewhere', () => {
  it.each(foreign.split(' '))('%s is refused', async (query) => {
    expect(line(await app.client.get(`/posts?${query}`))).toBe(`unknown_parameter /${/^[\w.]+/.exec(query)?.[0]}`);
  });

  it.each(['hosts/dto', 'hosts/host-query', 'hosts/request', 'hosts/decorated', 'ignored'])(
    'pass where %s has another reader of the query string',
    async (path) => {
      for (const query of foreign.split(' ')) {
        expect([query, line(await app.client.get(`/${path}?${query}`))]).toEqual([query, 'nothing']);
      }
    },
  );

  it('are no names that applications have beside their lists', async () => {
    for (const name of plausible.split(' ')) {
      expect([name, line(await app.client.get(`/posts?${name}=1`))]).toEqual([name, 'nothing']);
    }
  });

  it.each(
    cases(`
    limit=3 -> limit is not read here; send pagination[pageSize]=10, declare \`flat\`, or name it in allowParameters
    page=3 -> page is not read here; send pagination[page]=2, declare \`flat\`, or name it in allowParameters
    skip=3 -> skip is not read here; send pagination[start]=20, declare \`flat\`, or name it in allowParameters
    s=a -> s is not read here; send filters[field]=value, declare \`flat\`, or name it in allowParameters
    order=a -> order is not read here; send sort=field:desc, declare \`flat\`, or name it in allowParameters
    search=a -> search is not read here; declare \`search\`, or name it in allowParameters
    fields=a -> fields is not read here; let clients choose fields, or name it in allowParameters
    q=a -> q is not read here; declare \`search\`, or name it in allowParameters
  `),
  )('%s -> %s', async (query, message) => {
    const { text } = await app.client.get(`/posts?${query}`);
    expect((JSON.parse(text) as { message: string[] }).message).toEqual([message]);
  });
});

describe('a module', () => {
  const named = useApp(() =>
    readingModule([readingController(), readingController({ source: 'query' }, 'own')], {
      params: { filters: 'where' },
      source: 'body',
    }),
  );

  it('names the parameters, and says where they are, for every handler', async () => {
    const post = async (path: string, body: string) => line(await named.client.post(path, body));
    expect(await post('/posts', '{"where":{"title":"a"},"filters":{"x":1}}')).toBe('filters[title][$eq]=a');
    expect(await post('/posts', '{"where":{"x":1}}')).toBe('unknown_field /where/x');
    expect(await post('/own?where[title]=b', '{"where":{"x":1}}')).toBe('filters[title][$eq]=b');
  });
});

describe('in code', () => {
  it.each<[input: string | object, issues: readonly string[]]>([
    [{ search: 'a' }, ['/search']],
    [{ page: 2, filters: {} }, ['/page']],
    [{ draft: true }, []],
    // A text may be the query string of a handler with a reader of its own.
    ['search=a&page=2', []],
  ])('parse() of %j refuses the parameters %j', async (input, pointers) => {
    const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities));
    let refused: readonly string[] = [];
    try {
      filters.parse(Post, input);
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      refused = error.issues.filter(({ code }) => code === 'unknown_parameter').map(({ pointer }) => pointer);
    }
    expect(refused).toEqual(pointers);
  });

  it('the printers of a browser and of the server print the same', async () => {
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
    const names = ['filters', 'sort', 'pagination', 'search', 'facets', 'fields', 'deleted'];
    expect(Object.keys(filters.parameters(Post))).toEqual(names.slice(0, 3));
    expect(Object.keys(filters.parameters(Post, declared))).toEqual(names);
  });
});
