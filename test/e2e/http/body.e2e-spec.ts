import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type AppOptions, type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { readingController, readingModule, titled, told } from './reading.js';

interface BodyCase {
  /** JSON, as text: duplicate names and numbers without an end are some of it. */
  readonly body: string;
  readonly reads: unknown;
  readonly why: string;
}

const filters = (text: string) => `{"filters":${text}}`;
const at = (issue: string) => [issue];

const understood: readonly BodyCase[] = [
  { body: '{}', reads: {}, why: 'nothing' },
  { body: '{"pages":2,"filtered":"x","whereabouts":{"x":1}}', reads: {}, why: "the host's own" },
  { body: filters('{}'), reads: {}, why: 'no condition' },
  { body: filters('{"title":"Spring"}'), reads: titled('Spring'), why: 'a text' },
  { body: filters('{"views":10}'), reads: { filters: { views: { $eq: '10' } } }, why: 'a number' },
  { body: filters('{"views":"10"}'), reads: { filters: { views: { $eq: '10' } } }, why: 'a number, as text' },
  {
    body: filters('{"views":1e1}'),
    reads: { filters: { views: { $eq: '10' } } },
    why: 'a number, as JSON may write it',
  },
  { body: filters('{"score":1.5}'), reads: { filters: { score: { $eq: '1.5' } } }, why: 'a fraction' },
  { body: filters('{"isFeatured":true}'), reads: { filters: { isFeatured: { $eq: 'true' } } }, why: 'a boolean' },
  { body: filters('{"slug":null}'), reads: { filters: { slug: { $null: 'true' } } }, why: 'null' },
  { body: filters('{"slug":{"$null":false}}'), reads: { filters: { slug: { $notNull: 'true' } } }, why: 'a flag' },
  { body: filters('{"id":[1,"2"]}'), reads: { filters: { id: { $in: ['1', '2'] } } }, why: 'a list' },
  { body: filters('{"id":{"$in":1}}'), reads: { filters: { id: { $in: ['1'] } } }, why: 'a list of one' },
  { body: filters('{"title":"%2B+"}'), reads: titled('%2B+'), why: 'nothing is decoded' },
  { body: '{"sort":"title:desc"}', reads: { sort: ['title:desc'] }, why: 'a sort' },
  {
    body: '{"sort":[{"author":{"name":"desc"}},"id"]}',
    reads: { sort: ['author.name:desc', 'id:asc'] },
    why: 'a list of sorts',
  },
  {
    body: '{"pagination":{"page":2,"pageSize":"5"}}',
    reads: { pagination: { page: '2', pageSize: '5' } },
    why: 'a slice',
  },
];

