import { readFileSync } from 'node:fs';
import { FilterException, issueCodes } from 'nestjs-filterable';
import { answers, issuesOf, pieces, told } from './asking.js';
import { Author } from './model.js';

describe('everything that is wrong', () => {
  answers(`
    filters[titel]=a&filters[views][$contains]=1&filters[author][nam]=b&sort=slog&pagination[page]=0 -> unknown_field /filters/titel; operator_not_allowed /filters/views/$contains; unknown_field /filters/author/nam; not_sortable /sort/0; invalid_pagination /pagination/page # in all three parameters
    filters[$or][0][titel]=a&filters[$or][1][views]=x&filters[$or][2]=c -> unknown_field /filters/$or/0/titel; invalid_value /filters/$or/1/views; expected_object /filters/$or/2 # in every alternative
    filters[views][$gt]=x&filters[views][$lt]=y&filters[views][$is]=z -> invalid_value /filters/views/$gt; invalid_value /filters/views/$lt; unknown_operator /filters/views/$is # in every operator
    filters[comments][$count][$gte]=x&filters[comments][$count][$where][bod]=a&filters[comments][$some][nam]=b -> invalid_value /filters/comments/$count/$gte; unknown_field /filters/comments/$count/$where/bod; unknown_field /filters/comments/$some/nam # in every predicate of a relation
    filters[a=b&filters[views]=x&filters[title]=%ff&sort=nam -> malformed_key /filters; malformed_encoding /filters/title; invalid_value /filters/views; not_sortable /sort/0 # on the wire and after it
  `);

  it('is told up to ten times', () => {
    const query = pieces(12, (index) => `filters[x${index}]=a`);
    expect(issuesOf(query).map(told)).toEqual(
      Array.from({ length: 10 }, (_, index) => `unknown_field /filters/x${index}`),
    );
  });

  it('is told up to another number where a handler says so', () => {
    const overrides = { limits: { issues: 2 } };
    expect(issuesOf('filters[a]=1&filters[b]=2&filters[c]=3', { overrides })).toHaveLength(2);
  });
});

