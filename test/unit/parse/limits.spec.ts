import { FilterConfigurationError, type LimitName, defaultLimits } from 'nestjs-filterable';
import { RequestBody } from '../../../lib/wire/index.js';
import { type Asking, answer, issuesOf, pieces, serviceFor, told } from './asking.js';
import { Post, model } from './model.js';

/** A limit, a request that is at it, and what one more is refused with. */
interface LimitCase {
  readonly limit: LimitName;
  readonly what: string;
  readonly ask: (amount: number) => string | object;
  /** The pointer of the refusal, for the amount above. */
  readonly at: string;
  /** What the limit is set to; its default, unless another limit would be in the way. */
  readonly set?: number;
  /** What is raised, so that nothing else is in the way. */
  readonly raised?: Partial<Record<LimitName, number>>;
}

/** `[$and][0][$and][0]…`, so many groups deep. */
const groups = (depth: number, group = '[$and][0]') => group.repeat(depth);

const wide = { parameters: 1_000, queryBytes: 16_384, members: 1_000, conditions: 100, values: 5_000 };

// prettier-ignore
const cases: readonly LimitCase[] = [
  { limit: 'logicalDepth', what: 'of $and', ask: (n) => `filters${groups(n)}[title]=a`, at: `/filters${'/$and/0'.repeat(5)}/$and` },
  { limit: 'logicalDepth', what: 'of $or', ask: (n) => `filters${groups(n, '[$or][0]')}[title]=a`, at: `/filters${'/$or/0'.repeat(5)}/$or` },
  { limit: 'logicalDepth', what: 'of $or as an object', ask: (n) => `filters${groups(n, '[$or]')}[title]=a`, at: `/filters${'/$or'.repeat(6)}` },
  { limit: 'logicalDepth', what: 'of $not', ask: (n) => `filters${groups(n, '[$not]')}[title]=a`, at: `/filters${'/$not'.repeat(6)}` },
  { limit: 'logicalDepth', what: 'of $not under a field', ask: (n) => `filters[title]${groups(n, '[$not]')}[$eq]=a`, at: `/filters/title${'/$not'.repeat(6)}` },
  { limit: 'logicalDepth', what: 'across a relation', ask: (n) => `filters${groups(n - 1, '[$not]')}[author][$not][name]=a`, at: `/filters${'/$not'.repeat(5)}/author/$not` },
  { limit: 'logicalDepth', what: 'within a quantifier', ask: (n) => `filters[comments][$none]${groups(n, '[$not]')}[body]=a`, at: `/filters/comments/$none${'/$not'.repeat(6)}` },
  { limit: 'logicalDepth', what: 'within $where', ask: (n) => `filters[comments][$count][$gte]=1&filters[comments][$count][$where]${groups(n, '[$not]')}[body]=a`, at: `/filters/comments/$count/$where${'/$not'.repeat(6)}` },
  { limit: 'logicalDepth', what: 'of lists in a list', ask: (n) => `filters[$and]${groups(n, '[0]')}[title]=a`, at: '/filters/$and/0/0/0/0/0' },
  { limit: 'conditions', what: 'of one field', ask: (n) => pieces(n, (i) => `filters[$or][${i}][title]=${i}`), at: '/filters' },
  { limit: 'conditions', what: 'across a relation', ask: (n) => pieces(n, (i) => `filters[author][$or][${i}][name]=${i}`), at: '/filters' },
  { limit: 'conditions', what: 'of counts', ask: (n) => `${pieces(n - 2, (i) => `filters[$or][${i}][title]=${i}`)}&filters[comments][$count][$gte]=1&filters[comments][$count][$lt]=5`, at: '/filters' },
  { limit: 'members', what: 'with indexes', ask: (n) => pieces(n, (i) => `filters[views][$in][${i}]=${i}`), at: '/filters/views/$in' },
  { limit: 'members', what: 'without indexes', ask: (n) => pieces(n, (i) => `filters[views][$in][]=${i}`), at: '/filters/views/$in' },
  { limit: 'members', what: 'as a repeated key', ask: (n) => pieces(n, (i) => `filters[views][$in]=${i}`), at: '/filters/views/$in' },
  { limit: 'members', what: 'in the shorthand', ask: (n) => pieces(n, (i) => `filters[views][${i}]=${i}`), at: '/filters/views' },
  { limit: 'members', what: 'in code', ask: (n) => ({ filters: { views: { $in: Array.from({ length: n }, (_, i) => i) } } }), at: '/filters/views/$in' },
  { limit: 'members', what: 'of a group', ask: (n) => ({ filters: { $or: Array.from({ length: n }, (_, i) => ({ views: i })) } }), at: '/filters/$or', set: 20 },
  { limit: 'members', what: 'of a count', ask: (n) => ({ filters: { comments: { $count: { $in: Array.from({ length: n }, (_, i) => i) } } } }), at: '/filters/comments/$count/$in' },
  { limit: 'values', what: 'over several lists', ask: (n) => `${pieces(100, (i) => `filters[views][$in][${i}]=${i}`)}&${pieces(100, (i) => `filters[id][$in][${i}]=${i}`)}&${pieces(n - 200, (i) => `filters[visits][$in][${i}]=${i}`)}`, at: '/filters', raised: wide },
  { limit: 'valueLength', what: 'of a text', ask: (n) => `filters[title]=${'a'.repeat(n)}`, at: '/filters/title' },
  { limit: 'valueLength', what: 'of a member', ask: (n) => `filters[title][$in]=${'a'.repeat(n)}`, at: '/filters/title/$in' },
  { limit: 'valueLength', what: 'of a number', ask: (n) => `filters[views]=${'1'.padStart(n, '0')}`, at: '/filters/views' },
  { limit: 'needleLength', what: 'of $contains', ask: (n) => `filters[title][$contains]=${'a'.repeat(n)}`, at: '/filters/title/$contains' },
  { limit: 'needleLength', what: 'of $startsWith', ask: (n) => `filters[title][$startsWith]=${'a'.repeat(n)}`, at: '/filters/title/$startsWith' },
  { limit: 'unanchoredNeedles', what: 'of $contains', ask: (n) => pieces(n, (i) => `filters[$or][${i}][title][$contains]=${i}`), at: '/filters' },
  { limit: 'unanchoredNeedles', what: 'of $endsWith', ask: (n) => pieces(n, (i) => `filters[$or][${i}][title][$endsWithi]=${i}`), at: '/filters' },
  { limit: 'unanchoredNeedles', what: 'of several operators', ask: (n) => pieces(n, (i) => `filters[$or][${i}][title][$${['contains', 'notContains', 'endsWith', 'containsc', 'endsWithc'][i] ?? ''}]=a`), at: '/filters' },
  { limit: 'relationConditions', what: 'of relations', ask: (n) => pieces(n, (i) => `filters[$and][${i}][author][name]=${i}`), at: '/filters' },
  { limit: 'relationConditions', what: 'of one relation', ask: (n) => `filters[comments][$exists]=true&filters[comments][$null]=false&filters[comments][$some][stars]=1&filters[comments][$none][stars]=2&filters[comments][$every][stars]=3&filters[comments][$count][$gte]=1&filters[comments][$count][$lt]=9&filters[comments][body]=a${n > 8 ? '&filters[author]' : ''}`, at: '/filters' },
  { limit: 'relationConditions', what: 'inside one another', ask: (n) => pieces(n / 2, (i) => `filters[$and][${i}][comments][author][name]=${i}`) + (n % 2 === 1 ? '&filters[tags]' : ''), at: '/filters' },
  { limit: 'sortKeys', what: 'in a text', ask: (n) => `sort=${['id', 'title', 'slug', 'views', 'visits', 'rating'].slice(0, n).join(',')}`, at: '/sort' },
  { limit: 'sortKeys', what: 'in a list', ask: (n) => pieces(n, (i) => `sort[${i}]=${['id', 'title', 'slug', 'views', 'visits', 'rating'][i] ?? ''}`), at: '/sort' },
  { limit: 'sortKeys', what: 'in an object', ask: (n) => ['id', 'title', 'slug', 'views', 'visits', 'rating'].slice(0, n).map((key) => `sort[${key}]=asc`).join('&'), at: '/sort' },
  { limit: 'parameters', what: "the host's included", ask: (n) => pieces(n, (i) => `x${i}=1`), at: '/filters' },
  { limit: 'queryBytes', what: "the host's included", ask: (n) => `x=${'a'.repeat(n - 2)}`, at: '/filters' },
  { limit: 'bodyBytes', what: "the host's included", ask: (n) => new RequestBody({ x: 'a'.repeat(n - '{"x":""}'.length) }), at: '/filters' },
  { limit: 'queryBytes', what: 'in UTF-8', ask: (n) => `x=${'é'.repeat(Math.floor((n - 2) / 2))}${'a'.repeat(n % 2)}`, at: '/filters' },
];

