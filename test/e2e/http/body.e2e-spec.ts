import type { NestExpressApplication } from '@nestjs/platform-express';
import { useApp } from '../../support/http/adapters.js';
import { expand } from '../../support/hostile/refusals.js';
import { cases } from '../../support/table.js';
import { line, readingController, readingModule } from './reading.js';

const understood = cases(String.raw`
  {} -> nothing
  {"pages":2,"filtered":"x","whereabouts":{"x":1}} -> nothing
  {"filters":{}} -> nothing
  {"filters":{"views":10}} -> filters[views][$eq]=10
  {"filters":{"views":"10"}} -> filters[views][$eq]=10
  {"filters":{"views":1e1}} -> filters[views][$eq]=10
  {"filters":{"score":1.5}} -> filters[score][$eq]=1.5
  {"filters":{"isFeatured":true}} -> filters[isFeatured][$eq]=true
  {"filters":{"slug":null}} -> filters[slug][$null]=true
  {"filters":{"slug":{"$null":false}}} -> filters[slug][$notNull]=true
  {"filters":{"id":[1,"2"]}} -> filters[id][$in][0]=1&filters[id][$in][1]=2
  {"filters":{"id":{"$in":1}}} -> filters[id][$in][0]=1
  {"filters":{"title":"%2B+"}} -> filters[title][$eq]=%2B+
  {"sort":"title:desc"} -> sort[0]=title:desc
  {"sort":[{"author":{"name":"desc"}},"id"]} -> sort[0]=author.name:desc&sort[1]=id:asc
  {"pagination":{"page":2,"pageSize":"5"}} -> pagination[page]=2&pagination[pageSize]=5
  {"__proto__":{"filters":{"title":"a"}}} -> nothing
`);

const refused = cases(String.raw`
  {"pages":2,"filter":{"x":1}} -> malformed_key /filters
  {"filter":"x"} -> unknown_parameter /filter
  {"where":{"x":1}} -> unknown_parameter /where
  {"Filters":{"x":1}} -> malformed_key /filters
  {"filter[x]":1} -> malformed_key /filters
  {"sorts":["id"]} -> malformed_key /sort
  {"filters":[]} -> expected_object /filters
  {"filters":"title"} -> expected_object /filters
  {"filters":true} -> expected_object /filters
  {"filters":{"title":{}}} -> expected_object /filters/title
  {"filters":{"title":{"$eq":{}}}} -> expected_value /filters/title/$eq
  {"filters":{"title":{"$eq":["a"]}}} -> expected_value /filters/title/$eq
  {"filters":{"title":5}} -> invalid_value /filters/title
  {"filters":{"title":true}} -> invalid_value /filters/title
  {"filters":{"title":"\u0000"}} -> invalid_value /filters/title
  {"filters":{"title":"\ud800"}} -> invalid_value /filters/title
  {"filters":{"views":1.5}} -> invalid_value /filters/views
  {"filters":{"views":true}} -> invalid_value /filters/views
  {"filters":{"score":1e400}} -> invalid_value /filters/score
  {"filters":{"visits":9007199254740993}} -> invalid_value /filters/visits
  {"filters":{"isFeatured":1}} -> invalid_value /filters/isFeatured
  {"filters":{"slug":{"$null":1}}} -> expected_boolean /filters/slug/$null
  {"filters":{"id":{"$in":[]}}} -> expected_list /filters/id/$in
  {"filters":{"id":[]}} -> expected_list /filters/id
  {"filters":{"id":{"$in":[1,null]}}} -> expected_value /filters/id/$in/1
  {"filters":{"id":{"$in":[[1]]}}} -> expected_value /filters/id/$in/0
  {"filters":{"id":{"0":1,"1":2}}} -> expected_list /filters/id
  {"filters":{"$or":{}}} -> expected_list /filters/$or
  {"filters":{"$or":[]}} -> expected_list /filters/$or
  {"filters":{"$or":[{}]}} -> expected_object /filters/$or/0
  {"filters":{"$or":[{"title":"a"},null]}} -> expected_object /filters/$or/1
  {"filters":{"author":{}}} -> expected_object /filters/author
  {"filters":{"comments":{"$some":{}}}} -> expected_object /filters/comments/$some
  {"sort":5} -> expected_value /sort
  {"sort":[]} -> expected_list /sort
  {"sort":[["id"]]} -> expected_value /sort/0
  {"sort":{"title":1}} -> expected_value /sort/title
  {"pagination":[]} -> expected_object /pagination
  {"pagination":{}} -> expected_object /pagination
  {"pagination":{"page":1.5}} -> invalid_pagination /pagination/page
  {"pagination":{"withCount":"yes"}} -> expected_boolean /pagination/withCount
  {"filters":{"id":[{100*1,}1]}} -> limit_exceeded /filters/id
  {"filters":{"title":"{257*q}"}} -> limit_exceeded /filters/title

  {"filters":{"__proto__":{"$eq":"x"}}} -> unknown_field /filters/__proto__
  {"filters":{"title":{"__proto__":"x"}}} -> unknown_operator /filters/title/__proto__
  {"filters":{"title":"a","__proto__":{"views":1}}} -> unknown_field /filters/__proto__
  {"filters":{"constructor":{"prototype":{"a":1}}}} -> unknown_field /filters/constructor
  {"sort":{"__proto__":"asc"}} -> not_sortable /sort/__proto__
  {"pagination":{"__proto__":1}} -> invalid_pagination /pagination/__proto__
`);

