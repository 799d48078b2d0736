import { inspect } from 'node:util';
import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { type Asking, type Input, issuesOf, parse, serviceFor, told } from '../parse/asking.js';
import { model } from '../parse/model.js';
import { meaningOf } from './meaning.js';
import { rowsOf } from '../../support/table.js';

function canonical(input: Input, asking?: Asking): string {
  return decodeURIComponent(parse(input, asking).toString());
}

/** Requests that are equal, in groups: the first of each is the canonical form. */
// prettier-ignore
const equals: readonly (readonly string[])[] = [
  ['filters[title][$eq]=a', 'filters[title]=a', 'filters[$and][0][title]=a', 'filters[$or][0][title]=a', 'filters[$or][title]=a'],
  ['filters[title][$in][0]=a&filters[title][$in][1]=b', 'filters[title][]=b&filters[title][]=a', 'filters[title][$in]=b&filters[title][$in]=a'],
  ['filters[slug][$null]=true', 'filters[slug]', 'filters[slug][$eq]', 'filters[slug][$notNull]=false', 'filters[slug][$eq]&filters[slug][$notNull]=false'],
  ['filters[slug][$notNull]=true', 'filters[slug][$ne]', 'filters[slug][$null]=false'],
  ['filters[views][$eq]=7', 'filters[views]=007', 'filters[views][$eq]=07&filters[$and][0][views]=7'],
  ['filters[rating][$eq]=1.5', 'filters[rating]=01.500'],
  [
    'filters[$and][0][comments][$count][$lt]=9&filters[comments][$count][$gte]=1&filters[comments][$count][$ne]=5&filters[comments][$count][$where][approved][$eq]=true',
    'filters[$and][0][comments][$count][$lt]=9&filters[comments][$count][$ne]=5&filters[comments][$count][$gte]=1&filters[comments][$count][$where][approved]=true',
    'filters[$and][0][comments][$count][$where][approved]=true&filters[$and][0][comments][$count][$ne]=5&filters[$and][0][comments][$count][$gte]=1&filters[$and][1][comments][$count][$lt]=9',
  ],
  ['filters[score][$eq]=1000', 'filters[score]=1e3', 'filters[score]=1000.0'],
  ['filters[isFeatured][$eq]=true', 'filters[isFeatured]=1'],
  ['filters[publishedAt][$eq]=2024-03-01T08:00:00Z', 'filters[publishedAt]=2024-03-01T10:00:00%2B02:00', 'filters[publishedAt]=2024-03-01t08:00:00.000z', 'filters[publishedAt]=2024-03-01T08:00:00'],
  ['filters[publishedAt][$eq]=2024-03-01', 'filters[publishedAt]=2024-03-01'],
  ['filters[opensAt][$eq]=09:30:00', 'filters[opensAt]=09:30', 'filters[opensAt]=09:30:00.000'],
  ['filters[externalId][$eq]=0f8fad5b-d9cb-469f-a165-70867728950e', 'filters[externalId]=0F8FAD5B-D9CB-469F-A165-70867728950E'],
  ['filters[author][id][$eq]=3', 'filters[author]=3', 'filters[author][$eq]=3', 'filters[author][id]=03'],
  ['filters[author][$exists]=false', 'filters[author]', 'filters[author][$eq]', 'filters[author][$null]=true', 'filters[author][$notNull]=false'],
  ['filters[comments][body][$eq]=a', 'filters[comments][$some][body]=a', 'filters[comments][$and][0][body]=a'],
  ['filters[comments][$count][$eq]=2', 'filters[comments][$count]=2'],
  ['filters[comments][$count][$in][0]=1&filters[comments][$count][$in][1]=2', 'filters[comments][$count][]=2&filters[comments][$count][]=1'],
  ['filters[title][$not][$eq]=a', 'filters[$not][title]=a', 'filters[$not][$not][$not][title]=a'],
  ['sort[0]=title:asc&sort[1]=views:desc', 'sort=title,views:desc', 'sort[title]=asc&sort[views]=desc', 'sort[1]=views:DESC&sort[0]=title'],
  ['pagination[page]=1&pagination[pageSize]=25', 'pagination[page]=1', 'pagination[pageSize]=25'],
  ['', 'x=1', 'sort='],
];