const refused: readonly BodyCase[] = [
  { body: '{"pages":2,"filter":{"x":1}}', reads: at('malformed_key /filters'), why: 'a letter less' },
  { body: '{"page":2}', reads: at('unknown_parameter /page'), why: 'a page as others ask for it' },
  { body: '{"filter":"x"}', reads: at('unknown_parameter /filter'), why: 'a filter as others write it' },
  { body: '{"where":{"x":1}}', reads: at('unknown_parameter /where'), why: 'another word for it' },
  { body: '{"Filters":{"x":1}}', reads: at('malformed_key /filters'), why: 'a capital' },
  { body: '{"filter[x]":1}', reads: at('malformed_key /filters'), why: 'a flat key, and a letter less' },
  { body: '{"sorts":["id"]}', reads: at('malformed_key /sort'), why: 'a letter more, in a sort' },
  { body: '[]', reads: at('expected_object /filters'), why: 'a list for the whole' },
  { body: filters('[]'), reads: at('expected_object /filters'), why: 'a list for conditions' },
  { body: filters('null'), reads: at('expected_object /filters'), why: 'null for conditions' },
  { body: filters('"title"'), reads: at('expected_object /filters'), why: 'a text for conditions' },
  { body: filters('true'), reads: at('expected_object /filters'), why: 'true for conditions' },
  { body: filters('{"titel":"x"}'), reads: at('unknown_field /filters/titel'), why: 'a typo' },
  { body: filters('{"title":{}}'), reads: at('expected_object /filters/title'), why: 'no operator' },
  {
    body: filters('{"title":{"$eq":{}}}'),
    reads: at('expected_value /filters/title/$eq'),
    why: 'an object for a value',
  },
  {
    body: filters('{"title":{"$eq":["a"]}}'),
    reads: at('expected_value /filters/title/$eq'),
    why: 'a list for a value',
  },
  { body: filters('{"title":5}'), reads: at('invalid_value /filters/title'), why: 'a number for a text' },
  { body: filters('{"title":true}'), reads: at('invalid_value /filters/title'), why: 'true for a text' },
  { body: filters('{"title":"\\u0000"}'), reads: at('invalid_value /filters/title'), why: 'NUL' },
  { body: filters('{"title":"\\ud800"}'), reads: at('invalid_value /filters/title'), why: 'half a surrogate pair' },
  { body: filters('{"views":1.5}'), reads: at('invalid_value /filters/views'), why: 'a fraction for a whole number' },
  { body: filters('{"views":true}'), reads: at('invalid_value /filters/views'), why: 'true for a number' },
  { body: filters('{"score":1e400}'), reads: at('invalid_value /filters/score'), why: 'more than any number' },
  {
    body: filters('{"visits":9007199254740993}'),
    reads: at('invalid_value /filters/visits'),
    why: 'a number that JSON has changed already',
  },
  { body: filters('{"isFeatured":1}'), reads: at('invalid_value /filters/isFeatured'), why: 'a number for a boolean' },
  {
    body: filters('{"slug":{"$null":1}}'),
    reads: at('expected_boolean /filters/slug/$null'),
    why: 'a number for a flag',
  },
  { body: filters('{"id":{"$in":[]}}'), reads: at('expected_list /filters/id/$in'), why: 'an empty list' },
  { body: filters('{"id":[]}'), reads: at('expected_list /filters/id'), why: 'an empty list, by shorthand' },
  { body: filters('{"id":{"$in":[1,null]}}'), reads: at('expected_value /filters/id/$in/1'), why: 'null in a list' },
  { body: filters('{"id":{"$in":[[1]]}}'), reads: at('expected_value /filters/id/$in/0'), why: 'a list in a list' },
  { body: filters('{"id":{"0":1,"1":2}}'), reads: at('expected_list /filters/id'), why: 'an object for a list' },
  { body: filters('{"$or":{}}'), reads: at('expected_list /filters/$or'), why: 'no alternative' },
  { body: filters('{"$or":[]}'), reads: at('expected_list /filters/$or'), why: 'no alternative' },
  { body: filters('{"$or":[{}]}'), reads: at('expected_object /filters/$or/0'), why: 'an empty alternative' },
  {
    body: filters('{"$or":[{"title":"a"},null]}'),
    reads: at('expected_object /filters/$or/1'),
    why: 'null for an alternative',
  },
  { body: filters('{"author":{}}'), reads: at('expected_object /filters/author'), why: 'no condition on a relation' },
  {
    body: filters('{"comments":{"$some":{}}}'),
    reads: at('expected_object /filters/comments/$some'),
    why: 'no condition on a related row',
  },
  {
    body: filters('{"toString":"x"}'),
    reads: at('unknown_field /filters/toString'),
    why: 'a name that every object answers to',
  },
  { body: '{"sort":5}', reads: at('expected_value /sort'), why: 'a number for a sort' },
  { body: '{"sort":null}', reads: at('expected_value /sort'), why: 'null for a sort' },
  { body: '{"sort":[]}', reads: at('expected_list /sort'), why: 'an empty list for a sort' },
  { body: '{"sort":[["id"]]}', reads: at('expected_value /sort/0'), why: 'a list in a list' },
  { body: '{"sort":{"title":1}}', reads: at('expected_value /sort/title'), why: 'a number for a direction' },
  { body: '{"pagination":[]}', reads: at('expected_object /pagination'), why: 'a list for a slice' },
  { body: '{"pagination":{}}', reads: at('expected_object /pagination'), why: 'an empty slice' },
  { body: '{"pagination":{"page":1.5}}', reads: at('invalid_pagination /pagination/page'), why: 'half a page' },
  { body: '{"pagination":{"page":true}}', reads: at('invalid_pagination /pagination/page'), why: 'true for a page' },
  { body: '{"pagination":{"withCount":"yes"}}', reads: at('expected_boolean /pagination/withCount'), why: 'no flag' },
  {
    body: filters('{"id":[' + '1,'.repeat(100) + '1]}'),
    reads: at('limit_exceeded /filters/id'),
    why: 'too long a list',
  },
  {
    body: filters(`{"title":"${'q'.repeat(257)}"}`),
    reads: at('limit_exceeded /filters/title'),
    why: 'too long a value',
  },
];