const nested = (levels: number, open: string, close: string, inner = '1') =>
  open.repeat(levels) + inner + close.repeat(levels);
const filters = (text: string) => `{"filters":${text}}`;

const large: readonly (readonly [what: string, body: string, reads: string])[] = [
  ['objects in objects', filters(nested(100_000, '{"a":', '}')), 'limit_exceeded /filters'],
  ['lists in lists', filters(nested(100_000, '[', ']')), 'limit_exceeded /filters'],
  ["lists in lists of the host's", `{"x":${nested(100_000, '[', ']')}}`, 'limit_exceeded /filters'],
  ['lists in a sort', `{"sort":${nested(100_000, '[', ']')}}`, 'limit_exceeded /filters'],
  ['negations', filters(nested(1_000, '{"$not":', '}')), `limit_exceeded /filters${'/$not'.repeat(6)}`],
  ['groups', filters(nested(1_000, '{"$or":[', ']}')), `limit_exceeded /filters${'/$or/0'.repeat(5)}/$or`],
  ['lists in a group', filters(`{"$or":${nested(1_000, '[', ']')}}`), 'limit_exceeded /filters/$or/0/0/0/0/0'],
  ['relations', filters(nested(1_000, '{"author":', '}')), 'unknown_field /filters/author/author'],
  ['keys in a sort', `{"sort":${nested(1_000, '{"author":', '}', '"asc"')}}`, 'expected_object /sort/author'],
  ['alternatives', filters(`{"$or":[${'{},'.repeat(20_000)}{}]}`), 'limit_exceeded /filters'],
  ['a large value', filters(`{"title":"${'q'.repeat(65_600)}"}`), 'limit_exceeded /filters'],
  ["a large value of the host's", `{"x":"${'q'.repeat(65_600)}"}`, 'limit_exceeded /filters'],
  ['as much as is allowed', `{"x":"${'q'.repeat(65_520)}"}`, 'nothing'],
];

describe('a JSON body', () => {
  // The parser takes more than the library does.
  const app = useApp(() => readingModule([readingController({ source: 'body' })]), {
    express: (host: NestExpressApplication) => host.useBodyParser('json', { limit: '5mb' }),
  });

  it.each([...understood, ...refused])('%s -> %s', async (body, reads) => {
    expect(line(await app.client.post('/posts', expand(body)))).toBe(reads);
    expect(Object.getOwnPropertyNames({})).toEqual([]);
    expect(Object.prototype).not.toHaveProperty('views');
  });

  it.each(large)('of %s', async (_, body, reads) => {
    expect(line(await app.client.post('/posts', body))).toBe(reads);
  });

  it.each(['', '"x"', '5', 'null', '{', '{"filters":', '\u0000', 'filters[title]=x'])(
    'that is %j is no failure of the server',
    async (body) => {
      expect([200, 400]).toContain((await app.client.post('/posts', body)).status);
    },
  );
});
