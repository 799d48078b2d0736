import { createContext, runInContext } from 'node:vm';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiQuery, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { FilterException, FilterModule, FilterQuery, FilterService, Filterable } from 'nestjs-filterable';
import { ApiFilters, bracketInterceptor, documentFilters, filterJsonSchema } from 'nestjs-filterable/openapi';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

const source = () => ({});

const inOwnOrder = {
  pageSize: 'limit',
  filters: { title: '$contains' },
  sort: { field: 'by', direction: 'order' },
  page: 'p',
  brackets: false,
} as const;

@Controller('posts')
class PostsController {
  @Get('usual') usual(@FilterQuery(Post, { source }) query: FilterQuery<Post>) {
    return query;
  }

  @Get('told')
  @ApiQuery({ name: 'query', description: 'RSQL' })
  @ApiFilters(Post, { parameters: false, page: true })
  told(@FilterQuery(Post, { source }) query: FilterQuery<Post>) {
    return query;
  }

  @Get('flat') flat(@FilterQuery(Post, { flat: inOwnOrder }) query: FilterQuery<Post>) {
    return query;
  }
}

describe('the parameters that a document lists', () => {
  /** Returns the operation of each path, and the names of its parameters. */
  const operations = async () => {
    const dataSource = await describeEntities('sqlite', blogEntities);
    @Module({
      imports: [FilterModule.forRoot({ context: undefined })],
      controllers: [PostsController],
      providers: [{ provide: DataSource, useValue: dataSource }],
    })
    class AppModule {}
    const app = await NestFactory.create(AppModule, { logger: false });
    await app.init();
    const { paths } = documentFilters(app, () => SwaggerModule.createDocument(app, new DocumentBuilder().build()));
    await app.close();
    return (path: string) => {
      const { parameters = [], responses = {} } = paths[path]?.get ?? {};
      return { names: parameters.map((each) => ('name' in each ? each.name : undefined)), responses };
    };
  };

  it('are those of a `source` function unless the handler has its own', async () => {
    const of = await operations();
    expect(of('/posts/usual').names).toEqual(expect.arrayContaining(['filters', 'sort', 'pagination']));
    const { names, responses } = of('/posts/told');
    expect(names).toEqual(['query']);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400']));
  });

  it('are flat names in the order of their declaration', async () => {
    const of = await operations();
    expect(of('/posts/flat').names).toEqual(['limit', 'title', 'by', 'order', 'p']);
  });
});

@Entity()
@Filterable({ fields: ['id', 'name', 'notes'], facets: ['name', 'notes'] })
class Wine {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column('simple-array') notes!: string[];
}

const service = FilterService.forDataSource(await describeEntities('sqlite', [Wine]), {});

describe("a comma in a facet's search", () => {
  it.each([
    ['notes', ',', false],
    ['notes', 'oak,', false],
    ['notes', 'oak', true],
    ['name', ',', true],
  ])('of %s, %j: taken %s, by the schema and by the reader', (facet, search, taken) => {
    const pattern = patternOf(below(filterJsonSchema(service, Wine), facet));
    expect(pattern === undefined || new RegExp(pattern).test(search)).toBe(taken);
    const read = () => service.parse(Wine, { facets: { [facet]: { search } } });
    if (taken) expect(read).not.toThrow();
    else expect(read).toThrow(FilterException);
  });
});

/** Finds the schema of the options of a facet, which is the first one under its name that has a search. */
function below(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  const own: unknown = Reflect.get(node, name);
  if (JSON.stringify(own ?? null).includes('"search"')) return own;
  return Object.values(node)
    .map((inner) => below(inner, name))
    .find((found) => found !== undefined);
}

function patternOf(schema: unknown): string | undefined {
  return /"pattern":"([^"]*)"/.exec(JSON.stringify(schema))?.[1];
}

