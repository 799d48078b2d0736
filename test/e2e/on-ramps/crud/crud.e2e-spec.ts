import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { FilterConfigurationError } from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { documentFilters } from 'nestjs-filterable/openapi';
import { seedBlog } from '../../../support/blog/data.js';
import { blogEntities } from '../../../support/blog/entities.js';
import { onEngines } from '../../../support/engines.js';
import { type TestApp, openApp } from '../../../support/http/adapters.js';
import { postsModule } from '../lists.js';
import { describeRamp } from '../suite.js';
import { requests } from './requests.js';

interface Row {
  readonly id: number;
}

type Answer = readonly Row[] | { readonly data: readonly Row[]; readonly total: number };

const isList = (body: Answer): body is readonly Row[] => Array.isArray(body);

describeRamp('crud', {
  onRamp: crud({ joined: ['author'] }),
  requests,
  found: (body) => {
    const answer = body as Answer;
    const [rows, total] = isList(answer) ? [answer, answer.length] : [answer.data, answer.total];
    const kind = isList(answer) ? 'rows' : Object.keys(answer).join() === 'data,count,total,page,pageCount' && 'page';
    const ids = rows.map(({ id }) => id).slice(0, 6);
    return `${kind} ${total}: ${ids.join(' ')}`.trim();
  },
  // Only PostgreSQL's LIKE tells capital letters from small ones.
  askedOn: (asked, engine) =>
    engine === 'postgres' ? asked.replace(/\[\$(contains|notContains|startsWith|endsWith)\]/g, '[$$$1c]') : asked,
});

interface Issue {
  readonly code: string;
  readonly path: string;
}

