import { type CompatibilityName, FilterException } from 'nestjs-filterable';
import { Post } from '../../support/blog/entities.js';
import { type Row, casesOf, modes, prepareModes, readIn, serviceOf } from './reading.js';

beforeAll(prepareModes);

const list = (key: string): string => `${key}[0]=a&${key}[1]=b`;

/** Operands of an operator. */
// prettier-ignore
const rows: readonly Row[] = [
  // `$not` with a value.
  ['filters[views][$not]=10', 'expected_object at filters[views][$not]', '=', 'filters[views][$ne]=10', 'a value under $not'],
  ['filters[slug][$not]', 'expected_object at filters[slug][$not]', '=', 'filters[slug][$notNull]=true', 'null under it'],
  ['filters[$and][0][views][$not]=ten', 'expected_object at filters[$and][0][views][$not]', '=', 'invalid_value at filters[$and][0][views][$not]', 'a value that the field cannot hold'],
  ['filters[title][$not][$eq]=a', 'filters[title][$not][$eq]=a', '=', '=', 'an operator under it'],
  ['filters[title][$not][]=a', 'expected_object at filters[title][$not]', '=', '=', 'a list under it says nothing in any mode'],
  ['filters[$not]=10', 'expected_object at filters[$not]', '=', '=', 'nor does a value where no field is'],

  // A text match for nothing.
  ...['$containsi', '$notContainsi', '$startsWith', '$endsWithc'].map((token): Row => [`filters[title][${token}]=&filters[id]=1`, `invalid_value at filters[title][${token}]`, '=', 'filters[id][$eq]=1', 'no condition']),
  ['filters[title][$containsi]=', 'invalid_value at filters[title][$containsi]', '=', '', 'alone'],
  ['filters[$or][0][title][$containsi]=&filters[$or][1][slug][$containsi]=', 'invalid_value at filters[$or][0][title][$containsi], invalid_value at filters[$or][1][slug][$containsi]', '=', '', 'in every alternative'],
  ['filters[author][name][$containsi]=&filters[id]=1', 'invalid_value at filters[author][name][$containsi]', '=', 'filters[id][$eq]=1', 'through a relation'],
  ['filters[title][$eqi]=', 'filters[title][$eqi]=', '=', '=', 'the empty text is a value to compare with'],

  // A list given to an operator of one value.
  [list('filters[title][$eq]'), 'expected_value at filters[title][$eq]', 'filters[$and][0][title][$eq]=b&filters[title][$eq]=a', 'filters[$or][0][title][$eq]=a&filters[$or][1][title][$eq]=b', 'all of them, any of them'],
  ['filters[title][$eq][]=a&filters[title][$eq][]=b', 'expected_value at filters[title][$eq]', 'filters[$and][0][title][$eq]=b&filters[title][$eq]=a', 'filters[$or][0][title][$eq]=a&filters[$or][1][title][$eq]=b', 'however the list is written'],
  ['filters[title][$eq]=a&filters[title][$eq]=b', 'duplicate_key at filters[title][$eq]', 'filters[$and][0][title][$eq]=b&filters[title][$eq]=a', 'filters[$or][0][title][$eq]=a&filters[$or][1][title][$eq]=b', 'a key given twice is a list'],
  [list('filters[title][$contains]'), 'expected_value at filters[title][$contains]', 'filters[$and][0][title][$contains]=b&filters[title][$contains]=a', 'filters[$or][0][title][$containsc]=a&filters[$or][1][title][$containsc]=b', 'a text match must be one value, too'],
  [list('filters[title][$nstartswith]'), 'unknown_operator at filters[title][$nstartswith]', '=', 'filters[$or][0][title][$not][$startsWithi]=a&filters[$or][1][title][$not][$startsWithi]=b', 'each is negated, as with $ne'],
  [list('filters[title][$ne]'), 'expected_value at filters[title][$ne]', 'filters[$and][0][title][$ne]=b&filters[title][$ne]=a', 'filters[$or][0][title][$ne]=a&filters[$or][1][title][$ne]=b', 'any of them may differ'],
  ['filters[title][$eq][0]=a', 'expected_value at filters[title][$eq]', 'filters[title][$eq]=a', 'filters[title][$eq]=a', 'a list of one'],
  ['filters[title][$eq][0]=a&filters[title][$eq][1]', 'expected_value at filters[title][$eq]', 'expected_value at filters[title][$eq][1]', 'expected_value at filters[title][$eq][1]', 'null is no member of a list'],
  ['filters[title][$eq][0]=a&filters[title][$eq][2]=b', 'expected_value at filters[title][$eq]', '=', '=', 'a list with a gap is none'],
  ['filters[views][$gt][0]=1&filters[views][$gt][1]=x', 'expected_value at filters[views][$gt]', 'invalid_value at filters[views][$gt][1]', 'invalid_value at filters[views][$gt][1]', 'every member is read'],
  [list('filters[title]'), 'filters[title][$in][0]=a&filters[title][$in][1]=b', '=', '=', 'the shorthand is $in'],
  ['filters[title]=a&filters[title]=b', 'duplicate_key at filters[title]', '=', '=', 'the shorthand, twice'],
  [list('filters[title][$in]'), 'filters[title][$in][0]=a&filters[title][$in][1]=b', '=', '=', 'an operator that takes a list'],
  ['filters[views][$between][0]=1', 'expected_pair at filters[views][$between]', '=', '=', 'a pair is two'],

  // The value of $null.
  ['filters[slug][$null]=true', 'filters[slug][$null]=true', '=', '=', 'is NULL'],
  ['filters[slug][$null]=false', 'filters[slug][$notNull]=true', 'filters[slug][$null]=true', '=', 'ignored in purity'],
  ['filters[slug][$notNull]=true', 'filters[slug][$notNull]=true', '=', '=', 'is not NULL'],
  ['filters[slug][$notNull]=false', 'filters[slug][$null]=true', 'filters[slug][$notNull]=true', '=', 'likewise'],
  ...['t', '1', 'null', 'undefined'].map((text): Row => [`filters[slug][$null]=${text}`, 'expected_boolean at filters[slug][$null]', 'filters[slug][$null]=true', 'filters[slug][$null]=true', 'a yes of that family']),
  ...['f', '0', ''].map((text): Row => [`filters[slug][$null]=${text}`, 'expected_boolean at filters[slug][$null]', 'filters[slug][$null]=true', 'filters[slug][$notNull]=true', 'a no of that family']),
  ...['TRUE', 'yes', '2'].map((text): Row => [`filters[slug][$null]=${text}`, 'expected_boolean at filters[slug][$null]', 'filters[slug][$null]=true', '=', 'no word of any family']),
  ['filters[slug][$null]', 'expected_boolean at filters[slug][$null]', 'filters[slug][$null]=true', '=', 'a key without a value'],
  ['filters[slug][$null][0]=true', 'expected_boolean at filters[slug][$null]', '=', '=', 'a list is no value to be ignored'],
  ['filters[author][$null]=false', 'filters[author][$exists]=true', 'filters[author][$exists]=false', '=', 'of a relation, likewise'],
  ['filters[author][$null]=1', 'expected_boolean at filters[author][$null]', 'filters[author][$exists]=false', 'filters[author][$exists]=false', 'of a relation, likewise'],
  ['filters[author][$exists]=false', 'filters[author][$exists]=false', '=', '=', '$exists is nobody else’s operator'],
  ['filters[author][$exists]=0', 'expected_boolean at filters[author][$exists]', '=', '=', 'likewise'],

  // Booleans.
  ['filters[isFeatured]=true', 'filters[isFeatured][$eq]=true', '=', '=', 'in every mode'],
  ['filters[isFeatured]=1', 'filters[isFeatured][$eq]=true', '=', '=', 'in every mode'],
  ['filters[isFeatured]=0', 'filters[isFeatured][$eq]=false', '=', '=', 'in every mode'],
  ['filters[isFeatured]=t', 'invalid_value at filters[isFeatured]', '=', 'filters[isFeatured][$eq]=true', 'a boolean of that family'],
  ['filters[isFeatured][$ne]=f', 'invalid_value at filters[isFeatured][$ne]', '=', 'filters[isFeatured][$ne]=false', 'a boolean of that family'],
  ['filters[isFeatured]=', 'invalid_value at filters[isFeatured]', '=', '=', 'nothing is a boolean nowhere'],
  ['filters[isFeatured]=T', 'invalid_value at filters[isFeatured]', '=', '=', 'in lower case'],
  ['filters[title]=t', 'filters[title][$eq]=t', '=', '=', 'a text is a text'],
];

