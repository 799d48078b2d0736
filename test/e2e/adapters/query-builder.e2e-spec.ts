import { formatQuery } from '@react-querybuilder/core';
import type { RuleGroupType, RuleType } from '@react-querybuilder/core';
import { fromQueryBuilder } from 'nestjs-filterable/client';
import type { Post } from '../../support/blog/entities.js';
import { aboutPosts } from './posts.js';

/** What the query builder's own SQL finds, the list must find as well. */

const rule = (field: string, operator: string, value?: unknown, more: object = {}): RuleType => ({
  ...{ field, operator, value },
  ...more,
});
const group = (combinator: string, rules: RuleGroupType['rules'], more: object = {}): RuleGroupType => ({
  ...{ combinator, rules },
  ...more,
});

const rules: readonly RuleType[] = [
  rule('title', '=', 'Winter'),
  rule('slug', '!=', 'winter'),
  rule('views', '<', 50),
  rule('views', '<=', '50'),
  rule('views', '>', 50),
  rule('views', '>=', 50),
  rule('isFeatured', '=', false),
  rule('slug', 'contains', 'ain'),
  rule('slug', 'beginsWith', 'w'),
  rule('slug', 'endsWith', '-2'),
  rule('slug', 'doesNotContain', 'ain'),
  rule('slug', 'doesNotBeginWith', 'w'),
  rule('slug', 'doesNotEndWith', '-2'),
  rule('slug', 'null'),
  rule('slug', 'notNull'),
  rule('views', 'in', '7, 42,'),
  rule('views', 'in', [7, '42']),
  rule('views', 'notIn', '7,42'),
  rule('views', 'between', '7,50'),
  rule('views', 'notBetween', [7, 50]),
  rule('slug', 'NOTNULL'),
];

const groups: readonly RuleGroupType[] = [
  group('or', [rule('views', '<', 0), rule('slug', 'null')]),
  group('and', [rule('views', '>', 10), rule('views', '<', 100)]),
  group('and', [rule('slug', 'null')], { not: true }),
  group('or', [rule('views', '=', 7), group('and', [rule('slug', 'contains', 'ain'), rule('views', 'notNull')])]),
  group('AND', [
    rule('views', '<', 50),
    group('OR', [rule('slug', 'null'), rule('slug', '=', 'garden')], { not: true }),
  ]),
  group('or', [rule('views', '<', 50), rule('slug', 'contains', 'ain')], { not: true }),
  group('and', [rule('views', '>', 10), rule('views', '<', 0, { muted: true })]),
  group('and', [rule('views', '>', 10), rule('views', '=', 42, { disabled: true })]),
  group('and', [rule('views', '>', 10), rule('~', '=', ''), rule('slug', '~', '')]),
  group('and', [rule('views', '>', 10), group('or', [])]),
  group('or', [rule('views', '>', 10), group('or', [rule('views', '<', 0)], { muted: true })]),
  group('and', []),
];

aboutPosts((posts) => {
  const named = [...rules.map((only) => group('and', [only])), ...groups].map((query) => ({
    query,
    name: formatQuery(query, { format: 'sql', parseNumbers: true }),
  }));

  it.each(named)('$name', async ({ query }) => {
    const where = formatQuery(query, { format: 'sql', parseNumbers: true, quoteFieldNamesWith: ['[', ']'] });
    const expected = await posts.byHand(`SELECT id FROM [post] WHERE [deletedAt] IS NULL AND ${where} ORDER BY id`);
    expect(await posts.find(fromQueryBuilder(query))).toEqual(expected);
    expect(expected).not.toEqual([]);
  });

  const stars = group('and', [rule('stars', '>=', 4)]);
  const good = ({ comments }: Post) => comments.filter(({ stars }) => stars !== null && stars >= 4).length;

  it.each<[mode: string, threshold: number | undefined, passes: (post: Post) => boolean]>([
    ['some', undefined, (post) => good(post) > 0],
    ['none', undefined, (post) => good(post) === 0],
    ['all', undefined, (post) => good(post) === post.comments.length],
    ['atLeast', 2, (post) => good(post) >= 2],
    ['atMost', 1, (post) => good(post) <= 1],
    ['exactly', 1, (post) => good(post) === 1],
  ])('comments that match: %s %s', async (mode, threshold, passes) => {
    const query = group('and', [rule('comments', '=', stars, { match: { mode, threshold } })]);
    expect(await posts.find(fromQueryBuilder(query))).toEqual(posts.idsWhere(passes));
    expect(posts.idsWhere(passes)).not.toEqual([]);
  });

  it.each<[mode: string, passes: (post: Post) => boolean]>([
    ['some', ({ comments }) => comments.length > 0],
    ['none', ({ comments }) => comments.length === 0],
    ['all', () => true],
  ])('comments that match no rule in particular: %s', async (mode, passes) => {
    const query = group('and', [rule('comments', '=', group('and', []), { match: { mode } })]);
    expect(await posts.find(fromQueryBuilder(query))).toEqual(posts.idsWhere(passes));
  });
});
