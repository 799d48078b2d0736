import openapi from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FilterModuleOptions } from 'nestjs-filterable';
import { type QueryInput, toQueryString } from 'nestjs-filterable/client';
import { type DocumentFiltersOptions, documentFilters } from 'nestjs-filterable/openapi';
import type { TestApp } from '../../support/http/adapters.js';
import { share } from '../../support/thorough.js';
import { openDocumentedApp, plainDocument } from './app.js';

const { createConfig, lintFromString } = openapi;

/** What is wrong with a document. */
async function verdictOn(text: string): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
  const problems = await lintFromString({ source: text, config: await createConfig({ extends: ['spec'] }) });
  return { valid, errors, problems };
}

const versions = ['3.0.0', '3.1.0'] as const;

/** Those whom a document is for. */
const audiences = [
  ['for pages', {}],
  ['for clients', { for: 'client' }],
  ['as JSON text', { style: 'json' }],
  ['without relations', { nesting: 'none' }],
  ['for an administrator', { context: { isAdmin: true } }],
] as const;

/** A part of a document, which the tests read without types. */
// oxlint-disable-next-line typescript/no-explicit-any
type Operation = Record<string, any>;

describe('a document of an application', () => {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openDocumentedApp();
  });
  afterAll(() => opened.close());

  const made = (options?: DocumentFiltersOptions, version?: string): OpenAPIObject =>
    documentFilters(opened.app, () => plainDocument(opened.app, version), options);
  const operation = (path: string, document = made()): Operation =>
    (document.paths[path] as Record<string, Operation>).get ??
    (document.paths[path] as Record<string, Operation>).post!;
  const names = ({ parameters }: Operation): string[] => parameters.map(({ name }: { name: string }) => name);
  const parameter = ({ parameters }: Operation, name: string) =>
    parameters.find((each: { name: string }) => each.name === name);
  const schema = (name: string, document = made()): Operation[string] => document.components?.schemas?.[name];

  describe.each(versions)('in OpenAPI %s', (version) => {
    it.each(share(audiences, 2, versions.indexOf(version)))('is valid %s', async (_, options) => {
      const text = JSON.stringify(made(options, version));
      expect(await verdictOn(text)).toEqual({ valid: true, errors: undefined, problems: [] });
      expect(text).not.toContain('x-nestjs-filterable');
    });
  });
  it('has the parameters that each handler reads, by the names that it reads them by', () => {
    const document = made();
    const told = Object.keys(document.paths).map((path) => [path, names(operation(path, document)).join()]);
    expect(Object.fromEntries(told)).toEqual({
      '/api/v1/posts': 'filters,sort,pagination',
      '/api/v2/posts': 'filters,sort,pagination',
      '/api/v1/posts/few': 'filters,sort,pagination',
      '/api/v1/posts/some': 'filters,sort,pagination',
      '/api/v2/posts/few': 'filters,sort,pagination',
      '/api/v2/posts/some': 'filters,sort,pagination',
      '/api/v1/posts/limited': 'filters,sort,pagination',
      '/api/v2/posts/limited': 'filters,sort,pagination',
      '/api/v1/posts/equal': 'filters,sort,pagination',
      '/api/v2/posts/equal': 'filters,sort,pagination',
      '/api/v1/posts/two': 'posts_filters,posts_sort,posts_pagination,tags_filters,tags_sort,tags_pagination',
      '/api/v2/posts/two': 'posts_filters,posts_sort,posts_pagination,tags_filters,tags_sort,tags_pagination',
      '/api/v1/posts/whole': 'filters,sort',
      '/api/v2/posts/whole': 'filters,sort',
      '/api/v1/posts/search': '',
      '/api/v2/posts/search': '',
      '/api/v1/posts/find': '',
      '/api/v2/posts/find': '',
      '/api/v1/posts/dto': 'tenant,filters,sort,pagination',
      '/api/v2/posts/dto': 'tenant,filters,sort,pagination',
      '/api/v1/posts/own': 'tenant,sort,filters,pagination',
      '/api/v2/posts/own': 'tenant,sort,filters,pagination',
      '/api/v1/posts/plain': '',
      '/api/v2/posts/plain': '',
      '/api/wares': 'filters,sort,pagination',
      '/api/wares/makers': 'filters,sort,pagination',
    });
  });

  it('leaves what the host documents itself as it is', () => {
    const document = made();
    const own = operation('/api/v1/posts/own', document);
    expect(own.operationId).toBe('own');
    expect(parameter(own, 'sort')).toEqual({
      name: 'sort',
      in: 'query',
      required: false,
      description: 'mine',
      schema: {},
    });
    expect(own.responses['400']).toEqual({ description: 'mine' });
    expect(operation('/api/v1/posts/few', document)['x-mine']).toBe(1);
    expect(schema('PostFilter', document).properties).toHaveProperty('mine');
    expect(parameter(operation('/api/v1/posts', document), 'filters').schema.$ref).toMatch(/PostFilter2$/);
  });

  it('keeps no component of a property that it documents as parameters, and every other of the host’s', () => {
    expect(plainDocument(opened.app).components?.schemas).toHaveProperty('FilterQuery');
    const { schemas } = made().components ?? {};
    expect(schemas).not.toHaveProperty('FilterQuery');
    expect(schemas).toHaveProperty('PostFilter');
  });

  it('gives what a handler narrows components of their own', () => {
    const document = made({ for: 'client' });
    expect(parameter(operation('/api/v1/posts/few', document), 'filters').schema.$ref).toMatch(/PostsFewFilter$/);
    const few = schema('PostsFewFilter', document).properties;
    expect(Object.keys(few)).toEqual(['title', 'tags', '$and', '$or', '$not']);
    expect(few.tags.$ref).toMatch(/PostsFewTagsRelations$/);
    expect(Object.keys(schema('PostsFewTagsFilter', document).properties)).toEqual([
      ...['name', 'posts', '$and', '$or', '$not'],
    ]);
    expect(Object.keys(schema('PostsEqualIdOperators', document).properties)).toEqual(['$eq', '$in', '$not']);
    const { items } = parameter(operation('/api/v1/posts/equal', document), 'sort').schema;
    expect(items.enum).toEqual(['views', 'comments.$count'].flatMap((key) => [key, `${key}:asc`, `${key}:desc`]));
  });

  it('has the limits of the handler', () => {
    const document = made();
    expect(schema('TextOperators', document).properties.$eq.maxLength).toBe(256);
    const { $eq, $in, $contains } = schema('PostsLimitedTextOperators', document).properties;
    expect([$eq.maxLength, $in.maxItems, $contains.maxLength]).toEqual([7, 3, 2]);
    const [page] = schema('PostsLimitedPagination', document).anyOf;
    expect(page.properties).toMatchObject({ page: { maximum: 11 }, pageSize: { maximum: 30, default: 25 } });
  });

  it('spells relations out one deep for pages, and without an end for generators', () => {
    const [ui, client] = [made(), made({ for: 'client' })];
    expect(schema('CommentRelations', ui).properties.author.$ref).toMatch(/AuthorConditions$/);
    expect(schema('CommentRelations', client).properties.author.$ref).toMatch(/AuthorRelation$/);
    expect(schema('CommentCount', client).not).toEqual({ required: ['$where'], maxProperties: 1 });
    expect(schema('PostFilter2', made({ nesting: 'none' })).properties.author.$ref).toMatch(/AuthorConditions$/);
  });

  it('shows the examples of a handler, or one that can be sent, to every parameter that they are about', () => {
    const document = made();
    const list = operation('/api/v1/posts', document);
    expect(parameter(list, 'sort').examples).toEqual({
      'Spring, the newest first': { value: ['publishedAt:desc'] },
      'Not sent': { summary: 'Not sent' },
    });
    expect(parameter(list, 'filters').examples['From a day on']).toEqual({
      value: { publishedAt: { $gte: '2024-01-01T00:00:00.000Z' } },
    });
    expect(parameter(list, 'pagination').examples).toEqual({
      'The first page': { value: { page: 1, pageSize: 25 } },
    });
    const usual = parameter(operation('/api/v1/posts/few', document), 'filters').examples;
    expect(usual).toEqual({ 'An example': { value: { title: { $contains: 'a' } } } });
  });

  it('lets pages pick every request as a whole, and begins with the first one, which they fill in', () => {
    const wares = (options: DocumentFiltersOptions) => operation('/api/wares', made(options));
    const titles = (name: string, options = {}) => Object.keys(parameter(wares(options), name).examples);
    expect(titles('filters')).toEqual(['Red', 'Not sent']);
    expect(titles('sort')).toEqual(['Not sent', 'By name, five a page']);
    expect(parameter(wares({}), 'sort').examples['Not sent']).not.toHaveProperty('value');
    expect(titles('pagination')).toEqual(['The first page', 'By name, five a page']);
    expect(titles('sort', { for: 'client' })).toEqual(['By name, five a page']);
  });

  it('answers every example as the operation says', async () => {
    const document = made();
    for (const [path, item] of Object.entries(document.paths)) {
      const { get } = item as Record<string, Operation | undefined>;
      for (const { name, examples = {} } of get?.parameters ?? []) {
        for (const { value } of Object.values<{ value?: QueryInput<object> }>(examples)) {
          if (value === undefined) continue;
          const [prefix, own] = /^(.*_)?(.*)$/.exec(name as string)?.slice(1) ?? [];
          const query = toQueryString({ [own ?? '']: value }).replaceAll(own ?? '', `${prefix ?? ''}${own ?? ''}`);
          const { status } = await opened.client.get(`${path}?${query}`);
          expect([path, query, status]).toEqual([path, query, 200]);
        }
      }
    }
  });

  it('tells the page and its rows', () => {
    const document = made();
    const pageOf = (path: string, status = '200') =>
      operation(path, document).responses[status].content['application/json'].schema;
    expect(pageOf('/api/v1/posts').properties.data.items.$ref).toBe('#/components/schemas/PostDto');
    expect(schema('PostDto', document)).toBeDefined();
    const whole = schema(pageOf('/api/v1/posts/whole').properties.data.items.$ref.split('/').at(-1), document);
    expect(whole.properties).toMatchObject({
      id: { type: 'integer' },
      slug: { type: 'string', nullable: true },
      publishedAt: { type: 'string', format: 'date-time', nullable: true },
      tags: { type: 'array', items: { $ref: '#/components/schemas/TagRow' } },
    });
    expect(schema('AuthorRow', document).properties.address.properties).toHaveProperty('city');
    expect(pageOf('/api/v1/posts/search', '201').properties.meta.properties.pagination.anyOf).toHaveLength(3);
    expect(operation('/api/v1/posts/few', document).responses['200']).toEqual({ description: '' });
  });

  it('says null in the words of the version', () => {
    const at = (version: string) => schema('CursorMeta', made({}, version)).properties.next;
    expect(at('3.0.0')).toEqual({ type: 'string', nullable: true });
    expect(at('3.1.0')).toEqual({ type: ['string', 'null'] });
  });

  it('reads the list of a body as a body', () => {
    const { requestBody, parameters } = operation('/api/v1/posts/search');
    expect(parameters).toEqual([]);
    const { schema: body, ...others } = requestBody.content['application/json'];
    // An example would lack what the host's DTO requires.
    expect(others).toEqual({});
    const { examples } = operation('/api/v1/posts/find').requestBody.content['application/json'];
    expect(body.allOf[0]).toEqual({ $ref: '#/components/schemas/PostDto' });
    expect(Object.keys(body.allOf[1].properties)).toEqual(['filters', 'sort', 'pagination']);
    expect(examples).toEqual({ 'An example': { value: { filters: { title: { $contains: 'a' } } } } });
  });

  it('names nothing that the context does not see, and calls no `when` without one', () => {
    const all = JSON.stringify(made({ for: 'client', context: { isAdmin: true } }));
    const guests = made({ for: 'client', context: { isAdmin: false } });
    const without = made({ for: 'client' });
    expect(all).toMatch(/secretVault/);
    expect(all).toMatch(/"Secret"/);
    for (const document of [guests, without]) {
      // Columns that are selected and not exposed are in the rows, and cannot be asked about.
      const { WareRow, PostRow, PostsSearchRow, AuthorRow, ...asked } = document.components?.schemas ?? {};
      expect([PostRow, PostsSearchRow, AuthorRow].every((row) => row !== undefined)).toBe(true);
      expect(JSON.stringify(WareRow)).not.toMatch(/secretVault/);
      expect(JSON.stringify([asked, document.paths['/api/wares']])).not.toMatch(/secret/i);
    }
    expect(JSON.stringify(guests)).toBe(JSON.stringify(without));
  });

  it('leaves a plain document as it was, also when one is made later, or not at all', async () => {
    const before = JSON.stringify(plainDocument(opened.app));
    made();
    expect(() =>
      documentFilters(opened.app, () => {
        throw new Error('no document');
      }),
    ).toThrow('no document');
    const failing = documentFilters(opened.app, () => Promise.reject<OpenAPIObject>(new Error('no document')));
    await expect(failing).rejects.toThrow('no document');
    const later = async () => {
      await Promise.resolve();
      return plainDocument(opened.app);
    };
    const [first, second] = await Promise.all([documentFilters(opened.app, later), documentFilters(opened.app, later)]);
    expect(JSON.stringify(first)).toBe(JSON.stringify(made()));
    expect(JSON.stringify(second)).toBe(JSON.stringify(made()));
    expect(JSON.stringify(plainDocument(opened.app))).toBe(before);
  });
});

describe('the refusals of a document', () => {
  async function refusalIn(options: FilterModuleOptions) {
    const opened = await openDocumentedApp(options);
    const document = documentFilters(opened.app, () => plainDocument(opened.app));
    const { text } = await opened.client.get('/api/wares?filters[$or]=text&pagination[page]=0');
    await opened.close();
    const { get } = document.paths['/api/wares'] as { get: Operation };
    const { content } = get.responses['400'] ?? {};
    return (
      content && {
        ...content['application/json'],
        schema: document.components?.schemas?.FilterError,
        sent: JSON.parse(text) as unknown,
      }
    );
  }

  it.each([
    [{}, ['statusCode', 'error', 'message', 'issues']],
    [{ compatibility: 'strapi' }, ['data', 'error']],
  ] as const)('are those that are sent with %j, and so is the example', async (options, required) => {
    const { schema, example, sent } = await refusalIn(options);
    expect(schema).toMatchObject({ required });
    expect(example).toEqual(sent);
    expect(JSON.stringify(example)).toContain('pagination[page] must be a whole number');
  });

  it('are left to the host that words its own', async () => {
    expect(await refusalIn({ errors: () => new Error('mine') })).toBeUndefined();
  });
});