describe('equal requests are printed alike', () => {
  it.each(equals.flatMap(([first = '', ...others]) => [first, ...others].map((other) => [other, first] as const)))(
    '%s is %s',
    (request, expected) => {
      expect(canonical(request)).toBe(expected);
    },
  );

  it('in whatever order their keys and members arrive', () => {
    const pieces = [
      'filters[$or][0][title][$ne]=b',
      'filters[$or][1][author][address][city]=c',
      'filters[$or][1][author][name]=d',
      'filters[comments][stars][$gt]=3',
      'filters[comments][approved]=true',
      'filters[views][$in][0]=1',
      'filters[views][$in][1]=2',
    ];
    const forms = pieces.map((_, by) => canonical([...pieces.slice(by), ...pieces.slice(0, by)].join('&')));
    expect(new Set(forms).size).toBe(1);
    expect(canonical([...pieces].reverse().join('&'))).toBe(forms[0]);
  });

  it('and different requests differently', () => {
    const requests = [
      'filters[title]=a',
      'filters[title][$in]=a',
      'filters[title][$eqc]=a',
      'filters[slug]=a',
      'filters[$not][title]=a',
      'filters[author][$not][name]=a',
      'filters[$not][author][name]=a',
      'filters[comments][$none][author][name]=a',
      'filters[views][$between][]=1&filters[views][$between][]=2',
      'filters[views][$between][]=2&filters[views][$between][]=1',
      'sort=title',
      'sort=title,views',
      'sort=views,title',
      'sort=title:asc:nullsLast',
      'pagination[page]=2',
      'pagination[start]=0',
      'pagination[after]=',
      'pagination[before]=',
      'pagination[page]=2&pagination[withCount]=true',
    ];
    expect(new Set(requests.map((request) => canonical(request))).size).toBe(requests.length);
  });
});

describe('conditions that do not fit into one object go into $and', () => {
  it.each(
    rowsOf(
      `
    filters[$and][0][title][$ne]=a&filters[$and][1][title][$ne]=b | filters[$and][0][title][$ne]=b&filters[title][$ne]=a         | one operator twice
    filters[$and][0][title][$ne]=a&filters[$and][1][title][$eq]=b | filters[title][$eq]=b&filters[title][$ne]=a                  | two operators fit
    filters[$and][0][tags][name]=a&filters[$and][1][tags][name]=b | filters[tags][$some][name][$eq]=b&filters[tags][name][$eq]=a | two rows of one relation fit
    filters[$and][0][tags][name]=a&filters[$and][1][tags][name]=b&filters[$and][2][tags][name]=c | filters[$and][0][tags][name][$eq]=c&filters[tags][$some][name][$eq]=b&filters[tags][name][$eq]=a | three do not
    filters[$and][0][author][name]=a&filters[$and][1][author][name]=b | filters[$and][0][author][name][$eq]=b&filters[author][name][$eq]=a | nor two of a relation to one, of which there is no $some
    filters[$and][0][author][name]=a&filters[$and][1][author][$exists]=true | filters[author][$exists]=true&filters[author][name][$eq]=a   | existence fits beside a condition
    filters[author][$exists]=true&filters[author][$null]=true    | filters[author][$exists]=false&filters[author][$notNull]=true | and beside its opposite
    filters[$and][0][comments][$none][stars]=1&filters[$and][1][comments][$none][stars]=2 | filters[$and][0][comments][$none][stars][$eq]=2&filters[comments][$none][stars][$eq]=1 | one quantifier twice
    filters[$and][0][comments][$count][$gte]=1&filters[$and][1][comments][$count][$lt]=5 | filters[comments][$count][$gte]=1&filters[comments][$count][$lt]=5 | two comparisons of one count fit
    filters[$and][0][comments][$count][$ne]=1&filters[$and][1][comments][$count][$ne]=5 | filters[$and][0][comments][$count][$ne]=5&filters[comments][$count][$ne]=1 | one comparison twice
    filters[$and][0][comments][$count][$gte]=1&filters[$and][1][comments][$count][$lt]=5&filters[$and][1][comments][$count][$where][approved]=true | filters[$and][0][comments][$count][$lt]=5&filters[$and][0][comments][$count][$where][approved][$eq]=true&filters[comments][$count][$gte]=1 | counts of different rows
    filters[$and][0][$or][title]=a&filters[$and][0][$or][slug]=b&filters[$and][1][$or][title]=c&filters[$and][1][$or][slug]=d | filters[$and][0][$or][0][slug][$eq]=d&filters[$and][0][$or][1][title][$eq]=c&filters[$or][0][slug][$eq]=b&filters[$or][1][title][$eq]=a | two groups of alternatives
    filters[title][$not][$eq]=a&filters[$not][title]=b           | filters[$not][title][$eq]=b&filters[title][$not][$eq]=a      | two negations fit, one under the field
    filters[title][$not][$eq]=a&filters[title][$not][$ne]=b      | filters[title][$not][$eq]=a&filters[title][$not][$ne]=b      | one negation of two operators
    filters[views][$not][$gte]=1&filters[views][$not][$not][$lt]=5 | filters[views][$not][$gte]=1&filters[views][$not][$not][$lt]=5 | a negation in a negation stays under the field
    filters[author][$eq]=3&filters[author][id]=4                 | filters[author][$eq]=4&filters[author][id][$eq]=3            | the key by both of its names
  `,
      'request',
      'expected',
      'third',
    ),
  )('%s is %s: %s', (request, expected) => {
    expect(canonical(request)).toBe(expected);
    expect(meaningOf(expected)).toBe(meaningOf(request));
    expect(canonical(expected)).toBe(expected);
  });
});

