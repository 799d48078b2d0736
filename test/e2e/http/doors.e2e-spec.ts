import { METHODS } from 'node:http';
import { Body, Controller, Get, HttpCode, Module, Post as PostMethod, Query, QueryMethod, Req } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import fc from 'fast-check';
import { FilterQuery, FilterService } from 'nestjs-filterable';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { Author, Post, blogEntities } from '../../support/blog/entities.js';
import { adapters } from '../../support/http/adapters.js';
import { HttpClient } from '../../support/http/client.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';
import { openers } from '../handlers/messages.js';
import { readingModule, told } from './reading.js';
import { factor } from '../../support/thorough.js';

/*
 * A parameter that no list reads passes the same look, whatever part of a request it came in: what is refused in a
 * query string is refused in a form, a body, a message, and in what a function makes of them.
 */

const textOf = ({ url }: { readonly url: string }) => url.split('?')[1] ?? '';
const objectOf = (request: { readonly url: string }) => JSON.parse(decodeURIComponent(textOf(request))) as object;

@Controller('lists')
class Lists {
  @Get() url(@FilterQuery(Post) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  @Get('text') text(@FilterQuery(Post, { source: textOf }) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  @Get('object') object(@FilterQuery(Post, { source: objectOf }) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  @Get('ramp') ramp(@FilterQuery(Post, { onRamp: nestjsPaginate() }) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  @QueryMethod() query(@FilterQuery(Post) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  @PostMethod() @HttpCode(200) body(@FilterQuery(Post, { source: 'body' }) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  @QueryMethod('renamed') renamed(@FilterQuery(Post, { params: { filters: 'where' } }) query: FilterQuery<Post>) {
    return query.toJSON();
  }
  @PostMethod('two') @HttpCode(200) twoOfBody(
    @FilterQuery(Post, { source: 'body', prefix: 'posts_' }) posts: FilterQuery<Post>,
    @FilterQuery(Author, { source: 'body', prefix: 'authors_' }) authors: FilterQuery<Author>,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON() };
  }
  @Get('two') two(
    @FilterQuery(Post, { prefix: 'posts_' }) posts: FilterQuery<Post>,
    @FilterQuery(Author, { prefix: 'authors_' }) authors: FilterQuery<Author>,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON() };
  }
  @QueryMethod('two') twoInContent(
    @FilterQuery(Post, { prefix: 'posts_' }) posts: FilterQuery<Post>,
    @FilterQuery(Author, { prefix: 'authors_' }) authors: FilterQuery<Author>,
  ) {
    return { posts: posts.toJSON(), authors: authors.toJSON() };
  }

  @Get('read') read(@FilterQuery(Post) query: FilterQuery<Post>, @Query() host: object) {
    return { ...query.toJSON(), ...(host === undefined ? { host } : {}) };
  }
  @Get('request') request(@Req() host: object, @FilterQuery(Post) query: FilterQuery<Post>) {
    return { ...query.toJSON(), ...(host === undefined ? { host } : {}) };
  }
  @Get('named') named(
    @FilterQuery(Post, { allowParameters: ['$top'] }) query: FilterQuery<Post>,
    @Query('title') title: string,
    @Query('sort-by') by: string,
  ) {
    return { ...query.toJSON(), title, by };
  }
  @QueryMethod('read') readContent(@FilterQuery(Post) query: FilterQuery<Post>, @Body() host: object) {
    return { ...query.toJSON(), ...(host === undefined ? { host } : {}) };
  }
  @QueryMethod('read-url') readUrl(@FilterQuery(Post) query: FilterQuery<Post>, @Query() host: object) {
    return { ...query.toJSON(), ...(host === undefined ? { host } : {}) };
  }
  @Get('ignored') ignored(@FilterQuery(Post, { unknownParameters: 'ignore' }) query: FilterQuery<Post>) {
    return query.toJSON();
  }
}

@Controller()
class Messages {
  @MessagePattern('list') list(@FilterQuery(Post) query: FilterQuery<Post>) {
    return query.toJSON();
  }
}

async function start(adapter: (typeof adapters)[number]) {
  @Module(await readingModule([Lists]))
  class AppModule {}
  const options = { logger: false, rawBody: true } as const;
  const app =
    adapter === 'express'
      ? await NestFactory.create<NestExpressApplication>(AppModule, new ExpressAdapter(), options)
      : await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), options);
  await app.listen(0, '127.0.0.1');
  const client = new HttpClient(app.getHttpServer());
  return { app, client };
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The parts of a request that have text, and those that have objects. */
const texts: Readonly<Record<string, (client: HttpClient, text: string) => Promise<unknown>>> = {
  'a query string': async (client, text) => told(await client.get(`/lists?${text}`)),
  'the text of a function': async (client, text) => told(await client.get(`/lists/text?${text}`)),
  'the URL of a QUERY': async (client, text) => told(await client.send('QUERY', `/lists?${text}`, '{}')),
  'a form': async (client, text) => told(await client.send('QUERY', '/lists', text, form)),
};
const objects: typeof texts = {
  'a body': async (client, json) => told(await client.post('/lists', json)),
  'the JSON of a QUERY': async (client, json) => told(await client.send('QUERY', '/lists', json)),
  'the object of a function': async (client, json) =>
    told(await client.get(`/lists/object?${encodeURIComponent(json)}`)),
};

const refused = `
  filter[id]=1                      -> malformed_key /filters
  Filters[id]=1                     -> malformed_key /filters
  filter={"id":1}                   -> malformed_key /filters
  page=2                            -> unknown_parameter /page
  page[size]=2                      -> unknown_parameter /page
  search=x                          -> unknown_parameter /search
  title=x                           -> unknown_parameter /title
  title                             -> unknown_parameter /title
  title[$contains]=x                -> unknown_parameter /title
  $eq=x                             -> unknown_parameter /$eq
  $or[0][title]=x                   -> unknown_parameter /$or
  filters(id)=1                     -> malformed_key /filters
  filters:id=1                      -> malformed_key /filters
  filters%20=1                      -> malformed_key /filters
  sort-title=desc                   -> malformed_key /sort
  {"filters":{"id":3}}              -> malformed_key /filters
  {"filters":{"id":[3]}}            -> malformed_key /filters
  %20%7B%22sort%22:%22a=b%22%7D     -> malformed_key /filters
  [{"id":3}]                        -> malformed_key /filters
  xsort[={"id":1}                   -> malformed_key /sort
  sorts[id=1]                       -> malformed_key /sort
  sorts[id=1                        -> malformed_key /sort
  tenant=1&title=x&views=3&title=y  -> unknown_parameter /title, unknown_parameter /views
# What nobody took for a condition: other words, relations, and names that no client may ask about.
  draft=true                        ->
  Title=x                           ->
  filters_id=1                      ->
  draft[id=1]                       ->
  sorts[a=b]=c                      ->
  sortTitle=desc                    ->
  author=3                          ->
  secretNote=x                      ->
  tenantId=1                        ->
`;

const refusedInObjects = `
  {"filter":{"id":1}}               -> malformed_key /filters
  {"page":2}                        -> unknown_parameter /page
  {"search":"x"}                    -> unknown_parameter /search
  {"title":"x"}                     -> unknown_parameter /title
  {"$and":[{"title":"x"}]}          -> unknown_parameter /$and
  {"filters(id)":1}                 -> malformed_key /filters
  {"{\\"filters\\":{}}":""}         -> malformed_key /filters
  {"draft":true}                    ->
  {"author":3,"secretNote":"x"}     ->
`;

/** Everything that is refused, in one line. */
function verdictOf(read: unknown): string {
  return Array.isArray(read) ? read.join(', ') : JSON.stringify(read).replace(/^\{\}$/, '');
}

const knows = METHODS.includes('QUERY');
if (!knows) process.stderr.write(`\nNot tested here, for want of QUERY in Node ${process.version}: its content.\n`);

(knows ? describe : describe.skip).each(adapters)('a parameter that no list reads, on %s', (adapter) => {
  let running: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    running = await start(adapter);
  });
  afterAll(async () => {
    running.client.close();
    await running.app.close();
  });

  describe.each(Object.entries(texts))('in %s', (_, send) => {
    it.each(cases(refused))('%s -> %s', async (text, verdict) => {
      expect(verdictOf(await send(running.client, text))).toBe(verdict);
    });
  });

  describe.each(Object.entries(objects))('in %s', (_, send) => {
    it.each(cases(refusedInObjects))('%s -> %s', async (json, verdict) => {
      expect(verdictOf(await send(running.client, json))).toBe(verdict);
    });
  });

  it.each(
    cases(`
      GET two?filters[id]=1                      -> unknown_parameter /filters
      GET two?posts_limit=1                      -> unknown_parameter /posts_limit
      GET two?limit=1                            -> unknown_parameter /limit
      GET two?posts_title=x                      -> unknown_parameter /posts_title
      GET two?authors_title=x&name=y             -> {"posts":{},"authors":{}}
      GET two?posts_$eq=x                        -> unknown_parameter /posts_$eq
      GET two?posts_filters(id)=1                -> malformed_key /posts_filters
      GET two?posts_sort=nope&authors_sort=none  -> not_sortable /posts_sort/0, not_sortable /authors_sort/0
      QUERY two {"filters":{"id":1}}             -> unknown_parameter /filters
      QUERY two {"posts_filters":{"x":1},"authors_filters":{"y":1},"page":1} -> unknown_parameter /page, unknown_field /posts_filters/x, unknown_field /authors_filters/y
      POST two {"filters":{"id":1}}              -> unknown_parameter /filters
      QUERY renamed {"filters":{"id":1}}         -> unknown_parameter /filters
      GET ramp?title=x                           -> unknown_parameter /title
      GET ramp?$eq=x                             -> unknown_parameter /$eq
      GET ramp?filters(id)=1                     -> malformed_key /filters
      GET ramp?{"filters":{"id":3}}              -> malformed_key /filters
      GET ramp?limit=2                           -> {"pagination":{"page":"1","pageSize":"2"}}
# Where the handler reads the whole part, these are its own.
      GET read?title=x&$eq=y&page=2&filters(id)=1 ->
      GET read?{"filters":{"id":3}}              ->
      GET read?filter[id]=1                      -> malformed_key /filters
      GET request?title=x&$eq=y                  ->
      QUERY read {"title":"x","page":2}          ->
      QUERY read?title=x {}                      -> unknown_parameter /title
      QUERY read-url?title=x {}                  ->
      QUERY read-url {"title":"x"}               -> unknown_parameter /title
# One by one, these alone.
      GET named?title=x&sort-by=y&$top=3         -> {"title":"x","by":"y"}
      GET named?slug=x                           -> unknown_parameter /slug
      GET named?sort-of=x                        -> malformed_key /sort
      GET ignored?title=x&$eq=y&filters(id)=1    ->
    `),
  )('%s -> %s', async (request, verdict) => {
    const [method = '', path = '', body] = request.split(' ');
    expect(verdictOf(told(await running.client.send(method, `/lists/${path}`, body)))).toBe(verdict);
  });

  it('is answered alike in every part of a request', async () => {
    const name = fc.constantFrom(
      'filters',
      'sort',
      'pagination',
      'filter',
      'title',
      'views',
      '$eq',
      'page',
      'limit',
      'q',
    );
    const around = fc.constantFrom('', '_', '-', ':', '(', ' ', '$', '!', '{', '[id]', '[0]', '[', 'x', '.id', '"');
    const key = fc.tuple(around, name, around).map((parts) => encodeURIComponent(parts.join('')));
    const value = fc.constantFrom('', '=', '=x', '=3', '={"id":1}', '=[1]').map(encodeURI);
    await fc.assert(
      fc.asyncProperty(key, value, async (sent, given) => {
        const verdicts = await Promise.all(
          Object.values(texts).map(async (send) => verdictOf(await send(running.client, `${sent}${given}`))),
        );
        const [url, text, urlOfQuery, content] = verdicts;
        expect([text, content]).toEqual([url, url]);
        // In the URL of a QUERY the list's own parameters are refused as well.
        const isOwn = urlOfQuery?.startsWith('duplicate_key') === true;
        expect(isOwn ? url : urlOfQuery).toBe(url);
      }),
      { numRuns: 150 * factor },
    );
  });
});

describe('a parameter that no list reads, in a message', () => {
  it('is refused as in a body', async () => {
    const app = await openers.rpc(Messages, {}, {});
    try {
      for (const [json, verdict] of cases(refusedInObjects)) {
        const sent = await app.send(JSON.parse(json));
        const { issues = [] } = ('refusal' in sent ? sent.refusal : {}) as {
          issues?: { code: string; pointer: string }[];
        };
        expect([json, issues.map(({ code, pointer }) => `${code} ${pointer}`).join(', ')]).toEqual([json, verdict]);
      }
    } finally {
      await app.close();
    }
  });
});

describe('the refusal of such a parameter', () => {
  it.each(
    cases(`
      {"title":"x"}  -> title is not read here; send filters[title]=value, or name it in allowParameters
      {"$eq":"x"}    -> $eq is not read here; send filters[field][$eq]=value, or name it in allowParameters
      {"sort:a":"x"} -> sort:a is not read; did you mean sort? To let it pass, list sort:a in allowParameters
      {"{}":"x"}     -> filters cannot be read: a key begins like JSON; send JSON as application/json, or as the value of a name: filters={…}
    `),
  )('%s says %s', async (json, message) => {
    const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities));
    expect(() => filters.parse(Post, JSON.parse(json) as object)).toThrow(message);
  });
});

