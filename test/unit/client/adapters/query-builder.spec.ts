import { parseMongoDB } from '@react-querybuilder/core/parseMongoDB';
import { parseSQL } from '@react-querybuilder/core/parseSQL';
import fc from 'fast-check';
import { DateTime, type DateTimeUnit } from 'luxon';
import { type QueryBuilderGroup, fromQueryBuilder } from 'nestjs-filterable/client';
import { PostServer } from '../../../support/adapted.js';
import { rowsOf } from '../../../support/table.js';
import { factor } from '../../../support/thorough.js';

const group = (combinator: string, ...rules: unknown[]): QueryBuilderGroup => ({ combinator, rules });
const rule = (field: string, operator: string, value?: unknown, more: object = {}) => ({
  ...{ field, operator, value },
  ...more,
});
const match = (mode: string, value: unknown, threshold?: unknown) =>
  group('and', rule('comments', '=', value, { match: { mode, threshold } }));
const stars = group('and', rule('stars', '>=', 4));

describe('fromQueryBuilder', () => {
  let server: PostServer;
  beforeAll(async () => {
    server = await PostServer.open();
  });

  it.each<[operator: string, value: unknown, text: string]>([
    ['=', 5, 'filters[views][$eq]=5'],
    ['!=', '5', 'filters[views][$ne]=5'],
    ['<', 5, 'filters[views][$lt]=5'],
    ['<=', 5, 'filters[views][$lte]=5'],
    ['>', 5, 'filters[views][$gt]=5'],
    ['>=', 5, 'filters[views][$gte]=5'],
    ['null', '', 'filters[views][$null]=true'],
    ['notNull', '', 'filters[views][$notNull]=true'],
    ['in', '1, 2,,', 'filters[views][$in][0]=1&filters[views][$in][1]=2'],
    ['in', [1, ' 2 '], 'filters[views][$in][0]=1&filters[views][$in][1]=2'],
    ['notIn', 5, 'filters[views][$notIn][0]=5'],
    ['between', '1,5', 'filters[views][$between][0]=1&filters[views][$between][1]=5'],
    ['notBetween', [1, 5], 'filters[views][$notBetween][0]=1&filters[views][$notBetween][1]=5'],
    ['NOTNULL', '', 'filters[views][$notNull]=true'],
  ])('views %s %j: %s', (operator, value, text) => {
    expect(server.accepted(fromQueryBuilder(group('and', rule('views', operator, value))))).toBe(text);
  });

  it.each<[operator: string, value: unknown, text: string]>([
    ['=', '', 'filters[title][$eq]='],
    ['contains', 'a', 'filters[title][$contains]=a'],
    ['beginsWith', 'a', 'filters[title][$startsWith]=a'],
    ['endsWith', 5, 'filters[title][$endsWith]=5'],
    ['doesNotContain', 'a', 'filters[title][$notContains]=a'],
    ['doesNotBeginWith', 'a', 'filters[title][$not][$startsWith]=a'],
    ['doesNotEndWith', 'a', 'filters[title][$not][$endsWith]=a'],
    ['in', 'a\\,b,c', 'filters[title][$in][0]=a,b&filters[title][$in][1]=c'],
  ])('title %s %j: %s', (operator, value, text) => {
    expect(server.accepted(fromQueryBuilder(group('and', rule('title', operator, value))))).toBe(text);
  });

  it.each(
    rowsOf(
      `
    title = 'a' and views > 5                                    | filters[title][$eq]=a&filters[views][$gt]=5
    title = 'a' or title is null                                 | filters[$or][0][title][$eq]=a&filters[$or][1][title][$null]=true
    not (title like 'a%' and views in (1, 2))                    | filters[$not][title][$startsWith]=a&filters[$not][views][$in][0]=1&filters[$not][views][$in][1]=2
    views > 5 and views < 9                                      | filters[$and][0][views][$gt]=5&filters[$and][1][views][$lt]=9
    status = 'draft' and (title not like '%a%' or views between 1 and 5) | filters[status][$eq]=draft&filters[$or][0][title][$notContains]=a&filters[$or][1][views][$between][0]=1&filters[$or][1][views][$between][1]=5
  `,
      'sql',
      'text',
    ),
  )('reads what the package parses of SQL: %s', (sql, text) => {
    expect(server.accepted(fromQueryBuilder(parseSQL(sql)))).toBe(text);
  });

  it('reads what the package parses of another language', () => {
    const query = parseMongoDB({ $or: [{ views: { $gte: 5 } }, { 'author.name': { $in: ['a', 'b'] } }] });
    expect(server.accepted(fromQueryBuilder(query))).toBe(
      'filters[$or][0][views][$gte]=5&filters[$or][1][author][name][$in][0]=a&filters[$or][1][author][name][$in][1]=b',
    );
  });

  // prettier-ignore
  it.each<[query: QueryBuilderGroup, text: string, why: string]>([
    [group('and'), '', 'no rules'],
    [{ ...group('and', rule('views', '=', 5)), muted: true }, '', 'all of it is muted'],
    [group('or', rule('views', '=', 5, { muted: true }), rule('views', '=', 6)), 'filters[views][$eq]=6', 'a muted rule'],
    [group('and', rule('views', '=', 5, { disabled: true })), 'filters[views][$eq]=5', 'a locked rule counts'],
    [group('and', rule('~', '=', ''), rule('views', '~', '')), '', 'what is not chosen'],
    [group('and', group('or'), rule('views', '=', 6)), 'filters[views][$eq]=6', 'a group without rules'],
    [match('some', stars), 'filters[comments][$some][stars][$gte]=4', 'a row matches'],
    [match('all', stars), 'filters[comments][$every][stars][$gte]=4', 'every row matches'],
    [match('none', stars), 'filters[comments][$none][stars][$gte]=4', 'no row matches'],
    [match('some', group('and')), 'filters[comments][$exists]=true', 'there is a row'],
    [match('none', group('and')), 'filters[comments][$exists]=false', 'there is no row'],
    [match('all', group('and')), '', 'every row there is'],
    [match('atLeast', stars, 2), 'filters[comments][$count][$gte]=2&filters[comments][$count][$where][stars][$gte]=4', ''],
    [match('atmost', stars, 0), 'filters[comments][$count][$lte]=0&filters[comments][$count][$where][stars][$gte]=4', ''],
    [match('exactly', group('and'), 3), 'filters[comments][$count][$eq]=3', 'as many rows'],
    [match('some', match('some', stars)), '', 'through two relations'],
  ])('%j: %s %s', (query, text, why) => {
    if (why === 'through two relations') {
      expect(fromQueryBuilder(query)).toEqual({
        filters: { comments: { $some: { comments: { $some: { stars: { $gte: 4 } } } } } },
      });
    } else expect(server.accepted(fromQueryBuilder(query))).toBe(text);
  });

  it.each<[query: unknown, message: string]>([
    [{ rules: [rule('a', '=', 1), 'and', rule('b', '=', 1)] }, 'a group without a combinator has no meaning here'],
    [group('xor', rule('a', '=', 1)), 'the combinator xor has no meaning here; use one of: and, or'],
    [
      group('or', rule('a', '=', 1), group('and')),
      'a group without rules is not a condition; remove it from or and not',
    ],
    [{ ...group('and'), not: true }, 'a group without rules is not a condition'],
    [group('and', rule('a', 'sounds', 1)), 'sounds of a has no meaning here; use one of: =, !=, <'],
    [group('and', rule('a', '__proto__', 1)), '__proto__ of a has no meaning here'],
    [group('and', rule('a', '=', null)), '= of a needs a value'],
    [group('and', rule('a', '=', [1])), '= of a needs a value'],
    [group('and', rule('a', 'contains', '')), 'contains of a needs a text that is not empty'],
    [group('and', rule('a', 'in', ' , ')), 'in of a needs a list that is not empty'],
    [group('and', rule('a', 'in', { x: 1 })), 'in of a needs a list'],
    [group('and', rule('a', 'between', '1')), 'between of a needs two values, lower and upper'],
    [group('and', rule('a', 'between', '1,')), 'between of a needs two values'],
    [group('and', rule('a', 'between', [1, 2, 3])), 'between of a needs two values'],
    [group('and', rule('a', '=', 'b', { valueSource: 'field' })), '= of a compares with a field'],
    [group('and', rule('a', '=', 'b', { valueSource: 'parameter' })), '= of a compares with a parameter'],
    [group('and', rule('a', '=', 'b', { lhs: { kind: 'field' } })), '= of a is about an expression'],
    [group('and', rule('', '=', 'b')), 'the column  is not the name of a field'],
    [group('and', 'and'), 'a rule is neither a rule nor a group'],
    [match('some', 'x'), 'some of comments needs a group of rules on the related rows'],
    [
      match('most', stars),
      'most of comments has no meaning here; use one of: all, some, none, atLeast, atMost, exactly',
    ],
    [match('atLeast', stars), 'atLeast of comments needs a whole number of rows'],
    [match('atLeast', stars, 0.5), 'atLeast of comments needs a whole number of rows'],
    [match('exactly', stars, -1), 'exactly of comments needs a whole number of rows'],
    [null, 'the query is not a group'],
    [{}, 'the query is not a group'],
  ])('refuses %j: %s', (query, message) => {
    const adapt = () => fromQueryBuilder(query as QueryBuilderGroup);
    expect(adapt).toThrow(TypeError);
    expect(adapt).toThrow(`fromQueryBuilder: ${message}`);
  });
});

