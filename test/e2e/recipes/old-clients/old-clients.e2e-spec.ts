import { readFileSync } from 'node:fs';
import { Controller, Get, Inject } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { seedBlog } from '../../../support/blog/data.js';
import { Post, blogEntities } from '../../../support/blog/entities.js';
import { onEngines } from '../../../support/engines.js';
import { type TestApp, openApp } from '../../../support/http/adapters.js';
import { ofTables } from './flat.js';
import { lazyTable } from './lazy-table.js';
import { rsql } from './rsql.js';

const page = 'docs/keep-your-clients.md';
const folder = 'test/e2e/recipes/old-clients';

@Controller('posts')
class PostsController {
  constructor(
    @Inject(FilterService) private readonly filters: FilterService,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  @Get('canonical') canonical(@FilterQuery(Post) query: FilterQuery<Post>) {
    return this.ids(query);
  }

  @Get('rsql') rsql(@FilterQuery(Post, { source: rsql }) query: FilterQuery<Post>) {
    return this.ids(query);
  }

  @Get('lazy') lazy(@FilterQuery(Post, { source: lazyTable }) query: FilterQuery<Post>) {
    return this.ids(query);
  }

  @Get('tables') tables(@FilterQuery(Post, ofTables) query: FilterQuery<Post>) {
    return this.ids(query);
  }

  private async ids(query: FilterQuery<Post>) {
    const { data, meta } = await this.filters.page(this.source.getRepository(Post), query);
    return { ids: data.map(({ id }) => id), meta };
  }
}

/** A rule of a column of PrimeNG's table. */
const rule = (matchMode: string, value: unknown, operator = 'and') => ({ value, matchMode, operator });
const lazy = (event: unknown) => `lazy?lazy=${encodeURIComponent(JSON.stringify(event))}`;

/** Requests of old clients beside the canonical ones of the same meaning. */
const twins: readonly (readonly [old: string, canonical: string])[] = [
  ['rsql', ''],
  ['rsql?query=', ''],
  ['rsql?query=id==3', 'filters[id]=3'],
  ['rsql?query=id=gt=3;id=lt=9&order=-id', 'filters[id][$gt]=3&filters[id][$lt]=9&sort=id:desc'],
  ['rsql?query=author.name!=Ann&order=title&page=2', 'filters[author][name][$ne]=Ann&sort=title&pagination[page]=2'],
  ['lazy', ''],
  [lazy({}), ''],
  [
    lazy({
      first: 2,
      rows: 3,
      sortField: 'id',
      sortOrder: -1,
      filters: { title: [rule('startsWith', null)] },
      globalFilter: null,
    }),
    'sort=id:desc&pagination[start]=2&pagination[limit]=3',
  ],
  [
    lazy({ filters: { title: rule('contains', 'A') }, sortField: 'title', sortOrder: 1 }),
    'filters[title][$containsi]=a&sort=title',
  ],
  [
    lazy({ filters: { id: [rule('lt', 3, 'or'), rule('equals', 5, 'or')] } }),
    'filters[$or][0][id][$lt]=3&filters[$or][1][id]=5',
  ],
  [
    lazy({ filters: { id: [rule('gt', 2), rule('lte', 5)], 'author.name': [rule('notEquals', 'Ann')] } }),
    'filters[id][$gt]=2&filters[id][$lte]=5&filters[author][name][$ne]=Ann',
  ],
  [lazy({ filters: { id: [rule('in', [1, 3])] } }), 'filters[id][$in][0]=1&filters[id][$in][1]=3'],
  [lazy({ filters: { id: [rule('between', [2, 4])] } }), 'filters[id][$between][0]=2&filters[id][$between][1]=4'],
  ['tables?_t=17', ''],
  ['tables?title=&author=&field=&order=', ''],
  ['tables?author=1&title=a', 'filters[author][id]=1&filters[title][$contains]=a'],
  ['tables?field=id&order=desc&page=2&pageSize=3', 'sort=id:desc&pagination[page]=2&pagination[pageSize]=3'],
  ['tables?pageSize=1000', 'pagination[pageSize]=100'],
];

const refused: readonly (readonly [old: string, refusal: unknown])[] = [
  ['rsql?query=id', ['malformed_encoding filters']],
  ['rsql?query=id==x', ['invalid_value id']],
  ['rsql?query=id==1;nope==1', ['unknown_field nope']],
  ['rsql?query=author.nope==1', ['unknown_field author.nope']],
  ['rsql?order=-nope', ['not_sortable order']],
  ['rsql?page=0', ['invalid_pagination page']],
  ['rsql?page=1&page=2', 'page is unknown, or is sent twice'],
  ['rsql?limit=5', 'limit is unknown, or is sent twice'],
  [lazy({ filters: { id: [rule('equals', 'x')] } }), ['invalid_value id']],
  [
    lazy({ filters: { 'author.nope': [rule('equals', 'x')], id: rule('in', ['x']) } }),
    ['unknown_field author.nope', 'invalid_value id'],
  ],
  [lazy({ filters: { id: [rule('custom', 3)] } }), ['malformed_encoding filters']],
  [lazy({ filters: { id: null } }), ['malformed_encoding filters']],
  ['lazy?lazy={"filters":{"__proto__":{"value":1,"matchMode":"equals"}}}', ['unknown_field __proto__']],
  [lazy({ sortField: 'nope' }), ['not_sortable sortField']],
  [lazy({ first: -1, rows: 5000 }), ['invalid_pagination first', 'limit_exceeded rows']],
  [lazy(null), ['malformed_encoding filters']],
  ['lazy?lazy={', ['malformed_encoding filters']],
  [lazy({ globalFilter: 'a' }), 'Send `lazy` alone, with one sort key.'],
  [`${lazy({})}&page=2`, 'Send `lazy` alone, with one sort key.'],
  ['tables?author=x', ['invalid_value author']],
  ['tables?filters[id]=1', ['unknown_parameter filters']],
  ['tables?limit=5', ['unknown_parameter limit']],
];

onEngines('docs/keep-your-clients.md', { entities: blogEntities, seed: seedBlog, on: ['sqlite'] }, (world) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp('express', {
      imports: [FilterModule.forRoot({ context: undefined })],
      controllers: [PostsController],
      providers: [{ provide: DataSource, useValue: world.source }],
    });
  });
  afterAll(() => app.close());

  it('shows a source that runs here, and links to another', () => {
    const text = readFileSync(page, 'utf8');
    expect(text).toContain(`\`\`\`ts\n${readFileSync(`${folder}/rsql.ts`, 'utf8')}\`\`\``);
    expect(text).toContain(`/blob/main/${folder}/lazy-table.ts)`);
  });

  it.each(twins)('/posts/%s answers as %s does', async (old, canonical) => {
    const [one, other] = [await app.client.get(`/posts/${old}`), await app.client.get(`/posts/canonical?${canonical}`)];
    expect([one.status, JSON.parse(one.text)]).toEqual([200, JSON.parse(other.text)]);
  });

  it.each(refused)('/posts/%s is refused as %j', async (old, refusal) => {
    const { status, text } = await app.client.get(`/posts/${old}`);
    const { issues, message } = JSON.parse(text) as { issues?: { code: string; path: string }[]; message: unknown };
    expect([status, issues?.map((issue) => `${issue.code} ${issue.path}`) ?? message]).toEqual([400, refusal]);
  });
});