describe('what an operator is given', () => {
  it.each(casesOf(rows))('$mode: $request ($why)', ({ mode, request, expected }) => {
    expect(readIn(mode, request)).toBe(expected);
  });
});

describe('a flag of JSON', () => {
  it.each(modes)('%s', (mode) => {
    const read = (flag: boolean) =>
      serviceOf(mode)
        .parse(Post, { filters: { title: { $null: flag } } })
        .toString();
    expect(decodeURIComponent(read(true))).toBe('filters[title][$null]=true');
    // Where the flag is ignored as a text, it is ignored as what it is.
    const ignored = mode === 'purity';
    expect(decodeURIComponent(read(false))).toBe(`filters[title][${ignored ? '$null' : '$notNull'}]=true`);
  });
});

describe('what is short for a group is as deep as the group', () => {
  /** So many groups around one condition that one more is too many. */
  const inside = (condition: string, groups: number): string => `filters${'[$or][0]'.repeat(groups)}${condition}`;
  const both = (groups: number): string =>
    `${inside('[title][$eq][0]=a', groups)}&${inside('[title][$eq][1]=b', groups)}`;
  const eachNegated = (groups: number): string =>
    `${inside('[title][$nstartswith][0]=a', groups)}&${inside('[title][$nstartswith][1]=b', groups)}`;

  it.each<['strapi' | 'purity', string, string, boolean]>([
    ['strapi', 'a list', both(4), true],
    ['strapi', 'a list', both(5), false],
    ['purity', 'a list', both(4), true],
    ['purity', 'a list', both(5), false],
    ['strapi', 'a list of one', inside('[title][$eq][0]=a', 5), true],
    ['strapi', 'a negation', inside('[title][$nstartswith]=a', 4), true],
    ['strapi', 'a negation', inside('[title][$nstartswith]=a', 5), false],
    ['strapi', 'a list of negations', eachNegated(3), true],
    ['strapi', 'a list of negations', eachNegated(4), false],
    ['strapi', 'a list of keys', `${inside('[author][$ne][0]=1', 4)}&${inside('[author][$ne][1]=2', 4)}`, true],
    ['strapi', 'a list of keys', `${inside('[author][$ne][0]=1', 5)}&${inside('[author][$ne][1]=2', 5)}`, false],
  ])('%s: %s, %s', (mode, _, request, isTaken) => {
    const answer = readIn(mode, request);
    if (isTaken) expect(answer).toMatch(/^filters/);
    else expect(answer).toMatch(/^limit_exceeded at /);
  });
});

describe('a list given to an operator of one value, in code', () => {
  const outcome = (mode: CompatibilityName, list: readonly unknown[]) => {
    try {
      const query = serviceOf(mode).parse(Post, { filters: { views: { $eq: list } } });
      return decodeURIComponent(query.toString());
    } catch (error) {
      if (error instanceof FilterException) return error.issues.map(({ code, limit }) => limit ?? code).join();
      throw error;
    }
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

  it.each([
    ['default', [], 'expected_value'],
    ['purity', [], 'expected_value'],
    ['strapi', [], 'expected_value'],
    ['purity', [1], 'filters[views][$eq]=1'],
    ['strapi', [1], 'filters[views][$eq]=1'],
    ['purity', numbers(33), 'conditions'],
    ['strapi', numbers(33), 'conditions'],
    ['purity', numbers(101), 'members'],
    ['strapi', numbers(101), 'members'],
  ] as const)('%s, %j: %s', (mode, list, expected) => {
    expect(outcome(mode, list)).toBe(expected);
  });

  it.each(['purity', 'strapi'] as const)('%s counts as many conditions as it has members', (mode) => {
    expect(outcome(mode, numbers(32))).toMatch(/^filters/);
  });
});
