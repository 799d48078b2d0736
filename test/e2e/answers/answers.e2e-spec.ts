import { type INestApplication, ValidationPipe } from '@nestjs/common';
import { type FilterModuleOptions, pageInfo } from 'nestjs-filterable';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { blogEntities } from '../../support/blog/entities.js';
import { seedBlog } from '../../support/blog/data.js';
import { onEngines } from '../../support/engines.js';
import { postsModule } from './lists.js';

const options: FilterModuleOptions = {
  answer: {
    body: (page, query, request) => ({
      items: page.data.map((row) => (row as { id: number }).id),
      total: pageInfo(page).total,
      asked: query.toString(),
      url: (request as { url: string }).url.slice(0, 6),
    }),
  },
};

const shaped = (total: number, ids: readonly number[], asked: string) => ({
  items: ids,
  total,
  asked,
  url: '/posts',
});
const two = 'pagination[page]=1&pagination[pageSize]=2';
const ordinary = ['data', 'meta'];

/** The body, or the keys that it has. */
const cases: readonly (readonly [path: string, answers: unknown, why: string])[] = [
  ['', shaped(37, [1, 2], two), 'a page'],
  ['/narrowed', shaped(1, [3], two), 'of a query with a condition of the server'],
  ['/parsed', shaped(1, [4], 'filters[id][$eq]=4'), 'of a query made in code'],
  ['/off', ordinary, 'turned off'],
  ['/own', ['asked', 'titles'], "the handler's own"],
  ['/inside', ['page'], 'a page inside another object'],
  ['/spread', ['data', 'meta', 'more'], 'another object with its rows'],
  ['/other', ordinary, 'an object that looks like a page'],
  ['/seen', ['data', 'meta', 'seen'], 'the interceptor saw the page, and made another object'],
  ['/copied', ordinary, 'an object with the rows of the page'],
  ['/serialized', ordinary, 'a copy of the page, by a serializer of the handler'],
  ['/dto', shaped(37, [1, 2], two), 'a page of a handler with a DTO'],
];

function toldOf(text: string, answers: unknown): unknown {
  const body = JSON.parse(text) as object;
  return Array.isArray(answers) ? Object.keys(body).sort() : body;
}

onEngines('answers', { entities: blogEntities, seed: seedBlog, on: ['sqlite'] }, (world) => {
  let opened: TestApp;
  beforeAll(async () => {
    const prepare = (app: INestApplication) => app.useGlobalPipes(new ValidationPipe({ transform: true }));
    opened = await openApp('express', postsModule(world.source, options), { prepare });
  });
  afterAll(() => opened.close());

  it.each(cases)('of /posts%s are %j: %s', async (path, answers) => {
    const { text } = await opened.client.get(`/posts${path}?${two}`);
    expect(toldOf(text, answers)).toEqual(answers);
  });

  it('are texts and files as they were', async () => {
    expect((await opened.client.get(`/posts/text?${two}`)).text).toBe(two);
    expect((await opened.client.get('/posts/file')).text).toBe('a file');
  });

  it('of interceptors begin with the page', async () => {
    const { text } = await opened.client.get(`/posts/seen?${two}`);
    expect(JSON.parse(text)).toMatchObject({ seen: 'data,meta' });
  });

  it('are refusals as ever', async () => {
    const { status, text } = await opened.client.get('/posts?filters[nope]=1');
    expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([
      400,
      ['statusCode', 'error', 'message', 'issues'],
    ]);
  });

  it('of the module are none: handlers of their own have one, and no other', async () => {
    const without = await openApp('express', postsModule(world.source, {}));
    const keysOf = async (path: string) => toldOf((await without.client.get(path)).text, []);
    expect(await keysOf('/posts/own')).toEqual(['asked', 'titles']);
    expect(await keysOf('/posts')).toEqual(ordinary);
    await without.close();
  });
});