describe.each(cases)('$limit, $what', ({ limit, ask, at, raised, set }) => {
  const most = set ?? defaultLimits[limit];
  const asking: Asking = { overrides: { limits: { ...raised, [limit]: most } } };

  it('is accepted at the limit', () => {
    expect(issuesOf(ask(most), asking).map(told)).toEqual([]);
  });

  it('is refused one above, where it is exceeded', () => {
    expect(issuesOf(ask(most + 1), asking).map(told)).toContain(`limit_exceeded ${at} (${limit} ${most})`);
  });
});

describe('hops', () => {
  // prettier-ignore
  it.each([
    ['filters[comments][author][country][name]=a', [], 'three, one of them to many'],
    ['filters[comments][author][country][citizens][name]=a', ['limit_exceeded /filters/comments/author/country/citizens (relationHops 3)'], 'four'],
    ['filters[comments][author][country]=NO', [], 'the key of the third is no hop'],
    ['filters[comments][author][country][citizens]=1', ['limit_exceeded /filters/comments/author/country/citizens (relationHops 3)'], 'but the key of the fourth is behind it'],
    ['filters[comments][author][country][citizens][$exists]=true', ['limit_exceeded /filters/comments/author/country/citizens (relationHops 3)'], 'and so is its existence'],
    ['filters[comments][author][address][city]=a', [], 'an embedded column is no hop'],
    ['filters[comments][replies][body]=a', [], 'two to many'],
    ['filters[comments][replies][replies][body]=a', ['limit_exceeded /filters/comments/replies/replies (toManyHops 2)'], 'three to many'],
    ['filters[comments][$some][replies][$none][replies][$count]=1', ['limit_exceeded /filters/comments/$some/replies/$none/replies (toManyHops 2)'], 'through quantifiers, and to a count'],
    ['filters[comments][$count][$gte]=1&filters[comments][$count][$where][replies][$every][replies][body]=a', ['limit_exceeded /filters/comments/$count/$where/replies/$every/replies (toManyHops 2)'], 'through $where'],
    ['filters[$and][0][comments][replies][body]=a&filters[$and][1][comments][replies][body]=b', [], 'on each path anew'],
  ])('%s: %j (%s)', (query, issues) => {
    expect(issuesOf(query).map(told)).toEqual(issues);
  });

  it('may be raised for one handler', () => {
    const limits = { relationHops: 4, toManyHops: 3 };
    expect(answer('filters[comments][author][country][citizens]=1', { overrides: { limits } })).toBe(
      'filters[comments][author][country][citizens][id][$eq]=1',
    );
    expect(
      issuesOf('filters[comments][author][country][citizens][posts]=1', { overrides: { limits } }).map(told),
    ).toEqual(['limit_exceeded /filters/comments/author/country/citizens/posts (relationHops 4)']);
  });
});

