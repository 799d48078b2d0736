import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { expand, faultsOf, issueLine, type Refusal } from '../../support/hostile/refusals.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { cases } from '../../support/table.js';
import { fill, hostileModule, visible } from './blog.js';

/**
 * Hostile requests for which HTTP matters: bytes of the URL, keys as they are sent, parameters that are the host's, and
 * cursors. What `parse()` alone refuses stands in `test/unit/hostile`.
 */
onEngines('hostile requests over HTTP', { entities: blogEntities, seed: fill, on: ['sqlite'] }, (world) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await openApp('express', hostileModule(world.source));
  });

  afterAll(() => app.close());

  it.each(
    cases(String.raw`
  filter.secretNote=x&filters[title]=Spring -> unknown_parameter /filter.secretNote
  filter.author.passwordHash=$eq:x&filters[title]=Spring -> unknown_parameter /filter.author.passwordHash
  where[secretNote]=x&filters[title]=Spring -> unknown_parameter /where
  q=filters[secretNote]=x&filters[title]=Spring -> unknown_parameter /q
  page[number]=2&filters[title]=Spring -> unknown_parameter /page
  page=-1e999&filters[title]=Spring -> unknown_parameter /page
  limit=%00&filters[title]=Spring -> unknown_parameter /limit
  take={21*9}&filters[title]=Spring -> unknown_parameter /take
  populate[author][fields]=passwordHash&filters[title]=Spring -> unknown_parameter /populate
  join=author||passwordHash&filters[title]=Spring -> unknown_parameter /join
  order[secretNote]=asc&filters[title]=Spring -> unknown_parameter /order
  sortBy=secretNote:DESC&sortBy=id&filters[title]=Spring -> unknown_parameter /sortBy
  %70age=2&filters[title]=Spring -> unknown_parameter /page
  page=%zz&filters[title]=Spring -> unknown_parameter /page
  pagination[before]=x -> invalid_cursor /pagination/before
  pagination[after]='%20OR%201=1%20-- -> invalid_cursor /pagination/after
  pagination[after]=%00 -> invalid_cursor /pagination/after
  pagination[after]=0 -> invalid_cursor /pagination/after
  pagination[after]=%F0%9F%8C%B1.{4*%F0%9F%8C%B1} -> invalid_cursor /pagination/after
  pagination[after]=x.{8*%C3%A9} -> invalid_cursor /pagination/after
  pagination[after]=x.{8*%C3%A9}aaaaaaaa -> invalid_cursor /pagination/after
  pagination[after]=%3Cscript%3Ealert(5)%3C/script%3E -> invalid_cursor /pagination/after

  filters[title][$eq]=% -> malformed_encoding /filters/title/$eq
  filters[title][$eq]=100% -> malformed_encoding /filters/title/$eq
  filters[title][$eq]=%u0041 -> malformed_encoding /filters/title/$eq
  filters[title][$eq]=%E9 -> malformed_encoding /filters/title/$eq
  filters[title][$eq]=%C0%AF -> malformed_encoding /filters/title/$eq
  filters[title][$eq]=%ED%A0%80 -> malformed_encoding /filters/title/$eq
  filters[title][$eq]=%F4%90%80%80 -> malformed_encoding /filters/title/$eq
  filters[%zz]=x -> malformed_encoding /filters
  filters[title%00]=x -> malformed_key /filters
  filters[title]=a%00b -> invalid_value /filters/title
  filters[%2569d]=1 -> unknown_field /filters/%69d
  filters[%E2%80%AEnimda]=1 -> unknown_field /filters/\u202enimda
  filters[%0d%0aSet-Cookie:a=b]=1 -> unknown_field /filters/\u000d\u000aSet-Cookie:a=b
  filters[%3Cscript%3Ealert(1)%3C/script%3E]=1 -> unknown_field /filters/<script\u003ealert(1)<~1script\u003e

  ?filters[title]=Autumn&filters[title]=Spring -> malformed_key /filters
  filters[title]x[$eq]=Spring -> malformed_key /filters
  filters[][title]=Spring -> malformed_key /filters/0
  filters.title=Spring -> malformed_key /filters
  filters%255Btitle%255D=Spring -> malformed_key /filters
  filters[title]%3DSpring -> malformed_key /filters
  filters[title]=Spring&amp;filters[id]=2 -> malformed_key /filters
  %20filters[secretNote]=x -> malformed_key /filters
  Filters[secretNote]=x -> malformed_key /filters
  filters[id][$in][][]=1 -> malformed_key /filters/id/$in/0
  filters[title]=Spring&filters[title]=Autumn -> duplicate_key /filters/title
  filters[title]=a&filters[title][$ne]=b -> duplicate_key /filters/title
  filters[id][$in][1]=1 -> expected_list /filters/id/$in
  filters[__proto__][isAdmin]=true -> unknown_field /filters/__proto__
  filters[constructor][prototype][isAdmin]=true -> unknown_field /filters/constructor
  filters[a=1&filters[b]=2&filters[title]=%zz -> malformed_key /filters, malformed_encoding /filters/title, unknown_field /filters/b

  filters[title]={9000*a} -> limit_exceeded(queryBytes) /filters
  x={8191*a} -> limit_exceeded(queryBytes) /filters
  filters{8200*[} -> limit_exceeded(queryBytes) /filters
  {257&k#=} -> limit_exceeded(parameters) /filters
  {256&a}&filters[title]=Spring -> limit_exceeded(parameters) /filters
  filters{1000*[a]}=1 -> limit_exceeded(logicalDepth) /filters
  {101&filters[id][$in][]=#} -> limit_exceeded(members) /filters/id/$in
`),
  )('%s -> %s', async (line, issues) => {
    const request = expand(line);
    const { status, type, text } = await app.client.get(`/posts?${request}`);
    expect([status, type]).toEqual([400, expect.stringContaining('application/json')]);
    const refusal = JSON.parse(text) as Refusal;
    expect(issueLine(refusal.issues)).toBe(expand(issues));
    expect(Object.keys(refusal)).toEqual(['statusCode', 'error', 'message', 'issues']);
    expect(faultsOf(request, refusal)).toEqual([]);
  });

  describe('the same response', () => {
    it.each(
      cases(String.raw`
      filters%5Btitle%5D%5B%24eq%5D=Spring -> filters[title][$eq]=Spring
      %66ilters[%74itle][$eq]=%53pring -> filters[title][$eq]=Spring
      filters[title%5D%5B$eq]=Spring -> filters[title][$eq]=Spring
      filters[title][$eq]=100%25_[wild]!%5C* -> filters%5Btitle%5D=100%25_%5Bwild%5D!%5C*
      &&filters[title]=Spring&& -> filters[title]=Spring
      =x&filters[title]=Spring -> filters[title]=Spring
      x=1&x=2&x[a]=3&y[&filters[title]=Spring -> filters[title]=Spring
      x=%zz&%zz=1&filters[title]=Spring -> filters[title]=Spring
      __proto__[isAdmin]=true&filters[title]=Spring -> filters[title]=Spring
      hasOwnProperty=1&toString=2&filters[title]=Spring -> filters[title]=Spring
      my_filters[secretNote]=x&relations=author&filters[title]=Spring -> filters[title]=Spring
      withDeleted=true ->
      x={8150*a}&filters[title]=Spring -> filters[title]=Spring
      {255&a}&filters[title]=Spring -> filters[title]=Spring
      sort=id,title,slug,views,rating -> sort=id
    `),
    )('%s -> %s', async (line, other) => {
      const [answer, same] = [await app.client.get(`/posts?${expand(line)}`), await app.client.get(`/posts?${other}`)];
      expect(answer).toEqual(same);
      expect(answer.status).toBe(200);
    });
  });

  it('answers a request without parameters with what the scope leaves', async () => {
    const { text } = await app.client.get('/posts');
    expect((JSON.parse(text) as { data: { id: number }[] }).data.map(({ id }) => id)).toEqual(visible);
    const count = await world.repository(Post).count({ withDeleted: true });
    expect(count).toBeGreaterThan(visible.length);
  });
});
