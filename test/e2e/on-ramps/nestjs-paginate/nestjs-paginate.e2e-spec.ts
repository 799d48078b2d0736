import { FilterConfigurationError, FilterException, type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { documentFilters } from 'nestjs-filterable/openapi';
import { openApp } from '../../../support/http/adapters.js';
import { seedBlog } from '../../../support/blog/data.js';
import { Post, blogEntities } from '../../../support/blog/entities.js';
import { openDatabase } from '../../../support/databases.js';
import { describeEntities } from '../../../support/metadata.js';
import { postsModule } from '../lists.js';
import { describeRamp } from '../suite.js';
import { requests } from './requests.js';

interface Answer {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly totalItems: number; readonly sortBy: readonly (readonly string[])[] };
  readonly links: { readonly next?: string };
}

/** The answer to one request, on SQLite. */
async function answerTo(request: string, overrides: FilterQueryOverrides<Post>): Promise<{ readonly body: Answer }> {
  const database = await openDatabase('sqlite', { entities: blogEntities });
  await seedBlog(database.source);
  const opened = await openApp('express', postsModule(database.source, { onRamp: nestjsPaginate() }, overrides));
  const { text } = await opened.client.get(encodeURI(`/posts?${request}`));
  await opened.close();
  await database.close();
  return { body: JSON.parse(text) as Answer };
}

describeRamp('nestjs-paginate', {
  onRamp: nestjsPaginate({ all: { max: 100 } }),
  requests,
  found: (body) => {
    const { data, meta, links } = body as Answer;
    const ids = data.map(({ id }) => ` ${id}`).slice(0, 6);
    const usual = [
      'data',
      'meta',
      'links',
      'itemsPerPage',
      'totalItems',
      'currentPage',
      'totalPages',
      'sortBy',
      'current',
    ];
    const members = [body, meta, links].flatMap((each) => Object.keys(each));
    expect(members).toEqual(expect.arrayContaining(usual));
    const others = members.filter((member) => !usual.includes(member)).map((member) => ` +${member}`);
    return [`${meta.totalItems}:`, ...ids, ...others].join('');
  },
  isLess: (request) => request.includes('limit=-1'),
});