describe('at the edge of logicalDepth, the canonical form is accepted, too', () => {
  const not = (times: number) => '[$not]'.repeat(times);

  /** Requests, and the least depth that they need. */
  // prettier-ignore
  const edges: readonly (readonly [depth: number, request: string, why: string])[] = [
    [5, `filters${not(5)}[author][$exists]=true&filters${not(5)}[author][$null]=false`, 'existence said twice'],
    [5, `filters${not(5)}[author][$exists]=true&filters${not(5)}[author][$null]=true`, 'existence and its opposite'],
    [5, `filters${not(5)}[slug][$null]=true&filters${not(5)}[slug][$eq]&filters${not(5)}[slug][$notNull]=false`, 'NULL said three times'],
    [5, `filters${not(5)}[author][$eq]=3&filters${not(5)}[author][id]=4&filters${not(5)}[title]=a`, 'the key by both of its names'],
    [5, `filters${not(5)}[tags][name]=a&filters${not(5)}[tags][$some][name]=b`, 'two rows'],
    [2, 'filters[title][$not][$eq]=a&filters[title][$not][$not][$ne]=b&filters[slug][$not][$eq]=a&filters[slug][$not][$not][$ne]=b', 'negations in negations of two fields'],
    [2, 'filters[$or][0][$or][0][title]=a&filters[$or][0][slug]=b&filters[$or][0][$or][1][title]=c&filters[$or][1][slug]=d&filters[$and][0][$or][0][title]=e&filters[$and][0][$or][1][slug]=f', 'a group that sorts behind another and is deeper'],
    [3, 'filters[$or][0][views]=1&filters[$or][1][$not][$or][0][title]=a&filters[$or][1][$not][$or][1][slug]=b&filters[$and][0][$or][0][id]=1&filters[$and][0][$or][1][id]=2', 'a group that sorts before another and is deeper'],
    [2, 'filters[tags][posts][$or][0][$not][title]=a&filters[tags][posts][$or][1][slug]=b&filters[$and][0][tags][name]=a&filters[$and][1][tags][name]=b', 'a deep row beside two shallow ones'],
    [2, 'filters[comments][$count][$ne]=1&filters[comments][$count][$where][$or][0][stars]=1&filters[comments][$count][$where][$or][1][$not][body]=a&filters[$and][0][comments][$count][$ne]=0', 'a deep count beside a shallow one'],
    [2, 'filters[$not][title][$not][$eq]=a&filters[$not][slug]=b&filters[$and][0][$not][id]=1&filters[$and][0][$not][views]=1', 'a deep negation beside a shallow one'],
  ];

  it.each(edges)('%i: %s (%s)', (depth, request) => {
    const at = (logicalDepth: number): Asking => ({ overrides: { limits: { logicalDepth, relationConditions: 32 } } });
    expect(issuesOf(request, at(depth)).map(told)).toEqual([]);
    expect(issuesOf(request, at(depth - 1))[0]).toMatchObject({ limit: 'logicalDepth' });
    expect(issuesOf(canonical(request, at(depth)), at(depth)).map(told)).toEqual([]);
    expect(meaningOf(canonical(request, at(depth)), at(depth))).toBe(meaningOf(request, at(depth)));
  });
});

