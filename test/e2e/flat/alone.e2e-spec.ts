import { Controller, Get, Header, Query, Req } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { FilterQuery, type FilterQueryOverrides, HostQuery } from 'nestjs-filterable';
import { documentFilters } from 'nestjs-filterable/openapi';
import { Post, PostStatus } from '../../support/blog/entities.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { cases } from '../../support/table.js';
import { readingController, readingModule, told } from '../http/reading.js';

/*
 * Lists that read flat names alone. Whatever else is sent is a mistake: nobody else reads it, and a condition would be
 * lost.
 */

const alone = {
  flat: {
    page: 'page',
    limit: 'limit',
    pageSize: 'size',
    after: 'cursor',
    sort: 'by',
    filters: { status: true, minViews: { field: 'views', operator: '$gte' } },
    brackets: false,
  },
} as const satisfies FilterQueryOverrides<Post>;

const cursors = { ...alone, pagination: { styles: ['cursor'] } } as const satisfies FilterQueryOverrides<Post>;

const sorted = {
  flat: {
    sort: {
      field: 'sort',
      direction: 'order',
      keys: { author: 'author.name', newest: '-publishedAt' },
      default: 'views',
      defaultDirection: 'desc',
    },
    brackets: false,
  },
} as const satisfies FilterQueryOverrides<Post>;

const narrow = {
  flat: {
    filters: {
      state: { field: 'status', values: [PostStatus.Draft] },
      until: { field: 'publishedAt', operator: '$lte', dates: 'moment' },
    },
    brackets: false,
  },
} as const satisfies FilterQueryOverrides<Post>;

const textOf = ({ url }: { readonly url: string }) => url.split('?')[1] ?? '';