describe('an issue', () => {
  const allowed = ['id', 'name', 'address', 'country', 'posts', '$and', '$or', '$not'];

  it('of a name says which there are: fields, relations, groups', () => {
    expect(issuesOf('filters[author][nam][$eq]=a')).toEqual([
      {
        code: 'unknown_field',
        path: 'filters[author][nam]',
        pointer: '/filters/author/nam',
        message: `filters[author][nam] is not a filterable field; did you mean 'name'? Use one of: ${allowed.join(', ')}`,
        allowed,
      },
    ]);
  });

  it('of a name is in a response as docs/answers.md shows it for the sample, whose answer the tests of pages run', () => {
    const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/answers.md', 'utf8')) ?? [];
    const overrides = { relations: [{ name: 'author', fields: ['id', 'name'], relations: ['country'] }] } as never;
    const issues = issuesOf('filters[author][nam]=Kai', { overrides });
    const response = new FilterException(issues).getResponse();
    const allowed = ['id', 'name', 'country', '$and', '$or', '$not'];
    const found = `filters[author][nam] is not a filterable field; did you mean 'name'? Use one of: ${allowed.join(', ')}`;
    const issue = { code: 'unknown_field', path: 'filters[author][nam]', pointer: '/filters/author/nam' };
    expect(response).toMatchObject({ issues: [{ ...issue, message: found, allowed }] });
    expect(Object.keys(response)).toEqual(Object.keys(JSON.parse(shown) as object));
  });

  it('of a name inside an embedded property says which are there', () => {
    expect(issuesOf('filters[address][cty]=a', { of: Author })).toEqual([
      {
        code: 'unknown_field',
        path: 'filters[address][cty]',
        pointer: '/filters/address/cty',
        message: "filters[address][cty] is not a filterable field; did you mean 'city'? Use one of: city, zip",
        allowed: ['city', 'zip'],
      },
    ]);
  });

  // prettier-ignore
  it.each([
    ['filters[isFeatured][$like]=a', 'is not an operator here; use one of: $eq, $ne, $in, $notIn, $null, $notNull, $not', ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull', '$not']],
    ['filters[language][$ne]=a', 'is an operator that this field does not accept; use one of: $eq, $in, $not', ['$eq', '$in', '$not']],
    ['filters[meta][$eq]=a', 'is an operator that this field does not accept; use one of: $null, $notNull, $not', ['$null', '$notNull', '$not']],
    ['filters[comments][$count][$like]=a', 'is not an operator here; use one of: $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $where', ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$notIn', '$between', '$notBetween', '$where']],
    ['filters[attachments][$like]=a', 'is not an operator here; use one of: kind, $and, $or, $not, $some, $every, $none, $count, $exists, $null, $notNull', ['kind', '$and', '$or', '$not', '$some', '$every', '$none', '$count', '$exists', '$null', '$notNull']],
    ['filters[author][country][$like]=a', 'is not an operator here; use one of: code, name, citizens, $and, $or, $not, $exists, $null, $notNull, $eq, $ne, $lt, $lte, $gt, $gte, $in, $notIn, $between, $notBetween, $eqi, $nei, $eqc, $contains, $notContains, $startsWith, $endsWith, $containsi, $notContainsi, $startsWithi, $endsWithi, $containsc, $notContainsc, $startsWithc, $endsWithc', undefined],
  ])('%s of an operator says which there are', (query, text, names) => {
    const [issue] = issuesOf(query);
    expect(issue?.message).toBe(`${issue?.path} ${text}`);
    expect(issue?.allowed).toEqual(names ?? text.replace(/.*: /, '').split(', '));
  });

  it.each([
    [
      'sort=title,titel,slog',
      ["'titel' is not sortable; did you mean 'title'?", "'slog' is not sortable; did you mean 'slug'?"],
    ],
    ['sort=titel,title', ["'titel' is not sortable; did you mean 'title'? Use one of: id, "]],
    ['sort=title&sort=titel', ["'titel' is not sortable"]],
    ['sort=title&sort=slug,views,nothing:desc', ["'nothing' is not sortable; use one of: id, "]],
    ['sort=title,author.nam', ["'author.nam' is not sortable; did you mean 'author.name'?"]],
    ['sort=title,slug:up', ["'slug' has an unknown direction; use asc or desc"]],
    ['sort=title,title', ["'title' is listed more than once"]],
    ['sort=title,author.country.name', ["'author.country.name' follows too many relations; at most 1"]],
    ['sort=title,author.posts.title', ["'author.posts.title' follows several relations, one of them to many rows;"]],
    ['sort[0]=titel&sort[1]=title', ["'titel' is not sortable"]],
    ['sort=title,', ["'' is not sortable; use one of: "]],
    ["sort=<b>'%0A", ["'\\u{3c}b\\u{3e}\\u{27}\\u{a}' is not sortable"]],
    [`sort=${'a'.repeat(65)}`, [`'${'a'.repeat(64)}…' is not sortable`]],
  ])('of a sort key names the key, as harmless and as short as a path: %s', (query, texts) => {
    const messages = texts.map((text) => `${query.slice(0, query.indexOf('='))}: ${text}`);
    expect(issuesOf(query).map(({ message }, index) => message.slice(0, messages[index]?.length))).toEqual(messages);
  });

  it('of one key of several in a list names it, at the place where it is written', () => {
    expect(
      issuesOf('sort[0]=title,titel&sort[1]=slog').map(({ pointer, message }) => [pointer, message.slice(0, 34)]),
    ).toEqual([
      ['/sort/1', "sort[0]: 'titel' is not sortable; "],
      ['/sort/2', "sort[1]: 'slog' is not sortable; d"],
    ]);
  });

  it('of an empty key among others points to it', () => {
    const query = pieces(11, (index) => (index < 10 ? 'sort=title' : 'sort'));
    expect(issuesOf(query)[0]).toMatchObject({
      pointer: '/sort/10',
      message: 'sort must be a key to sort by, such as name or rating:desc',
    });
  });

  it.each<[query: string, name: string | undefined, why: string]>([
    ['filters[titel]=a', 'title', 'two letters that have changed places'],
    ['filters[tite]=a', 'title', 'a letter that is missing'],
    ['filters[title2]=a', 'title', 'a letter too many'],
    ['filters[Title]=a', 'title', 'another case'],
    ['filters[is_featured]=true', 'isFeatured', 'underscores'],
    ['filters[titel.x]=a', undefined, 'more than one edit'],
    ['filters[ix]=a', undefined, 'a short name, which has too many neighbours'],
    [`filters[${'title'.padEnd(65, 'e')}]=a`, undefined, 'a name too long for a typo'],
    ['filters[title][$contain]=a', '$contains', 'an operator'],
    ['filters[title][$EQ]=a', '$eq', 'an operator in another case'],
    ['filters[title][$like]=a', undefined, 'an operator of another language'],
    ['filters[comments][$sum][id]=1', undefined, 'an operator of relations'],
    ['filters[comments][$som][id]=1', '$some', 'a quantifier'],
    ['filters[comments][$count][$nott]=1', undefined, 'an operator that a count does not have'],
    ['filters[$xor][0][id]=1', undefined, 'a group that does not exist'],
    ['filters[$annd][0][id]=1', '$and', 'a group'],
    ['filters[views][$contain]=a', undefined, 'an operator that the field does not take'],
  ])('offers the nearest name, and only one of those allowed: %s, %p, %s', (query, name) => {
    const [issue] = issuesOf(query);
    expect(/did you mean '(.*?)'\?/.exec(issue?.message ?? '')?.[1]).toBe(name);
    if (name !== undefined) expect(issue?.allowed).toContain(name);
  });

  const inCode: readonly (readonly [input: object, message: string])[] = [
    [{ filters: { title: {} } }, 'filters[title] must have at least one operator'],
    [{ filters: { address: new Map() } }, 'filters[address] is not a filterable field'],
    [{ filters: { title: new Map() } }, 'filters[title] must be a value, a list of values, or operators'],
    [{ filters: { author: {} } }, 'filters[author] must have at least one condition'],
    [{ filters: { author: new Map() } }, 'filters[author] must be conditions on the related row'],
    [{ filters: { $not: {} } }, 'filters[$not] must have at least one condition'],
    [{ filters: { $and: { title: 'a' } } }, 'filters[$and] must be a list of condition objects'],
    [{ filters: { $or: [] } }, 'filters[$or] must be a list of condition objects, one or more'],
    [{ filters: { $and: [[]] } }, 'filters[$and][0] must be a list of condition objects, one or more'],
    [{ sort: [] }, 'sort must be a list of keys, one or more'],
    [{ sort: [1] }, 'sort[0] must be a key to sort by, such as name or rating:desc'],
    [{ sort: [{}] }, 'sort[0] must have keys to sort by, each with a direction'],
    [
      { pagination: { after: 1 } },
      'pagination[after] must be a cursor from an earlier answer, or empty for the first page',
    ],
  ];

  it.each(inCode)('%j: %s', (input, message) => {
    expect(issuesOf(input)[0]?.message.slice(0, message.length)).toBe(message);
  });

  it('of an input that is none says so', () => {
    for (const input of [null, 5, [], new Map()]) {
      expect(issuesOf(input as never)).toMatchObject([
        { code: 'expected_object', pointer: '/filters', message: 'filters is not there: the input must be an object' },
      ]);
    }
  });

  it('of a list without pages says so', () => {
    const overrides = { pagination: false } as never;
    expect(issuesOf('pagination[page]=1', { overrides })[0]?.message).toBe(
      'pagination is not read here; this list has no pages',
    );
  });

  it('never says the value', () => {
    const secret = 'hunter2';
    const queries = ['views', 'status', 'isFeatured', 'externalId', 'publishedAt', 'publishedOn', 'score', 'rating'];
    for (const field of queries) {
      expect(JSON.stringify(issuesOf(`filters[${field}]=${secret}`))).not.toContain(secret);
    }
    expect(JSON.stringify(issuesOf(`sort=title:${secret}`))).not.toContain(secret);
    expect(JSON.stringify(issuesOf(`pagination[page]=${secret}`))).not.toContain(secret);
    expect(JSON.stringify(issuesOf(`filters=${secret}`))).not.toContain(secret);
  });

  it.each([
    ['filters[a/b]=1', 'filters[a/b]', '/filters/a~1b'],
    ['filters[a~b]=1', 'filters[a~b]', '/filters/a~0b'],
    ['filters[<b>]=1', 'filters[\\u{3c}b\\u{3e}]', '/filters/<b>'],
    ['filters[a%0Ab]=1', 'filters[a\\u{a}b]', '/filters/a\nb'],
    ['filters[%E2%80%AEtitle]=1', 'filters[\\u{202e}title]', '/filters/\u202etitle'],
    [`filters[${'a'.repeat(65)}]=1`, `filters[${'a'.repeat(64)}…]`, `/filters/${'a'.repeat(65)}`],
    ['filters[$or][0][titel]=1', 'filters[$or][0][titel]', '/filters/$or/0/titel'],
    ['filters[titel][]=1', 'filters[titel]', '/filters/titel'],
    ['filters[views][$in][]=x', 'filters[views][$in][0]', '/filters/views/$in/0'],
    ['filters[views][$in]=1&filters[views][$in]=x', 'filters[views][$in]', '/filters/views/$in/1'],
  ])('%s is written %s and points to %j', (query, path, pointer) => {
    expect(issuesOf(query)).toMatchObject([{ path, pointer }]);
  });

  it('goes by the names that the host has given', () => {
    const overrides = { params: { filters: 'where', sort: 'order' }, prefix: 'posts_' };
    const query = 'posts_where[titel]=a&posts_order=titel&posts_pagination[page]=0&filters[titel]=a&where[x]=1';
    expect(issuesOf(query, { overrides }).map(({ path, pointer }) => [path, pointer])).toEqual([
      ['posts_where[titel]', '/posts_where/titel'],
      ['posts_order', '/posts_order/0'],
      ['posts_pagination[page]', '/posts_pagination/page'],
    ]);
  });
});

describe('codes', () => {
  /**
   * A request for every code that reading can give; a cursor is read later, and every parameter is known by default.
   */
  const examples: Partial<Record<(typeof issueCodes)[number], string>> = {
    malformed_key: 'filters[title',
    malformed_encoding: 'filters[title]=%zz',
    duplicate_key: 'filters[title]=a&filters[title]=b',
    unknown_field: 'filters[titel]=a',
    unknown_operator: 'filters[title][$like]=a',
    operator_not_allowed: 'filters[views][$contains]=1',
    expected_value: 'filters[title][$eq][0]=a',
    expected_list: 'filters[$or]=a',
    expected_pair: 'filters[views][$between]=1',
    expected_object: 'filters=a',
    expected_boolean: 'filters[title][$null]=a',
    invalid_value: 'filters[views]=a',
    not_sortable: 'sort=titel',
    invalid_direction: 'sort=title:up',
    sort_too_deep: 'sort=author.country.name',
    duplicate_sort: 'sort=title,title',
    invalid_pagination: 'pagination[page]=0',
    limit_exceeded: 'pagination[pageSize]=101',
  };

  it.each(Object.entries(examples))('%s: %s', (code, query) => {
    expect(issuesOf(query).map((issue) => issue.code)).toEqual([code]);
  });

  it('have all an example', () => {
    expect(issueCodes.filter((code) => examples[code] === undefined)).toEqual(['unknown_parameter', 'invalid_cursor']);
  });
});
