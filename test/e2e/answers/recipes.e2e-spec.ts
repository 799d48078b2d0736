import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { BadRequestException, type INestApplication, UnprocessableEntityException } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { FilterException, type FilterModuleOptions, pageInfo } from 'nestjs-filterable';
import { documentFilters } from 'nestjs-filterable/openapi';
import type { DataSource } from 'typeorm';
import { openApp } from '../../support/http/adapters.js';
import { blogEntities } from '../../support/blog/entities.js';
import { seedBlog } from '../../support/blog/data.js';
import { onEngines } from '../../support/engines.js';
import { handlerAnswer, postsModule } from './lists.js';

/** The options in the code of docs/answers.md: blocks of `ts answer` and `ts errors`, each an object. */
const recipes = [...readFileSync('docs/answers.md', 'utf8').matchAll(/^```ts (answer|errors)\n([^]*?)^```$/gm)].map(
  ([, option = '', code = '']) => {
    const names = { pageInfo, BadRequestException, UnprocessableEntityException };
    const make = compileFunction(`return (${code});`, Object.keys(names));
    return { [option]: make(...Object.values(names)) as unknown };
  },
);

const answers = [
  { keys: ['data', 'hasNextPage'], has: { hasNextPage: true } },
  {
    keys: ['code', 'message', 'data'],
    has: { code: 200, data: { meta: { itemCount: 3, totalItems: 37, totalPages: 13, currentPage: 2 } } },
  },
];

const refusals = [
  { status: 422, has: { status: 422, errors: { 'filters[nope]': expect.stringContaining('filters[nope] is not') } } },
  { status: 400, has: { code: 1001, message: expect.stringContaining('filters[nope] is not'), data: null } },
];

/** Starts an application with these options, and hands it on. */
async function withApp<Result>(
  source: DataSource,
  options: FilterModuleOptions,
  use: (get: (path: string) => Promise<{ status: number; body: object }>, app: INestApplication) => Promise<Result>,
): Promise<Result> {
  const opened = await openApp('express', postsModule(source, options));
  const get = async (path: string) => {
    const { status, text } = await opened.client.get(path);
    return { status, body: JSON.parse(text) as object };
  };
  try {
    return await use(get, opened.app);
  } finally {
    await opened.close();
  }
}

interface Documented {
  readonly responses: Readonly<Record<string, { content?: { 'application/json': { schema: object } } }>>;
}

/** Returns the answers that the documents tell of a path. */
function documented(app: INestApplication, path: string): Documented['responses'] {
  const make = () => SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const operation = documentFilters(app, make).paths[path]?.get;
  return (operation as unknown as Documented).responses;
}

it('all recipes are here', () => {
  expect(recipes.map((each) => Object.keys(each)[0])).toEqual(['answer', 'answer', 'errors', 'errors']);
});

onEngines('the recipes of docs/answers.md', { entities: blogEntities, seed: seedBlog, on: ['sqlite'] }, (world) => {
  describe('the envelopes', () => {
    it.each(answers.map((each, index) => ({ ...each, index })))('$keys', async ({ keys, has, index }) => {
      await withApp(world.source, recipes[index] ?? {}, async (get, app) => {
        const { body } = await get('/posts?pagination[page]=2&pagination[pageSize]=3');
        expect(Object.keys(body)).toEqual(keys);
        expect(body).toMatchObject(has);
        expect(documented(app, '/posts')['200']?.content?.['application/json'].schema).toMatchObject({
          properties: Object.fromEntries(keys.map((key) => [key, expect.anything()])),
        });
      });
    });
  });

  describe('the bodies of refusals', () => {
    it.each(refusals.map((each, index) => ({ ...each, index })))('$status', async ({ status, has, index }) => {
      await withApp(world.source, recipes[answers.length + index] ?? {}, async (get, app) => {
        expect(await get('/posts?filters[nope]=1')).toEqual({ status, body: has });
        const told = documented(app, '/posts');
        const keys = Object.keys(has);
        const { properties } = told[status]!.content!['application/json'].schema as { properties: object };
        expect(Object.keys(properties)).toEqual(keys);
      });
    });

    it('have another status alone', async () => {
      await withApp(world.source, { errors: { status: 422 } }, async (get, app) => {
        const { status, body } = await get('/posts?filters[nope]=1');
        expect([status, body]).toEqual([
          422,
          expect.objectContaining({ statusCode: 422, error: 'Unprocessable Entity', issues: [expect.anything()] }),
        ]);
        const told = documented(app, '/posts');
        expect([told['400'], told['422']?.content]).toEqual([undefined, expect.anything()]);
      });
      expect(new FilterException([], undefined, 422).getStatus()).toBe(422);
    });

    it('of a function are not documented, and of a maker without a schema by their status', async () => {
      const make = () => new UnprocessableEntityException();
      await withApp(world.source, { errors: make }, async (get, app) => {
        expect((await get('/posts?filters[nope]=1')).status).toBe(422);
        expect(Object.keys(documented(app, '/posts'))).toEqual(['200']);
        return Promise.resolve();
      });
      await withApp(world.source, { errors: { make, status: 422 } }, async (_, app) => {
        expect(documented(app, '/posts')['422']).toEqual({ description: expect.any(String) });
        return Promise.resolve();
      });
    });
  });

  describe('the documents of answers', () => {
    const answer = { body: () => 1, schema: { type: 'integer' } };
    it('have the schema of the handler, of the module, or of the page', async () => {
      await withApp(world.source, { answer }, async (_, app) => {
        const schemaOf = (path: string) => documented(app, path)['200']?.content?.['application/json'].schema;
        expect(schemaOf('/posts')).toEqual({ type: 'integer' });
        expect(schemaOf('/posts/own')).toEqual(handlerAnswer.schema);
        expect(schemaOf('/posts/off')).toMatchObject({
          properties: { data: expect.anything(), meta: expect.anything() },
        });
        expect(schemaOf('/posts/inside')).toBeUndefined();
        return Promise.resolve();
      });
    });
  });
});