const nested = (levels: number, open: string, close: string, inner = '1') =>
  open.repeat(levels) + inner + close.repeat(levels);

const large: readonly BodyCase[] = [
  {
    body: filters(nested(100_000, '{"a":', '}')),
    reads: at('limit_exceeded /filters'),
    why: 'a hundred thousand objects',
  },
  { body: filters(nested(100_000, '[', ']')), reads: at('limit_exceeded /filters'), why: 'a hundred thousand lists' },
  {
    body: `{"x":${nested(100_000, '[', ']')}}`,
    reads: at('limit_exceeded /filters'),
    why: "a hundred thousand lists, the host's",
  },
  {
    body: `{"sort":${nested(100_000, '[', ']')}}`,
    reads: at('limit_exceeded /filters'),
    why: 'a hundred thousand lists in a sort',
  },
  {
    body: filters(nested(1_000, '{"$not":', '}')),
    reads: at(`limit_exceeded /filters${'/$not'.repeat(6)}`),
    why: 'a thousand negations',
  },
  {
    body: filters(nested(1_000, '{"$or":[', ']}')),
    reads: at(`limit_exceeded /filters${'/$or/0'.repeat(5)}/$or`),
    why: 'a thousand groups',
  },
  {
    body: filters(`{"$or":${nested(1_000, '[', ']')}}`),
    reads: at('limit_exceeded /filters/$or/0/0/0/0/0'),
    why: 'a thousand lists',
  },
  {
    body: filters(nested(1_000, '{"author":', '}')),
    reads: at('unknown_field /filters/author/author'),
    why: 'a thousand relations',
  },
  {
    body: `{"sort":${nested(1_000, '{"author":', '}', '"asc"')}}`,
    reads: at('expected_object /sort/author'),
    why: 'a thousand keys in a sort',
  },
  {
    body: filters(`{"$or":[${'{},'.repeat(20_000)}{}]}`),
    reads: at('limit_exceeded /filters'),
    why: 'thousands of alternatives',
  },
  { body: filters(`{"title":"${'q'.repeat(65_600)}"}`), reads: at('limit_exceeded /filters'), why: 'a large value' },
  { body: `{"x":"${'q'.repeat(65_600)}"}`, reads: at('limit_exceeded /filters'), why: "a large value, the host's" },
  { body: `{"x":"${'q'.repeat(65_520)}"}`, reads: {}, why: 'as large as is allowed' },
];