describe('a limit exceeded', () => {
  it('is told once, however far', () => {
    expect(issuesOf(pieces(60, (i) => `filters[$or][${i}][title]=${i}`)).map(told)).toEqual([
      'limit_exceeded /filters (conditions 32)',
    ]);
  });

  it('says what, how many, and its name', () => {
    expect(issuesOf(pieces(6, (i) => `filters[$or][${i}][title][$contains]=${i}`))).toEqual([
      {
        code: 'limit_exceeded',
        path: 'filters',
        pointer: '/filters',
        message:
          'filters exceeds a limit: at most 4 text matches, or tens of list elements, that no index can serve (limits.unanchoredNeedles)',
        limit: 'unanchoredNeedles',
        max: 4,
      },
    ]);
  });

  const alternatives = (count: number) => ({ filters: { $or: Array.from({ length: count }, () => ({ views: 1 })) } });

  it.each([
    [2, 3, 2, []],
    [2, 3, 3, ['limit_exceeded /filters/$or (members 2)']],
    [2, 3, 4, ['limit_exceeded /filters (conditions 3)']],
    [3, 2, 3, ['limit_exceeded /filters (conditions 2)']],
    [3, 2, 4, ['limit_exceeded /filters (conditions 2)']],
    [2, 2, 3, ['limit_exceeded /filters (conditions 2)']],
  ])('where members are %i and conditions %i, of %i alternatives says %j', (members, conditions, count, expected) => {
    const overrides = { limits: { members, conditions } };
    expect(issuesOf(alternatives(count), { overrides }).map(told)).toEqual(expected);
  });

  it('is told before a list of sort keys is looked at', () => {
    expect(issuesOf({ sort: Array.from({ length: 101 }, () => 'nam') }).map(told)).toEqual([
      'limit_exceeded /sort (members 100)',
    ]);
  });

  it('is not, by needles that an index can serve', () => {
    expect(issuesOf(pieces(10, (i) => `filters[$or][${i}][title][$startsWith]=${i}`))).toEqual([]);
    expect(issuesOf(pieces(10, (i) => `filters[$or][${i}][title][$startsWithc]=${i}`))).toEqual([]);
  });

  it('is told ten times of an object that holds itself', () => {
    const circular: { $and: unknown[] } = { $and: [] };
    for (let entry = 0; entry < 30; entry += 1) circular.$and.push(circular);
    expect(issuesOf({ filters: circular })).toHaveLength(10);
  });

  it('does not hide other mistakes', () => {
    const query = `${pieces(6, (i) => `filters[$or][${i}][title][$contains]=${i}`)}&filters[titel]=a&sort=titel`;
    expect(issuesOf(query).map(told)).toEqual([
      'limit_exceeded /filters (unanchoredNeedles 4)',
      'unknown_field /filters/titel',
      'not_sortable /sort/0',
    ]);
  });

  it('stands before anything that recurses', () => {
    let deep: object = { title: 'a' };
    for (let level = 0; level < 20_000; level += 1) deep = { $not: deep };
    expect(issuesOf({ filters: deep }).map(told)).toEqual([
      `limit_exceeded /filters${'/$not'.repeat(6)} (logicalDepth 5)`,
    ]);
    let list: unknown[] = [{ title: 'a' }];
    for (let level = 0; level < 20_000; level += 1) list = [list];
    expect(issuesOf({ filters: { $and: list } }).map(told)).toEqual([
      'limit_exceeded /filters/$and/0/0/0/0/0 (logicalDepth 5)',
    ]);
  });

  it('is told after each member was read once', () => {
    let reads = 0;
    const counted = new Proxy(Array<number>(1_000).fill(1), {
      get: (list, key): unknown => {
        reads += 1;
        return Reflect.get(list, key);
      },
    });
    expect(issuesOf({ filters: { views: { $in: counted } } }).map(({ limit }) => limit)).toEqual(['members']);
    expect(reads).toBeLessThan(1_010);
  });

  it.each([
    [{ filters: { title: 'a'.repeat(1_000_000) } }, 'valueLength'],
    [{ filters: { title: { $contains: 'a'.repeat(1_000_000) } } }, 'needleLength'],
  ])('is told of a text of a million characters (%#)', (input, limit) => {
    expect(issuesOf(input).map((issue) => issue.limit)).toEqual([limit]);
  });
});

describe('the limits of one handler', () => {
  it('hold there', () => {
    const overrides = { limits: { conditions: 1 } };
    expect(issuesOf('filters[title]=a&filters[slug]=b', { overrides }).map(told)).toEqual([
      'limit_exceeded /filters (conditions 1)',
    ]);
    expect(issuesOf('filters[title]=a&filters[slug]=b')).toEqual([]);
  });
});

describe('the limits of trusted conditions', () => {
  const nested = (depth: number): object => (depth === 0 ? { title: 'a' } : { $not: nested(depth - 1) });
  const read = async (filters: object) => {
    const service = await serviceFor(model);
    return () => service.filter(Post, { filters }, { trusted: true }).getQuery();
  };

  it('are none where the program only asks for much', async () => {
    const many = {
      $or: Array.from({ length: 2_000 }, (_, views) => ({ views, title: { $contains: 'a'.repeat(300) } })),
    };
    expect(await read(many)).not.toThrow();
  });

  it('end a condition that would never end', async () => {
    expect(await read(nested(100))).not.toThrow();
    expect(await read(nested(101))).toThrow(FilterConfigurationError);
  });
});