onEngines('crud()', { entities: blogEntities, seed: seedBlog, on: ['sqlite'] }, (world) => {
  async function withApp<Result>(onRamp: ReturnType<typeof crud>, use: (opened: TestApp) => Promise<Result>) {
    const opened = await openApp('express', postsModule(world.source, { onRamp }));
    const result = await use(opened);
    await opened.close();
    return result;
  }

  it.each([
    [{ all: {} }, /^crud\(\): `all.max` must be a whole number from 1/],
    [{ maxLimit: 5 }, /^crud\(\): the option `maxLimit` does not exist/],
  ])('%j is wrong', (options, message) => {
    expect(() => crud(options as object)).toThrow(FilterConfigurationError);
    expect(() => crud(options as object)).toThrow(message);
  });

  it('answers a page to every request where the application does', async () => {
    await withApp(crud({ alwaysPaginate: true }), async ({ client }) => {
      const { text } = await client.get('/posts?limit=2&filter=id||$gt||39');
      expect(JSON.parse(text)).toMatchObject({ data: [{ id: 40 }], count: 1, total: 1, page: 1, pageCount: 1 });
    });
  });

  it('answers all rows to a request without a limit, up to a number', async () => {
    const answers = (max: number, path: string) =>
      withApp(crud({ all: { max } }), async ({ client }) => {
        const { status, text } = await client.get(path);
        const body = JSON.parse(text) as Row[] | { issues: { code: string; path: string; max: number }[] };
        return Array.isArray(body) ? body.length : [status, body.issues];
      });
    expect(await answers(37, '/posts')).toBe(37);
    expect(await answers(37, '/posts?limit=5')).toBe(5);
    expect(await answers(36, '/posts')).toEqual([
      400,
      [expect.objectContaining({ code: 'limit_exceeded', path: 'limit', max: 36 })],
    ]);
  });

  it.each([
    ['page=1', 37],
    ['offset=0', 37],
    ['page=1&limit=5', undefined],
    ['offset=3&limit=5', undefined],
    ['page=2', 'invalid_pagination page'],
    ['offset=3', 'invalid_pagination offset'],
    ['page=0', 'invalid_pagination page'],
    ['page=x', 'invalid_pagination page'],
    ['page=1&offset=3', 'invalid_pagination offset'],
  ])('of a list that answers all rows, ?%s is all of them, a page, or refused', async (request, expected) => {
    await withApp(crud({ all: { max: 37 } }), async ({ client }) => {
      const body = JSON.parse((await client.get(`/posts?${request}`)).text) as Row[] | { issues?: Issue[] };
      const refused = Array.isArray(body) ? undefined : body.issues?.map(({ code, path }) => `${code} ${path}`).join();
      expect(Array.isArray(body) ? body.length : refused).toEqual(expected);
    });
  });

  it.each([
    ['sort=views:desc,id', 'sort[0]=views:desc&sort[1]=id:asc'],
    ['sort=status,id:desc', 'sort[0]=status:asc&sort[1]=id:desc'],
    ['sort=status,id', 'sort[0]=status:asc&sort[1]=id:asc'],
  ])('reads ?%s, whose keys are in this library’s own spelling, by itself', async (request, asked) => {
    await withApp(crud(), async ({ client }) => {
      const { text } = await client.get(`/posts/asked?${request}`);
      expect(JSON.parse(text)).toEqual({ asked });
    });
  });

  it.each([
    ['Refine', 's={"$and":[{"id":{"$gt":3}}]}&limit=5&page=2&offset=5&sort[0]=id,ASC', [9, 10, 11, 12, 13]],
    ['react-admin', '&filter=id||$gt||3&limit=5&page=2&sort=id,ASC&offset=5', [9, 10, 11, 12, 13]],
    ['either, above the greatest limit', 'filter=id||$gt||38&limit=200&page=1&offset=0', [39, 40]],
  ])('reads the page of the data provider of %s, which sends its offset beside it', async (_, request, ids) => {
    await withApp(crud(), async ({ client }) => {
      const { text } = await client.get(`/posts?${encodeURI(request)}`);
      const { data, page } = JSON.parse(text) as { data: Row[]; page: number };
      expect([data.map(({ id }) => id), page]).toEqual([ids, request.includes('page=2') ? 2 : 1]);
    });
  });

  it.each([
    ['that clients may filter by', {}],
    ['that no client may filter by', { relations: [] }],
  ])('joins to-one relations that the list populates, %s, and refuses others', async (_, overrides) => {
    const populate = ['author', 'comments'] as const;
    const metadata = postsModule(world.source, { onRamp: crud() }, { populate, ...overrides });
    const opened = await openApp('express', metadata);
    const get = async (path: string) => JSON.parse((await opened.client.get(path)).text) as object;
    expect(await get('/posts?join=author&filter=id||$eq||1')).toMatchObject([{ id: 1, author: { name: 'Kai' } }]);
    expect(await get('/posts/asked?join=author')).toEqual({ asked: 'populate[author]=true' });
    for (const join of ['comments', 'author||name', 'tags', 'nope', 'author.posts']) {
      const { issues } = (await get(`/posts?join=${join}`)) as { issues: { code: string; path: string }[] };
      expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual(['unknown_parameter join']);
    }
    await opened.close();
  });

  it.each([
    ['facets=status', { facets: { status: { values: expect.any(Array) as unknown } } }],
    ['aggregates=views:max', { aggregates: { views: { max: 1000 } } }],
    ['populate[comments][limit]=1', { populate: { comments: { limit: 1, hasMore: true } } }],
    ['pagination[after]=&pagination[pageSize]=5', { pagination: { next: expect.any(String) as unknown } }],
    ['pagination[page]=2&pagination[pageSize]=5', undefined],
  ])('answers what ?%s in brackets asks for beside its rows and their numbers', async (request, meta) => {
    const overrides = { facets: ['status'], aggregates: { views: ['max'] }, populate: ['comments'] } as const;
    const opened = await openApp('express', postsModule(world.source, { onRamp: crud() }, overrides));
    const body = JSON.parse((await opened.client.get(encodeURI(`/posts?${request}`))).text) as object;
    await opened.close();
    expect(body).toMatchObject({ data: expect.any(Array) as unknown, ...(meta !== undefined && { meta }) });
    expect('meta' in body).toBe(meta !== undefined);
  });

  it('is documented by its own parameters', async () => {
    await withApp(crud(), ({ app }) => {
      const make = () => SwaggerModule.createDocument(app, new DocumentBuilder().build());
      const operation = documentFilters(app, make).paths['/posts']?.get;
      const names = operation?.parameters?.map((each) => ('name' in each ? each.name : ''));
      expect(names).toEqual(['s', 'filter', 'or', 'sort', 'limit', 'page', 'offset', 'fields']);
      return Promise.resolve();
    });
  });
});
