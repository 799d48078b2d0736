import { runInNewContext } from 'node:vm';
import {
  BadRequestException,
  Controller,
  Get,
  Query,
  UnprocessableEntityException,
  ValidationPipe,
} from '@nestjs/common';
import { FilterQuery, type FilterQueryOverrides, HostQuery, named } from 'nestjs-filterable';
import { Filters } from 'nestjs-filterable/dto';
import { Post } from '../../support/blog/entities.js';
import { useApp, withApp } from '../../support/http/adapters.js';
import { cases } from '../../support/table.js';
import { line, readingController, readingModule } from './reading.js';

/** What a function makes of a request; the request names which. */
const made: Readonly<Record<string, () => unknown>> = {
  text: () => 'filters[title]=a',
  url: () => new URL('http://localhost/?filters[title]=a'),
  object: () => ({ filters: { title: 'a' } }),
  nothing: () => undefined,
  named: () => ({ input: { filters: { title: 'a' } }, names: { '/filters/title': 't' } }),
  nameless: () => ({ input: { filters: { title: 'a' } } }),
  'named-text': () => ({ input: 'filters[title]=a', names: {} }),
  wrong: () => ({ input: { filters: { author: { id: 'x' } } }, names: { '/filters/author/id': 'writer' } }),
  'wrong-group': () => ({
    input: { filters: { $and: [{ id: 1 }, { titel: 'x' }] } },
    names: { '/filters/$and/1': 'where.titel' },
  }),
  'wrong-text': () => ({ input: 'filters[id]=x&sort=nope', names: { '/filters/id': 'no', '/sort': 'by' } }),
  'wrong-unnamed': () => ({ input: { filters: { id: 'x' } }, names: { '/filters/title': 't' } }),
  'wrong-name': () => ({ input: 'filters[id]=x', names: { '/filters/id': 'a/b~c[\n' } }),
  part: () => ({ filters: { id: named('x', 'where[id]'), title: 'a' }, sort: named('nope', 'by') }),
  'part-read': () => ({ filters: { title: named({ $in: ['a', named('b', 'unused')] }, 't') } }),
  'part-below': () => ({ filters: { author: named({ id: 'x' }, 'writer') } }),
  'part-of-list': () => ({ filters: { id: { $in: [1, named('x', 'second')] } } }),
  'part-unknown': () => ({ filters: { titel: named('x', 'where[titel]') } }),
  'part-beside': () => ({ input: { filters: { id: named('x', 'inner') } }, names: { '/filters/id': 'beside' } }),
  'part-of-itself': () => {
    const circle: { $not?: object } = {};
    circle.$not = circle;
    return { filters: circle, sort: named('nope', 'by') };
  },
  'part-deep': () => ({
    filters: JSON.parse(`${'{"$not":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as object,
    sort: named('nope', 'by'),
  }),
  'part-with-symbol': () => ({ filters: { id: named('1', 'no'), [Symbol('or')]: [] } }),
  'part-whole': () => named({ filters: {} }, 'all'),
  'part-nameless': () => ({ filters: { id: named(1, '') } }),
  'part-renamed': () => ({ where: { id: named('x', 'no') }, sort: named('nope', 'order') }),
  renamed: () => ({ input: 'where[id]=x&by=nope', names: { '/filters/id': 'no', '/sort': 'order' } }),
  flat: () => ({ input: 't=a&filters[id]=x', names: { '/filters/id': 'no' } }),
  json: () => JSON.parse('{"secret') as unknown,
  regexp: () => new RegExp(['(', 'a'].join('')),
  thrown: () => {
    throw new SyntaxError('secret');
  },
  'other-realm': () => runInNewContext('JSON.parse("{")') as unknown,
  http: () => {
    throw new BadRequestException('of the host');
  },
  type: () => {
    throw new TypeError('of the host');
  },
  promise: () => Promise.resolve('filters[title]=a'),
  rejected: () => Promise.reject(new Error('of the host')),
  number: () => 7,
  'input-number': () => ({ input: 7 }),
  'more-members': () => ({ input: {}, nmaes: {} }),
  'names-list': () => ({ input: {}, names: ['/filters'] }),
  'names-pointer': () => ({ input: {}, names: { 'filters[id]': 'no' } }),
  'names-number': () => ({ input: {}, names: { '/filters/id': 7 } }),
};

const overrides: FilterQueryOverrides<Post> = {
  source: (request: { url: string }) => made[request.url.split('?')[1] ?? '']?.() ?? {},
};

const controllers = [
  readingController(overrides),
  readingController({ ...overrides, params: { filters: 'where', sort: 'by' } }, 'renamed'),
  readingController({ ...overrides, flat: { filters: { t: 'title' } } }, 'flat'),
];

describe('a source that is a function', () => {
  const app = useApp(() => readingModule(controllers));

  it.each(
    cases(`
      /posts?text -> filters[title][$eq]=a
      /posts?url -> filters[title][$eq]=a
      /posts?object -> filters[title][$eq]=a
      /posts?named -> filters[title][$eq]=a
      /posts?nameless -> filters[title][$eq]=a
      /posts?named-text -> filters[title][$eq]=a
      /posts?nothing -> nothing
      /posts?wrong -> invalid_value /writer
      /posts?wrong-group -> unknown_field /where.titel
      /posts?wrong-text -> invalid_value /no, not_sortable /by/0
      /posts?wrong-unnamed -> invalid_value /filters/id
      /posts?part -> invalid_value /where[id], not_sortable /by/0
      /posts?part-read -> filters[title][$in][0]=a&filters[title][$in][1]=b
      /posts?part-below -> invalid_value /writer
      /posts?part-of-list -> invalid_value /second
      /posts?part-unknown -> unknown_field /where[titel]
      /posts?part-beside -> invalid_value /beside
      /posts?part-of-itself -> limit_exceeded /filters/$not/$not/$not/$not/$not/$not, not_sortable /by/0
      /posts?part-deep      -> limit_exceeded /filters/$not/$not/$not/$not/$not/$not, not_sortable /by/0
      /posts?part-with-symbol -> malformed_key /filters, expected_value /filters/id
      /posts?part-whole -> 500
      /posts?part-nameless -> 500
      /renamed?part-renamed -> invalid_value /no, not_sortable /order/0
      /renamed?renamed -> invalid_value /no, not_sortable /order/0
      /flat?flat -> invalid_value /no
      /posts?json -> malformed_encoding /filters
      /posts?regexp -> malformed_encoding /filters
      /posts?thrown -> malformed_encoding /filters
      /posts?other-realm -> malformed_encoding /filters
      /posts?http -> 400
      /posts?type -> 500
      /posts?promise -> 500
      /posts?rejected -> 500
      /posts?number -> 500
      /posts?input-number -> 500
      /posts?more-members -> 500
      /posts?names-list -> 500
      /posts?names-pointer -> 500
      /posts?names-number -> 500
    `),
  )('GET %s -> %s', async (path, reads) => {
    const answer = await app.client.get(path);
    expect(line(answer)).toBe(reads);
    expect(answer.text).not.toContain('secret');
  });

  it('escapes its names in pointers', async () => {
    expect(line(await app.client.get('/posts?wrong-name'))).toBe('invalid_value /a~1b~0c[\n');
  });

  it("is refused in the application's own words where it cannot read a text", async () => {
    const errors = (issues: readonly { code: string }[]) =>
      new UnprocessableEntityException(issues.map(({ code }) => code));
    await withApp('express', [readingModule(controllers, { errors })], async ({ client }) => {
      const { status, text } = await client.get('/posts?json');
      expect([status, (JSON.parse(text) as { message: unknown }).message]).toEqual([422, ['malformed_encoding']]);
    });
  });
});

describe('a function that reads request.query', () => {
  const source = ({ query }: { query: Readonly<Record<string, string>> }) => ({
    filters: JSON.parse(query['filters'] ?? '{}') as unknown,
  });
  const everything = ({ query }: { query: object }) => query;

  class ListPosts {
    @Filters(Post, { source }) query!: FilterQuery<Post>;
  }

  @Controller('posts')
  class PostsController {
    @Get('own') own(@FilterQuery(Post, { source }) query: FilterQuery<Post>, @HostQuery() rest: object) {
      return { ...query.toJSON(), rest };
    }
    @Get('dto') dto(@Query() { query }: ListPosts, @HostQuery() rest: object) {
      return { ...query.toJSON(), rest };
    }
    @Get('flat') flat(@FilterQuery(Post, { source: everything }) query: FilterQuery<Post>, @HostQuery() rest: object) {
      return { ...query.toJSON(), rest };
    }
  }

  const app = useApp(() => readingModule([PostsController]), {
    prepare: (host) => void host.useGlobalPipes(new ValidationPipe({ transform: true })),
  });

  it('finds its conditions where they are left out for @HostQuery()', async () => {
    for (const path of ['own', 'dto']) {
      const answer = await app.client.get(`/posts/${path}?filters={%22title%22:%22a%22}&tenant=3`);
      expect([path, line(answer)]).toEqual([path, 'filters[title][$eq]=a&rest[tenant]=3']);
    }
    expect(line(await app.client.get('/posts/flat?filters[title]=a'))).toBe('malformed_key /filters');
  });
});