@Controller('read')
class ReadLists {
  @Get('names') names(@FilterQuery(Post, alone) query: FilterQuery<Post>, @Query('labels') labels?: string) {
    return { ...query.toJSON(), ...(labels === undefined ? {} : { labels }) };
  }
  @Get('dto') dto(@FilterQuery(Post, alone) query: FilterQuery<Post>, @Query() host: object) {
    return host === undefined ? host : query.toJSON();
  }
  @Get('host') host(@FilterQuery(Post, alone) query: FilterQuery<Post>, @HostQuery() host: object) {
    return host === undefined ? host : query.toJSON();
  }
  @Get('request') request(@FilterQuery(Post, alone) query: FilterQuery<Post>, @Req() host: object) {
    return host === undefined ? host : query.toJSON();
  }
  @Get('header') @Header('x', 'y') header(@FilterQuery(Post, alone) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  @Get('strict') strict(
    @FilterQuery(Post, { unknownParameters: 'refuse' }) query: FilterQuery<Post>,
    @Query('labels') labels: string[],
    @Query('filter.x') dotted: string,
  ) {
    return { ...query.toJSON(), labels, dotted };
  }
}

const controllers = [
  readingController(alone, 'flat'),
  readingController({ ...alone, unknownParameters: 'similar' }, 'similar'),
  readingController({ ...alone, allowParameters: ['lang'] }, 'allowed'),
  readingController({ ...alone, flat: { ...alone.flat, brackets: true } }, 'both'),
  readingController({ ...alone, source: textOf }, 'text'),
  readingController({ ...alone, source: () => ({ filters: { id: 1 } }) }, 'translated'),
  readingController(cursors, 'cursors'),
  readingController(sorted, 'sorted'),
  readingController(narrow, 'narrow'),
  readingController({ ...narrow, source: textOf }, 'narrow-text'),
  ReadLists,
];

const requests = `
  flat?status=draft                     -> {"filters":{"status":{"$eq":"draft"}}}
  flat?statuss=FAILED                   -> unknown_parameter /statuss
  flat?Status=draft                     -> unknown_parameter /Status
  flat?MINVIEWS=4                       -> unknown_parameter /MINVIEWS
  flat?minviews=4&title=x               -> unknown_parameter /minviews, unknown_parameter /title
  flat?filters[views]=4                 -> unknown_parameter /filters
  flat?sort=views                       -> unknown_parameter /sort
  flat?status[]=draft                   -> malformed_key /status
  flat?{"status":"draft"}               -> malformed_key /filters
# What a setting, or another reader, says about unknown names.
  similar?statuss=FAILED                -> {}
  similar?title=x                       -> unknown_parameter /title
  similar?filters[views]=4              -> unknown_parameter /filters
  allowed?lang=en                       -> {}
  allowed?Lang=en                       -> unknown_parameter /Lang
  both?statuss=FAILED                   -> {}
  both?filters[views]=4                 -> {"filters":{"views":{"$eq":"4"}}}
  read/names?labels=x                   -> {"labels":"x"}
  read/names?label=x                    -> unknown_parameter /label
  read/header?statuss=x                 -> unknown_parameter /statuss
  read/dto?statuss=FAILED               -> {}
  read/host?statuss=FAILED              -> {}
  read/request?statuss=FAILED           -> {}
  read/strict?labels=x&filter.x=y       -> {"labels":"x","dotted":"y"}
  read/strict?labels=x&other=y          -> unknown_parameter /other
# A text that a function returns is as the client sent it. An object is a translation.
  text?filters[views]=4                 -> unknown_parameter /filters
  text?status=draft                     -> {"filters":{"status":{"$eq":"draft"}}}
  text?statuss=draft                    -> unknown_parameter /statuss
  translated?anything=x                 -> {"filters":{"id":{"$eq":"1"}}}
# The parameter \`sort\` itself, with keys and a direction.
  sorted?sort=author&order=asc          -> {"sort":["author.name:asc"]}
  sorted?sort=author                    -> {"sort":["author.name:desc"]}
  sorted?order=asc                      -> {"sort":["views:asc"]}
  sorted?sort=newest                    -> {"sort":["publishedAt:desc"]}
  sorted?sort=newest&order=asc          -> invalid_direction /order
  sorted?sort[0]=author                 -> malformed_key /sort
  sorted?sort[author]=asc               -> malformed_key /sort
  sorted?sort={"author":"asc"}          -> not_sortable /sort/0
  sorted?sort=publishedAt               -> not_sortable /sort/0
  sorted?sort%zz=author                 -> malformed_encoding /sort
  sorted?sorts=author                   -> unknown_parameter /sorts
# Some members of an enum, and dates as moments.
  narrow?state=draft                    -> {"filters":{"status":{"$eq":"draft"}}}
  narrow?state=published                -> invalid_value /state
  narrow?state=                         -> {}
  narrow?state[]=draft                  -> malformed_key /state
  narrow?until=2024-03-01               -> {"filters":{"publishedAt":{"$lte":"2024-03-01T00:00:00Z"}}}
  narrow?until=2024-03-01T              -> invalid_value /until
  narrow?until=2024-3-1                 -> invalid_value /until
  narrow?until=2024-03-01&until=        -> duplicate_key /until
  narrow-text?state=published           -> invalid_value /state
  narrow-text?until=2024-03-01          -> {"filters":{"publishedAt":{"$lte":"2024-03-01T00:00:00Z"}}}
# Pages by their names.
  flat?page=1&cursor=                   -> invalid_pagination /page
  cursors?page=2                        -> invalid_pagination /page
  cursors?cursor=&size=2                -> {"pagination":{"after":"","pageSize":"2"}}
`;

const messages = `
  flat?page=0             -> page must be a whole number from 1
  flat?page=1&cursor=     -> page mixes styles; use page and size, or limit, or size and cursor
  flat?pagination[page]=1 -> pagination is not read here; use one of: page, size, limit, cursor, by, status, minViews
  flat?statuss=x          -> statuss is not a parameter here; use one of: page, size, limit, cursor, by, status, minViews
  flat?offset=2           -> offset is not read here; use one of: page, size, limit, cursor, by, status, minViews
  cursors?page=2          -> page is not read here; use one of: size, cursor
  cursors?limit=2         -> limit is not read here; use one of: size, cursor
  cursors?statuss=x       -> statuss is not a parameter here; use one of: size, cursor, by, status, minViews
  both?pagination[pag]=1  -> pagination[pag] is not a pagination parameter; use one of: page, pageSize, start, limit, after, before, withCount
`;

/** Texts are told as they were sent: JSON of a query prints every value as text. */
const asText = (_: string, value: unknown) => (typeof value === 'number' ? String(value) : value);

describe.each(adapters)('a list of flat names alone, on %s', (adapter) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp(adapter, await readingModule(controllers));
  });
  afterAll(() => app.close());

  it.each(cases(requests))('%s -> %s', async (path, verdict) => {
    const read = told(await app.client.get(`/${path}`));
    expect(Array.isArray(read) ? read.join(', ') : JSON.stringify(read, asText)).toBe(verdict);
  });

  it.each(cases(messages))('%s -> %s', async (path, message) => {
    const { text } = await app.client.get(`/${path}`);
    expect((JSON.parse(text) as { message: string[] }).message).toEqual([message]);
  });

  it('may be asked leniently by a setting of the module', async () => {
    const lenient = await openApp(
      adapter,
      await readingModule([readingController(alone, 'flat')], { unknownParameters: 'similar' }),
    );
    expect(told(await lenient.client.get('/flat?statuss=FAILED'))).toEqual({});
    await lenient.close();
  });
});

describe('the document of a list of flat names alone', () => {
  it.each([
    ['/text', ['page', 'size', 'limit', 'cursor', 'by', 'status', 'minViews']],
    ['/cursors', ['size', 'cursor', 'by', 'status', 'minViews']],
    ['/sorted', ['order', 'sort']],
  ])('of %s names what is read', async (path, names) => {
    const { app, client } = await openApp('express', await readingModule(controllers));
    const document = documentFilters(app, () => SwaggerModule.createDocument(app, new DocumentBuilder().build()));
    const parameters = document.paths[path]?.get?.parameters ?? [];
    expect(parameters.map((each) => ('name' in each ? each.name : '')).sort()).toEqual([...names].sort());
    client.close();
    await app.close();
  });
});