describe('query builder dates', () => {
  interface Relative {
    readonly mode: 'relative';
    readonly anchor: string;
    readonly offset: unknown;
    readonly unit: string;
  }

  const relative = (anchor: string, offset: unknown = 0, unit = 'day'): Relative => ({
    ...{ mode: 'relative', anchor },
    ...{ offset, unit },
  });
  const group = (operator: string, value: unknown): QueryBuilderGroup => ({
    combinator: 'and',
    rules: [{ field: 'createdAt', operator, value }],
  });

  describe('relative values of React Query Builder', () => {
    let server: PostServer;
    beforeAll(async () => {
      server = await PostServer.open();
    });

    it.each<[operator: string, value: unknown, text: string]>([
      ['=', relative('now'), '[$eq]=now'],
      ['!=', relative('now', -1, 'hour'), '[$ne]=now-1h'],
      ['>=', relative('now', 5, 'minute'), '[$gte]=now+5m'],
      ['<', relative('now', -2, 'month'), '[$lt]=now-2M'],
      ['>', relative('now', -2, 'week'), '[$gt]=now-2w'],
      ['>=', relative('startOfDay'), '[$gte]=now/d'],
      ['>=', relative('startOfDay', -7, 'day'), '[$gte]=now-7d/d'],
      ['<', relative('startOfDay', 1, 'month'), '[$lt]=now+1M/d'],
      ['<=', relative('endOfDay', -1, 'week'), '[$lte]=now-1w/d'],
      ['>', relative('endOfDay'), '[$gt]=now/d'],
      ['>=', relative('startOfMonth', -1, 'month'), '[$gte]=now-1M/M'],
      ['<=', relative('endOfMonth'), '[$lte]=now/M'],
      ['<', relative('startOfYear', -1, 'year'), '[$lt]=now-1y/y'],
      ['<=', relative('endOfYear', 2, 'year'), '[$lte]=now+2y/y'],
      ['between', [relative('startOfMonth'), relative('endOfDay')], '[$between][0]=now/M&[$between][1]=now/d'],
      ['between', [relative('now', -3, 'hour'), relative('now')], '[$between][0]=now-3h&[$between][1]=now'],
      ['notBetween', ['2024-01-01', relative('endOfYear')], '[$notBetween][0]=2024-01-01&[$notBetween][1]=now/y'],
      ['in', [relative('now'), '2024-01-01'], '[$in][0]=now&[$in][1]=2024-01-01'],
    ])('%s %j: %s', (operator, value, text) => {
      const expected = text
        .split('&')
        .map((part) => `filters[createdAt]${part}`)
        .join('&');
      expect(server.accepted(fromQueryBuilder(group(operator, value)))).toBe(expected);
    });

    // prettier-ignore
    it.each<[what: string, operator: string, value: unknown, message: string]>([
      ['the start of a unit as an instant', '=', relative('startOfDay'), 'compares with startOfDay as an instant'],
      ['the start of a unit with <=', '<=', relative('startOfDay'), 'use it with < and >='],
      ['the end of a unit with >=', '>=', relative('endOfMonth'), 'use it with <= and >'],
      ['the start of a unit as an upper end', 'between', [relative('now'), relative('startOfDay')], 'use it with < and'],
      ['the end of a unit in a list', 'in', [relative('endOfDay')], 'compares with endOfDay as an instant'],
      ['a week, which begins as the date library says', '>=', relative('startOfWeek'), 'is about startOfWeek; use one of'],
      ['an anchor that is none', '>=', relative('constructor'), 'is about constructor; use one of: now, startOfDay'],
      ['hours after the start of a day', '>=', relative('startOfDay', 3, 'hour'), 'use day, week, month, year'],
      ['days after the start of a month', '>=', relative('startOfMonth', 3, 'day'), 'use month, year'],
      ['months after the end of a month', '<=', relative('endOfMonth', 1, 'month'), 'use it without an offset'],
      ['a unit that is none', '>=', relative('now', 3, 'decade'), 'has an offset in decade'],
      ['a fraction', '>=', relative('now', 0.5, 'day'), 'needs a whole number as the offset'],
      ['a text', '>=', relative('now', '1', 'day'), 'needs a whole number as the offset'],
    ])('refuses %s', (_, operator, value, message) => {
      expect(() => fromQueryBuilder(group(operator, value))).toThrow(message);
    });

    it('are the moment that the package documents: the anchor, and then the offset', () => {
      const units: readonly DateTimeUnit[] = ['minute', 'hour', 'day', 'week', 'month', 'year'];
      const names = ['now', 'startOfDay', 'endOfDay', 'startOfMonth', 'endOfMonth', 'startOfYear', 'endOfYear'];
      let compared = 0;
      fc.assert(
        fc.property(
          fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
          fc.constantFrom('utc', 'Europe/Oslo', 'America/New_York'),
          fc.constantFrom(...names),
          fc.integer({ min: -40, max: 40 }),
          fc.constantFrom(...units),
          (date, zone, anchor, offset, unit) => {
            const text = printed(relative(anchor, offset, unit));
            if (text === undefined) return;
            compared += 1;
            const now = DateTime.fromJSDate(date, { zone });
            expect(resolved(text, now, anchor).toISO()).toBe(documented(now, anchor, offset, unit).toISO());
          },
        ),
        { numRuns: 300 * factor },
      );
      expect(compared).toBeGreaterThan(50);
    });
  });

  /** Returns the relative date of a value, or undefined where it is refused. */
  function printed(value: Relative): string | undefined {
    const operator = value.anchor.startsWith('end') ? '<=' : '>=';
    try {
      const { filters } = fromQueryBuilder(group(operator, value));
      return /now[^"]*/.exec(JSON.stringify(filters))?.[0];
    } catch {
      return undefined;
    }
  }

  const unitOf = (text: string): DateTimeUnit =>
    (({ m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month', y: 'year' }) as const)[text] ?? 'second';

  /** Reads a relative date as the dialect means it: offsets first, the rounding last. */
  function resolved(text: string, now: DateTime, anchor: string): DateTime {
    const [, offset = '0', unit = 'd', rounding] = /^now(?:([+-]\d+)([mhdwMy]))?(?:\/([dMy]))?$/.exec(text) ?? [];
    const moved = now.plus({ [unitOf(unit)]: Number(offset) });
    if (rounding === undefined) return moved;
    return anchor.startsWith('end') ? moved.endOf(unitOf(rounding)) : moved.startOf(unitOf(rounding));
  }

  function documented(now: DateTime, anchor: string, offset: number, unit: DateTimeUnit): DateTime {
    const [, end, period] = /^(start|end)Of(.*)$/.exec(anchor) ?? [];
    const at = period?.toLowerCase() as DateTimeUnit | undefined;
    const anchored = at === undefined ? now : end === 'start' ? now.startOf(at) : now.endOf(at);
    return anchored.plus({ [unit]: offset });
  }
});