/** The parsers take more than the library does, and Fastify's lets through what it would refuse by itself. */
const generous: AppOptions = {
  express: (app: NestExpressApplication) => app.useBodyParser('json', { limit: '5mb' }),
  fastify: () =>
    new FastifyAdapter({ bodyLimit: 5_000_000, onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' }),
};

const poisoned: readonly BodyCase[] = [
  { body: filters('{"__proto__":{"$eq":"x"}}'), reads: at('unknown_field /filters/__proto__'), why: 'for a field' },
  {
    body: filters('{"title":{"__proto__":"x"}}'),
    reads: at('unknown_operator /filters/title/__proto__'),
    why: 'for an operator',
  },
  {
    body: filters('{"title":"a","__proto__":{"views":1}}'),
    reads: at('unknown_field /filters/__proto__'),
    why: 'beside a field',
  },
  {
    body: filters('{"constructor":{"prototype":{"a":1}}}'),
    reads: at('unknown_field /filters/constructor'),
    why: 'the other way',
  },
  { body: '{"sort":{"__proto__":"asc"}}', reads: at('not_sortable /sort/__proto__'), why: 'in a sort' },
  { body: '{"pagination":{"__proto__":1}}', reads: at('invalid_pagination /pagination/__proto__'), why: 'in a slice' },
  { body: '{"__proto__":{"filters":{"title":"a"}}}', reads: {}, why: "beside ours, which is the host's" },
];

describe.each(adapters)('a JSON body on %s', (adapter) => {
  let usual: TestApp;
  let wide: TestApp;

  beforeAll(async () => {
    const module = await readingModule([readingController({ source: 'body' })]);
    usual = await openApp(adapter, module);
    wide = await openApp(adapter, module, generous);
  });

  afterAll(async () => {
    await usual.close();
    await wide.close();
  });

  async function check({ client }: TestApp, cases: readonly BodyCase[]): Promise<void> {
    const answers = await Promise.all(cases.map(async ({ body }) => told(await client.post('/posts', body))));
    const shown = ({ body, reads, why }: BodyCase) => ({ body: body.slice(0, 100), reads, why });
    expect(cases.map((each, index) => shown({ ...each, reads: answers[index] }))).toEqual(cases.map(shown));
    expect(Object.getOwnPropertyNames({})).toEqual([]);
    expect(Object.prototype).not.toHaveProperty('views');
  }

  it('is understood', () => check(usual, understood));
  it('is refused like a query string', () => check(usual, refused));
  it('is refused where it is too deep or too large', () => check(wide, large));
  it('touches no prototype', () => check(wide, poisoned));

  it('never is the answer of the server that something broke', async () => {
    const bodies = [...understood, ...refused, ...large, ...poisoned].map(({ body }) => body);
    const more = ['', '"x"', '5', 'null', '{', '{"filters":', '\u0000', 'filters[title]=x'];
    const answers = await Promise.all([...bodies, ...more].map((body) => usual.client.post('/posts', body)));
    expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 413].includes(status))).toEqual([]);
  });

  it('may be absent', async () => {
    expect(told(await usual.client.send('POST', '/posts'))).toEqual({});
    expect(told(await usual.client.get('/posts'))).toEqual({});
  });

  const form = 'application/x-www-form-urlencoded; charset=utf-8';
  const json = filters('{"title":"Spring"}');

  it.each([
    [form, 'filters[title]=a&filters[__proto__]=b', 415, 'its parser leaves out what it does not like'],
    [form, 'filters[title]=a', 415, 'whatever is in it'],
    [form, '', {}, 'nothing was sent'],
    ['text/plain', json, 415, 'what fetch() says of a text'],
    ['text/plain;charset=UTF-8', json, 415, 'the same, as browsers say it'],
    ['application/octet-stream', json, 415, 'nobody has read it'],
    ['text/html; note=application/json', json, 415, 'a parameter is no type'],
    ['application/json', json, titled('Spring'), 'the type itself'],
    ['application/json; charset=utf-8', json, titled('Spring'), 'with a parameter'],
    ['APPLICATION/JSON', json, titled('Spring'), 'in capitals'],
  ])('of the type %s with %s answers %j: %s', async (type, body, expected) => {
    expect(told(await usual.client.send('POST', '/posts', body, { 'content-type': type }))).toEqual(expected);
  });

  it('is read in place of the query string', async () => {
    const body = filters('{"title":"Spring"}');
    expect(told(await usual.client.post('/posts?filters[titel]=x', body))).toEqual(titled('Spring'));
  });
});