describe('nestjsPaginate()', () => {
  const parse = async (text: string, options = {}, overrides = {}) => {
    const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities), { context: undefined });
    return filters.parse(Post, text, { onRamp: nestjsPaginate(options), search: ['title'], ...overrides });
  };
  const refusalOf = async (text: string, overrides: object) => {
    const error: unknown = await parse(text, {}, overrides).catch((thrown: unknown) => thrown);
    return error instanceof FilterException ? error.message : String(error);
  };

  it.each([
    [{ all: 5 }, 'nestjsPaginate(): `all` must be { max }, the most rows of one answer'],
    [{ all: { max: 0 } }, 'nestjsPaginate(): `all.max` must be a whole number from 1, not 0'],
    [{ maxLimit: 5 }, /^nestjsPaginate\(\): the option `maxLimit` does not exist/],
  ])('%j is wrong', (options, message) => {
    expect(() => nestjsPaginate(options as object)).toThrow(FilterConfigurationError);
    expect(() => nestjsPaginate(options as object)).toThrow(message);
  });

  it('searches for words where the application does', async () => {
    expect((await parse('search=rain again', { multiWordSearch: true })).toJSON()).toEqual({ search: 'rain again' });
  });

  it('refuses what the list does not read', async () => {
    expect(await refusalOf('search=a', { search: false })).toBe('search is not read here; this list has no search');
    expect(await refusalOf('select=id', {})).toBe('select is not read here; declare `select` for the handler');
    expect(await refusalOf('limit=-1', {})).toMatch(/^limit requests all rows by -1, which this list does not answer/);
    expect(await refusalOf('page=2', { pagination: false })).toMatch(/^page /);
  });

  it('of a module is turned off by a handler', async () => {
    const source = await describeEntities('sqlite', blogEntities);
    const filters = FilterService.forDataSource(source, { context: undefined, onRamp: nestjsPaginate() });
    expect(filters.parse(Post, 'filter.id=3').toString()).toBe('filters[id][$eq]=3');
    expect(filters.parse(Post, 'filters[id]=3', { onRamp: false }).toString()).toBe('filters[id][$eq]=3');
    expect(() => filters.parse(Post, 'filter.id=$gt:3', { onRamp: false, unknownParameters: 'refuse' })).toThrow();
    expect([filters.describe(Post).onRamp, filters.describe(Post, { onRamp: false }).onRamp]).toEqual([
      'nestjs-paginate',
      undefined,
    ]);
  });

  it('is documented by its own parameters and its answer', async () => {
    const source = await describeEntities('sqlite', blogEntities);
    const opened = await openApp('express', postsModule(source, { onRamp: nestjsPaginate() }));
    const make = () => SwaggerModule.createDocument(opened.app, new DocumentBuilder().build());
    const operation = documentFilters(opened.app, make).paths['/posts']?.get;
    const names = operation?.parameters?.map((each) => ('name' in each ? each.name : '')) ?? [];
    expect(names).toEqual(
      expect.arrayContaining(['page', 'limit', 'filter.id', 'filter', 'sortBy', 'search', 'select']),
    );
    expect(names.filter((name) => ['filters', 'sort', 'pagination'].includes(name))).toEqual([]);
    await opened.close();
  });

  it.each([
    ['its name with parentheses', 'sortBy=(title):DESC', { sortBy: [['(title)', 'DESC']] }],
    ['the fields of a search as they were sent', 'search=a&searchBy=(title)', { searchBy: ['(title)'] }],
  ])('repeats %s', async (_, request, meta) => {
    const { body } = await answerTo(request, { search: ['title', 'slug'] });
    expect(body.meta).toMatchObject(meta);
  });

  it.each<readonly [string, FilterQueryOverrides<Post>, string | undefined]>([
    ['where clients may send it', { sort: ['title', 'id'] }, 'sortBy=title:DESC&sortBy=id:ASC'],
    ['not where one key of it is the program’s', { sort: ['title'] }, undefined],
    ['not where no list of keys says so', {}, undefined],
  ])('repeats the default order in links, %s', async (_, rules, expected) => {
    const { body } = await answerTo('limit=2', { ...rules, defaults: { sort: ['title:desc', 'id'] } });
    expect(/sortBy=.*/.exec(body.links.next ?? '')?.[0]).toBe(expected);
    expect(body.meta.sortBy).toEqual([
      ['title', 'DESC'],
      ['id', 'ASC'],
    ]);
  });

  it('answers what a request in brackets asks for beside its rows', async () => {
    const overrides = { facets: ['status'], aggregates: { views: ['max'] }, populate: ['comments'] } as const;
    const request = 'facets=status&aggregates=views:max&populate[comments][limit]=1';
    const { meta } = (await answerTo(request, overrides)).body;
    expect(meta).toMatchObject({
      totalItems: 37,
      facets: { status: { values: expect.any(Array) as unknown } },
      aggregates: { views: { max: 1000 } },
      populate: { comments: { limit: 1, hasMore: true } },
    });
    expect(meta).not.toHaveProperty('pagination');
  });

  it.each([
    ['by number', 'pagination[page]=1&pagination[pageSize]=9&sort=id:desc', 9],
    ['by number, without naming one', 'filters[id][$gt]=2', 20],
    ['by offset', 'pagination[start]=0&pagination[limit]=10', 10],
    ['by cursor', 'pagination[after]=&pagination[pageSize]=15&sort=title', 15],
  ])('links a page in brackets to the next one, %s', async (_, request, size) => {
    const database = await openDatabase('sqlite', { entities: blogEntities });
    await seedBlog(database.source);
    const opened = await openApp('express', postsModule(database.source, { onRamp: nestjsPaginate() }));
    const pages: number[][] = [];
    for (let url: string | undefined = encodeURI(`/posts?${request}`); url !== undefined && pages.length < 9;) {
      const { data, links } = JSON.parse((await opened.client.get(url)).text) as Answer;
      pages.push(data.map(({ id }) => id));
      url = links.next?.replace(/^http:\/\/[^/]*/, '');
    }
    await opened.close();
    await database.close();
    const ids = pages.flat();
    expect(pages.slice(0, -1).every((each) => each.length === size)).toBe(true);
    expect([ids.length, new Set(ids).size]).toEqual(request.includes('$gt') ? [35, 35] : [37, 37]);
  });

  it('gives all rows a cache key of their own', async () => {
    const [all, some] = [await parse('limit=-1', { all: { max: 9 } }), await parse('', { all: { max: 9 } })];
    expect(all.toString()).toBe(some.toString());
    expect(all.cacheKey()).not.toBe(some.cacheKey());
  });

  it('takes the options of `page()` for all rows, and checks them', async () => {
    const source = await describeEntities('sqlite', blogEntities);
    const filters = FilterService.forDataSource(source, { context: undefined });
    const query = filters.parse(Post, 'limit=-1', { onRamp: nestjsPaginate({ all: { max: 9 } }) });
    const options: object = { hydraton: 'typeorm' };
    await expect(filters.page(source.getRepository(Post), query, options)).rejects.toThrow(
      /^page\(\): the option `hydraton` does not exist/,
    );
  });
});