describe('a boot', () => {
  it('logs which names of fields each list in brackets refuses, once', async () => {
    const lines: string[] = [];
    const logger = { log: (line: unknown) => void lines.push(String(line)), warn: () => {}, error: () => {} };
    @Controller()
    class Some {
      @Get('sole') sole(
        @FilterQuery(Post, { fields: ['id', 'title', 'slug', { name: 'views', when: () => true }] })
        query: FilterQuery<Post>,
        @Query('slug') slug: string,
      ) {
        return { ...query.toJSON(), slug };
      }
      @Get('read') read(@FilterQuery(Post) query: FilterQuery<Post>, @Query() host: object) {
        return { ...query.toJSON(), ...host };
      }
    }
    @Controller()
    class Flat {
      @Get('flat') flat(@FilterQuery(Post, { flat: { page: 'p', brackets: false } }) query: FilterQuery<Post>) {
        return query.toJSON();
      }
    }
    const metadata = await readingModule([Some, Flat], { context: undefined });
    const module = await Test.createTestingModule(metadata).setLogger(logger).compile();
    await (await module.createNestApplication({ logger }).init()).close();
    expect(lines.filter((line) => line.includes('parameters with the names of fields'))).toEqual([
      'Some.sole: parameters with the names of fields of Post are refused (id, title); ' +
        'if a guard or the like reads one, list it in allowParameters',
    ]);
  });
});
