import { jest } from '@jest/globals';
import { Injectable, Logger } from '@nestjs/common';
import { FilterConfigurationError, type FilterQuery, FilterService } from 'nestjs-filterable';
import type { Repository } from 'typeorm';
import { logFailure } from '../../../lib/service/guarded-engine.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

/** A service as JavaScript sees it, where nothing holds a call to the types. */
type Untyped = Readonly<Record<keyof FilterService, (...values: readonly unknown[]) => unknown>>;

describe('an argument that JavaScript lets a program mistake', () => {
  let filters: Untyped;
  let query: FilterQuery<Post>;
  let posts: Repository<Post>;

  beforeAll(async () => {
    const source = await describeEntities('sqlite', blogEntities);
    const service = FilterService.forDataSource(source);
    posts = source.getRepository(Post);
    query = service.parse(Post, '');
    filters = service as unknown as Untyped;
  });

  /** Calls in the order of their arguments; `?` stands for the value that is wrong. */
  const wrong = '?';
  const page = { data: [], meta: { pagination: { page: 1, pageSize: 25 } } };
  const given = (argument: unknown, value: unknown) => {
    if (argument === 'query') return query;
    if (argument === 'posts') return posts;
    return argument === wrong ? value : argument;
  };

  const noPage = 'links(): `page` must be a page that page() returned, not';
  const noUrl = 'links(): `url` must be the URL of the request, such as request.originalUrl, not';
  const noRows = 'populate(): `rows` must be a list of rows that were read, such as those of getMany(), not';
  const noOverrides = 'The overrides of a call: the options must be an object, not';

  it.each<[method: keyof FilterService, values: readonly unknown[], value: unknown, told: string]>([
    ['links', ['query'], undefined, `${noPage} undefined`],
    ['links', ['query', wrong, '/posts'], null, `${noPage} null`],
    ['links', ['query', wrong, '/posts'], {}, `${noPage} an object`],
    ['links', ['query', wrong, '/posts'], [], `${noPage} an empty list`],
    ['links', ['query', wrong, '/posts'], { data: [], meta: {} }, `${noPage} an object`],
    ['links', ['query', wrong, '/posts'], { data: [], meta: null }, `${noPage} an object`],
    ['links', ['query', page], undefined, `${noUrl} undefined`],
    ['links', ['query', page, wrong], { url: '/posts' }, `${noUrl} an object`],
    ['populate', ['posts', wrong, 'query'], null, `${noRows} null`],
    ['populate', ['posts', wrong, 'query'], undefined, `${noRows} undefined`],
    ['populate', ['posts', wrong, 'query'], { id: 1 }, `${noRows} an object`],
    ['populate', ['posts', wrong, 'query'], [null], `${noRows} a list`],
    ['facets', ['posts', 'query', wrong], 'tags', 'facets(): `names` must be a list of names, not tags'],
    ['facets', ['posts', 'query', wrong], {}, 'facets(): `names` must be a list of names, not an object'],
    ['aggregates', ['posts', 'query', wrong], null, 'aggregates(): `names` must be a list of names, not null'],
    ['aggregates', ['posts', 'query', wrong], [7], 'aggregates(): `names` lists 7, which is not a name'],
    ['apply', ['posts', 'query', wrong], null, 'apply(): the options must be an object, not null'],
    ['parse', [Post, '', wrong], null, `${noOverrides} null`],
    ['parse', [Post, '', wrong], 'title', `${noOverrides} title`],
    ['describe', [Post, wrong], null, `${noOverrides} null`],
    ['parameters', [Post, wrong], null, `${noOverrides} null`],
    ['filter', [Post, {}, wrong], null, `${noOverrides} null`],
    ['filter', [Post, {}, wrong], ['title'], `${noOverrides} a list`],
  ])('%s(%j) with %j is told', async (method, values, value, told) => {
    const list = values.map((argument) => given(argument, value));
    if (method === 'apply') list[0] = posts.createQueryBuilder();
    const call = Promise.resolve().then(() => filters[method](...list));
    await expect(call).rejects.toThrow(new FilterConfigurationError(told));
  });

  it('is right as the types say', async () => {
    expect(filters.links(query, page, new URL('https://example.org/posts'))).toMatch(
      /^<https:\/\/example\.org\/posts\?/,
    );
    expect(await filters.facets(posts, query, [])).toEqual({});
    expect(await filters.populate(posts, [], query)).toEqual({});
    expect(filters.parameters(Post, { relations: [] })).toEqual(filters.parameters(Post));
  });
});

describe('the log of a failure in a function of the application', () => {
  const thrown: readonly (readonly [cause: unknown, told: readonly unknown[]])[] = [
    [undefined, ['it failed', undefined]],
    ['no tenant', ["it failed: 'no tenant'"]],
    ['no\ntenant', ["it failed: 'no\\ntenant'"]],
    [{ code: 5, of: { tenant: 'one' } }, ["it failed: { code: 5, of: { tenant: 'one' } }"]],
    [null, ['it failed: null']],
    [Object.create(null), ['it failed: [Object: null prototype] {}']],
  ];

  afterEach(() => jest.restoreAllMocks());

  it.each(thrown)('tells of %p', (cause, told) => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    logFailure('it failed', cause);
    expect(error.mock.calls).toEqual([told]);
  });

  it('has the stack of an error', () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    logFailure('it failed', new TypeError('no tenant'));
    expect(error.mock.calls).toEqual([['it failed', expect.stringContaining('TypeError: no tenant')]]);
  });
});

@Injectable()
class AuditedFilters extends FilterService {}

/** The public types show a class without parameters, so a program can write `new`. */
const withoutEngine = (service: typeof FilterService) => () => Reflect.construct(service, []) as FilterService;

describe('a service that a program makes by new', () => {
  it.each([
    ['FilterService', FilterService],
    ['AuditedFilters', AuditedFilters],
  ])('is refused with the way out: %s', (name, service) => {
    expect(withoutEngine(service)).toThrow(
      new FilterConfigurationError(
        `${name} cannot be made by new: inject it, or call FilterService.forDataSource(dataSource)`,
      ),
    );
  });
});
