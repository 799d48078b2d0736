import fc from 'fast-check';
import { DateTime, type DateTimeUnit } from 'luxon';
import { type QueryBuilderGroup, fromQueryBuilder } from 'nestjs-filterable/client';
import { PostServer } from '../../../support/adapted.js';

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

  it.each<[what: string, operator: string, value: unknown, message: string]>([
    ['the start of a unit as an instant', '=', relative('startOfDay'), 'compares with startOfDay as an instant'],
    ['the start of a unit with <=', '<=', relative('startOfDay'), 'use it with < and >='],
    ['the end of a unit with >=', '>=', relative('endOfMonth'), 'use it with <= and >'],
    ['the start of a unit as an upper end', 'between', [relative('now'), relative('startOfDay')], 'use it with < and'],
    ['the end of a unit in a list', 'in', [relative('endOfDay')], 'compares with endOfDay as an instant'],
    [
      'a week, which begins as the date library says',
      '>=',
      relative('startOfWeek'),
      'is about startOfWeek; use one of',
    ],
    ['an anchor that is none', '>=', relative('constructor'), 'is about constructor; use one of: now, startOfDay'],
    ['hours after the start of a day', '>=', relative('startOfDay', 3, 'hour'), 'use day, week, month, year'],
    ['days after the start of a month', '>=', relative('startOfMonth', 3, 'day'), 'use month, year'],
    ['months after the end of a month', '<=', relative('endOfMonth', 1, 'month'), 'use it without an offset'],
    ['a unit that is none', '>=', relative('now', 3, 'decade'), 'has an offset in decade'],
    ['a fraction', '>=', relative('now', 0.5, 'day'), 'takes a whole number as the offset'],
    ['a text', '>=', relative('now', '1', 'day'), 'takes a whole number as the offset'],
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
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(500);
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