/** The interceptor as a browser gets it: its text alone, in a realm that has nothing else of this module. */
const inBrowser = runInContext(`(${bracketInterceptor.toString()})`, createContext({})) as typeof bracketInterceptor;

const on = (query: string) => inBrowser({ url: `http://localhost/api/posts${query}` }).url.slice(26);
const sent = (key: string, value: unknown) =>
  `?${encodeURIComponent(key)}=${encodeURIComponent(JSON.stringify(value))}`;

/** The query that Swagger UI sends, the one that is shown and sent instead, and why the row is there. */
// prettier-ignore
const rows: readonly (readonly [query: string, expected: string, why: string])[] = [
  [sent('filters[title]', { $contains: 'a' }), '?filters[title][$contains]=a', 'an operator'],
  [sent('filters[title]', { $in: ['a', 'b'] }), '?filters[title][$in][0]=a&filters[title][$in][1]=b', 'a list'],
  [sent('filters[$or]', [{ a: { $eq: 1 } }]), '?filters[$or][0][a][$eq]=1', 'a group'],
  [sent('filters[$not]', { a: 1 }), '?filters[$not][a]=1', 'a group of shorthands'],
  [sent('filters[author]', { name: { $eq: 'Kai' } }), '?filters[author][name][$eq]=Kai', 'a relation'],
  [sent('filters[a]', { $eq: null }), '?filters[a][$eq]', 'null'],
  [sent('filters[a]', { $eq: '50% + x&y=z' }), '?filters[a][$eq]=50%25%20%2B%20x%26y%3Dz', 'characters of the syntax'],
  [`?filters[a]=${encodeURIComponent('{"$eq":"a b"}').replace('%20', '+')}`, '?filters[a][$eq]=a%20b', 'a plus for a space'],
  [sent('filters[at]', { $gte: '2024-01-01T10:00Z' }), '?filters[at][$gte]=2024-01-01T10:00Z', 'an instant'],
  ['?sort=title%3Adesc&pagination%5Bpage%5D=2&facets%5Btags.name%5D=true', '?sort=title:desc&pagination[page]=2&facets[tags.name]=true', 'what is a text already, and can be read'],
  ...[
    ['?filters[a][$eq]={"$eq":1}', 'a text under an operator is a text'],
    ['?filters[a]=%7Bx', 'no JSON'],
    ['?filters[a]=%E0%A4%A', 'no text'],
    [sent('filters[a]', { b: 1 }), 'nothing of filters in it'],
    [sent('filters[a]', { $eq: {} }), 'an empty object would be lost'],
    ['?filters[a]={"$eq":9007199254740993}', 'a number that JavaScript cannot hold'],
    [sent('where', { $eq: 1 }), 'a parameter of the host’s'],
    ['?q=a%2Cb&name=%E2%82%AC+%26&x%5B%26%5D=1&flag&empty=', 'characters that must not stand for themselves'],
    ['?tag=a&tag=b&q=%7B%22%24a%22%3A1%7D', 'parameters of the host’s'],
    ['?pagination[page]=2&sort=title', 'what is a text already'],
    ['', 'no query'],
  ].map(([query = '', why = '']) => [query, query, why] as const),
];

describe('the interceptor of Swagger UI', () => {
  it.each(rows)('%s becomes %s: %s', (query, expected) => {
    expect(on(query)).toBe(expected);
  });

  it('returns the request with everything else in it', () => {
    const request = { url: '/posts?filters%5Ba%5D=%7B%22%24eq%22%3A1%7D&tenant=1', method: 'GET', headers: {} };
    expect(inBrowser(request)).toBe(request);
    const others = { method: 'GET', headers: {}, curlOptions: ['--globoff'] };
    expect(request).toEqual({ url: '/posts?filters[a][$eq]=1&tenant=1', ...others });
  });

  it('says nothing to curl about addresses without brackets', () => {
    const request = { url: '/posts?tenant=1' };
    expect(inBrowser(request)).toEqual({ url: '/posts?tenant=1' });
  });
});