describe('a field that allows one of $null and $notNull', () => {
  const rows: readonly (readonly [operator: string, request: string, printed: string])[] = [
    ['$null', 'filters[slug][$null]=false', 'filters[slug][$null]=false'],
    ['$null', 'filters[slug][$null]=true', 'filters[slug][$null]=true'],
    ['$notNull', 'filters[slug][$notNull]=false', 'filters[slug][$notNull]=false'],
    ['$notNull', 'filters[$not][slug][$notNull]=false', 'filters[slug][$not][$notNull]=false'],
    ['$null', 'filters[$or][0][slug][$null]=false&filters[$or][1][id][$null]=false', ''],
  ];

  it.each(rows)('%s: the printed form of %s can be parsed again', (operator, request, printed) => {
    const asking: Asking = { overrides: { fields: ['slug', 'id'].map((name) => ({ name, operators: [operator] })) } };
    const text = canonical(request, asking);
    if (printed !== '') expect(text).toBe(printed);
    expect(meaningOf(text, asking)).toBe(meaningOf(request, asking));
    expect(parse(text, asking).cacheKey()).toBe(parse(request, asking).cacheKey());
  });

  it('is found in another data source, too', async () => {
    const here = FilterService.forDataSource(await describeEntities('sqlite', [Draft]));
    const there = await describeEntities('sqlite', [Draft]);
    const query = here.parse(Draft, 'filters[note][$null]=false');
    expect(here.apply(there.createQueryBuilder(Draft, 'draft'), query).getQuery()).toContain('IS NOT NULL');
  });
});

@Entity()
@Filterable({ fields: [{ name: 'note', operators: ['$null'] }] })
class Draft {
  @PrimaryColumn() id!: number;
  @Column({ type: 'text', nullable: true }) note!: string | null;
}

describe('the JSON form', () => {
  it('is that of the query string', () => {
    const query = parse(
      'filters[title]=a&filters[$or][0][slug]&filters[$or][1][views][]=2&filters[$or][1][views][]=1' +
        '&sort=title,author.name:desc&pagination[page]=2&pagination[withCount]=false',
    );
    expect(query.toJSON()).toEqual({
      filters: {
        title: { $eq: 'a' },
        $or: [{ slug: { $null: 'true' } }, { views: { $in: ['1', '2'] } }],
      },
      sort: ['title:asc', 'author.name:desc'],
      pagination: { page: '2', pageSize: '25', withCount: 'false' },
    });
  });

  it('leaves out parameters that were not sent', () => {
    expect(parse('').toJSON()).toEqual({});
    expect(parse({ filters: {}, sort: '' }).toJSON()).toEqual({});
    expect(parse('sort=title').toJSON()).toEqual({ sort: ['title:asc'] });
  });

  it('is the result of JSON.stringify', () => {
    expect(JSON.stringify(parse('filters[title]=a'))).toBe('{"filters":{"title":{"$eq":"a"}}}');
  });

  it('can be changed without changing the query', () => {
    const query = parse('filters[title]=a');
    const json = query.toJSON() as { filters: unknown };
    json.filters = {};
    expect(query.toString()).toBe('filters[title][$eq]=a');
  });
});

describe('the query string', () => {
  it('has readable keys and encoded values', () => {
    expect(parse({ filters: { title: 'a&b=c d+ü#%' } }).toString()).toBe(
      'filters[title][$eq]=a%26b%3Dc%20d%2B%C3%BC%23%25',
    );
    expect(parse({ filters: { publishedAt: new Date(0) } }).toString()).toBe(
      'filters[publishedAt][$eq]=1970-01-01T00%3A00%3A00Z',
    );
  });

  it('uses the parameter names of the host', async () => {
    const by = await serviceFor(model, { params: { filters: 'where', sort: 'order', pagination: 'slice' } });
    const text = 'where[title][$eq]=a&order[0]=title:asc&slice[page]=1&slice[pageSize]=5';
    expect(canonical('where[title]=a&order=title&slice[pageSize]=5', { by })).toBe(text);
    expect(canonical(text, { by })).toBe(text);
  });

  it('has the prefix of the handler', () => {
    const asking: Asking = { overrides: { prefix: 'posts_' } };
    expect(canonical('posts_filters[title]=a', asking)).toBe('posts_filters[title][$eq]=a');
    expect(parse('posts_filters[title]=a', asking).toJSON()).toEqual({ filters: { title: { $eq: 'a' } } });
  });
});

describe('the text that console.log() shows', () => {
  it.each([
    ['filters[title]=a b', 'FilterQuery<Post> filters[title][$eq]=a%20b'],
    ['sort=title', 'FilterQuery<Post> sort[0]=title%3Aasc'],
    ['', 'FilterQuery<Post>'],
  ])('of %j is %s', (request, shown) => {
    expect(inspect(parse(request))).toBe(shown);
    expect(inspect({ query: parse(request) })).toBe(`{ query: ${shown} }`);
  });

  it('leaves out what the server added', async () => {
    const by = await serviceFor(model);
    expect(inspect(by.and(parse('', { by }), { id: 7 }))).toBe('FilterQuery<Post>');
  });

  it('of a look-alike does not throw', () => {
    expect(inspect(Object.create(Object.getPrototypeOf(parse('')) as object))).toBe('FilterQuery {}');
  });
});
