import { valueKinds, type Instant } from '../../../lib/values/index.js';
import { leavesAll, readsAll, refusesAll, takesAll, utc } from './cases.js';
import { noDates } from './no-dates.js';

const kind = valueKinds.datetime;
const reason =
  'must be a date-time such as 2024-03-01T10:00:00Z, with at most 6 digits after the second, ' +
  'or a calendar date such as 2024-03-01, in the years 0001 to 9999';

const at = (iso: string, micros = 0): Instant => ({ type: 'instant', epoch: Date.parse(iso), micros });
const skipped = (zone: string) => `must be a time that the clocks of ${zone} show; they were put forward past it`;

describe('date-time with a zone', () => {
  readsAll(kind, [
    ['2024-03-01T10:00:00Z', at('2024-03-01T10:00:00Z'), 'UTC'],
    ['2024-03-01 10:00:00Z', at('2024-03-01T10:00:00Z'), 'RFC 3339 allows a space'],
    ['2024-03-01 12:00:00.5+02:00', at('2024-03-01T10:00:00.500Z'), 'with a fraction and an offset'],
    ['2024-03-01t10:00:00z', at('2024-03-01T10:00:00Z'), 'RFC 3339 allows small letters'],
    ['2024-03-01T10:00:00+00:00', at('2024-03-01T10:00:00Z'), 'no offset'],
    ['2024-03-01T10:00:00-00:00', at('2024-03-01T10:00:00Z'), 'an unknown one, in RFC 3339'],
    ['2024-03-01T10:00:00+02:00', at('2024-03-01T08:00:00Z'), 'east'],
    ['2024-03-01T10:00:00-02:30', at('2024-03-01T12:30:00Z'), 'west, with minutes'],
    ['2024-03-01T10:00:00+23:59', at('2024-02-29T10:01:00Z'), 'as far east as it gets'],
    ['2024-03-01T10:00:00-23:59', at('2024-03-02T09:59:00Z'), 'as far west'],
    ['2024-03-01T10:00:00.5Z', at('2024-03-01T10:00:00.500Z'), 'one digit'],
    ['2024-03-01T10:00:00.123Z', at('2024-03-01T10:00:00.123Z'), 'three digits'],
    ['2024-03-01T10:00:00.1234Z', at('2024-03-01T10:00:00.123Z', 400), 'four digits'],
    ['2024-03-01T10:00:00.123456Z', at('2024-03-01T10:00:00.123Z', 456), 'six digits'],
    ['2024-03-01T10:00:00.000001Z', at('2024-03-01T10:00:00Z', 1), 'a microsecond'],
    ['1969-12-31T23:59:59.999999Z', at('1969-12-31T23:59:59.999Z', 999), 'before the epoch they still count up'],
    ['0001-01-01T00:00:00Z', at('0001-01-01T00:00:00Z'), 'the first'],
    ['0050-01-01T00:00:00Z', at('0050-01-01T00:00:00Z'), 'not 1950'],
    ['9999-12-31T23:59:59.999999Z', at('9999-12-31T23:59:59.999Z', 999), 'the last'],
    ['0001-01-01T00:00:00-01:00', at('0001-01-01T01:00:00Z'), 'in the first year in UTC too'],
  ]);

  refusesAll(kind, reason, [
    ...noDates,
    ['2024-02-30T10:00:00Z', 'no such day'],
    ['2024-03-01T24:00:00Z', 'no hour 24'],
    ['2024-01-01T25:00:00Z', 'no hour 25'],
    ['2024-03-01T10:60:00Z', 'no minute 60'],
    ['2024-03-01T10:00:60Z', 'no second 60'],
    ['2016-12-31T23:59:60Z', 'not even a leap second'],
    ['2024-03-01T10:00Z', 'no seconds'],
    ['2024-03-01T10Z', 'an hour alone'],
    ['2024-03-01T', 'no time'],
    ['2024-03-01TZ', 'no time'],
    ['2024-03-01Z', 'a date with a zone'],
    ['2024-03-01+02:00', 'a date with an offset'],
    ['2024-03-01  10:00:00Z', 'two spaces for the T'],
    ['2024-03-01 10:00', 'a space and no seconds'],
    ['2024-03-01 ', 'a space and no time'],
    ['2024-03-01_10:00:00Z', 'something else for the T'],
    ['20240301T100000Z', 'compact'],
    ['2024-03-01T100000Z', 'half compact'],
    ['2024-W09-5T10:00:00Z', 'a week date'],
    ['2024-061T10:00:00Z', 'an ordinal date'],
    ['2024-03-01T10:00:00.Z', 'a point without digits'],
    ['2024-03-01T10:00:00.1234567Z', 'seven digits'],
    ['2024-03-01T10:00:00,5Z', 'a comma'],
    ['2024-03-01T10:00:00+24:00', 'an offset too far'],
    ['2024-03-01T10:00:00-24:00', 'an offset too far'],
    ['2024-03-01T10:00:00+02:60', 'an offset with 60 minutes'],
    ['2024-03-01T10:00:00+0200', 'a compact offset'],
    ['2024-03-01T10:00:00+02', 'an offset in hours'],
    ['2024-03-01T10:00:00+2:00', 'one digit'],
    ['2024-03-01T10:00:00 Z', 'a space'],
    ['2024-03-01T10:00:00−02:00', 'a minus sign that is not the hyphen'],
    ['2024-03-01T10:00:00[Europe/Oslo]', 'a zone by name'],
    ['2024-03-01T10:00:00ZZ', 'two zones'],
    ['2024-03-01T10:00:00Z\n', 'a line break'],
    ['Fri, 01 Mar 2024 10:00:00 GMT', 'an HTTP date'],
    ['0001-01-01T00:00:00+02:00', 'in UTC it is in the year 0'],
    ['9999-12-31T23:00:00-02:00', 'in UTC it is in the year 10000'],
    ['0000-12-31T23:00:00-02:00', 'in UTC it is in the year 1, but there is no year 0'],
    ['-000001-01-01T00:00:00Z', 'before our era'],
    ['+010000-01-01T00:00:00Z', 'after the year 9999'],
  ]);

  refusesAll(kind, 'must be a date-time whose "+" is written as %2B: 2024-03-01T10:00:00%2B02:00', [
    ['2024-05-05T11:00:00 02:00', 'a plus that arrived as a space'],
    ['2024-05-05T11:00:00.5 02:00', 'the same after a fraction'],
    ['2024-05-05t11:00:00.123456 00:00', 'the same in small letters'],
  ]);

  refusesAll(kind, reason, [
    ['x2024-05-05T11:00:00 02:00', 'that is not all that is wrong with it'],
    ['2024-05-05T11:00:00 02:00x', 'at its end, too'],
  ]);

  takesAll([kind, { zone: 'Europe/Oslo' }], [[new Date('2024-03-01T10:00:00.123Z'), at('2024-03-01T10:00:00.123Z')]]);
  leavesAll(kind, reason, [0, 1709251200000, 1n, true, null, undefined, {}, new Date(NaN)]);
  leavesAll(kind, reason, [new Date('+010000-01-01T00:00:00Z'), new Date('0000-12-31T23:59:59Z')]);
});

describe('date-time without a zone', () => {
  const oslo = { zone: 'Europe/Oslo' };

  readsAll(kind, [['2024-03-01T10:00:00.000001', at('2024-03-01T10:00:00Z', 1), 'UTC is the default']]);
  readsAll(
    [kind, oslo],
    [
      ['2024-03-01T10:00:00', at('2024-03-01T09:00:00Z'), 'winter'],
      ['2024-07-01T10:00:00', at('2024-07-01T08:00:00Z'), 'summer'],
      ['2024-03-31T01:59:59.999999', at('2024-03-31T00:59:59.999Z', 999), 'just before the change to summer'],
      ['2024-03-31T03:00:00', at('2024-03-31T01:00:00Z'), 'just after it'],
      ['2024-10-27T01:59:59', at('2024-10-26T23:59:59Z'), 'before the hour that comes twice'],
      ['2024-10-27T02:30:00', at('2024-10-27T00:30:00Z'), 'comes twice: the earlier'],
      ['2024-10-27T03:00:00', at('2024-10-27T02:00:00Z'), 'after the hour that came twice'],
      ['2024-10-27T02:30:00+01:00', at('2024-10-27T01:30:00Z'), 'the later can be asked for by its offset'],
    ],
  );
  refusesAll([kind, oslo], skipped('Europe/Oslo'), [
    ['2024-03-31T02:00:00', 'the first moment that a change skips'],
    ['2024-03-31T02:30:00', 'within what it skips'],
    ['2024-03-31T02:59:59.999999', 'the last moment it skips'],
  ]);

  readsAll(
    [kind, { zone: 'America/Sao_Paulo' }],
    [
      ['2018-11-03T23:59:59', at('2018-11-04T02:59:59Z'), 'the second before midnight is skipped'],
      ['2018-11-04T01:00:00', at('2018-11-04T03:00:00Z'), 'the second after'],
      ['2019-02-16T23:30:00', at('2019-02-17T01:30:00Z'), 'comes twice, before midnight: the earlier'],
    ],
  );
  refusesAll([kind, { zone: 'America/Sao_Paulo' }], skipped('America/Sao_Paulo'), [
    ['2018-11-04T00:00:00', 'midnight itself'],
  ]);

  readsAll(
    [kind, { zone: 'Pacific/Apia' }],
    [
      ['2011-12-29T23:59:59', at('2011-12-30T09:59:59Z'), 'the last second east of the date line'],
      ['2011-12-31T00:00:00', at('2011-12-30T10:00:00Z'), 'the first second west of it'],
    ],
  );
  refusesAll([kind, { zone: 'Pacific/Apia' }], skipped('Pacific/Apia'), [
    ['2011-12-30T12:00:00', 'a day that was not'],
  ]);

  readsAll(
    [kind, { zone: 'Asia/Kathmandu' }],
    [
      ['2024-03-01T10:00:00', at('2024-03-01T04:15:00Z'), 'an offset of three quarters'],
      ['1985-12-31T10:00:00', at('1985-12-31T04:30:00Z'), 'and of half an hour, earlier'],
    ],
  );
  refusesAll([kind, { zone: 'Asia/Kathmandu' }], reason, [['0001-01-01T00:00:00', 'in UTC it is in the year 0']]);
  refusesAll([kind, { zone: 'America/Sao_Paulo' }], reason, [
    ['9999-12-31T23:00:00', 'in UTC it is in the year 10000'],
  ]);
});

describe('date alone, for a date-time', () => {
  const days = [
    ['UTC', '2024-02-29', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z', 'a leap day'],
    ['Europe/Oslo', '2024-03-01', '2024-02-29T23:00:00Z', '2024-03-01T23:00:00Z', 'winter'],
    ['Europe/Oslo', '2024-03-31', '2024-03-30T23:00:00Z', '2024-03-31T22:00:00Z', 'a day of 23 hours'],
    ['Europe/Oslo', '2024-10-27', '2024-10-26T22:00:00Z', '2024-10-27T23:00:00Z', 'a day of 25 hours'],
    ['America/Sao_Paulo', '2018-11-03', '2018-11-03T03:00:00Z', '2018-11-04T03:00:00Z', 'before a skipped midnight'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z', 'it starts at 01:00'],
    ['America/Sao_Paulo', '2019-02-16', '2019-02-16T02:00:00Z', '2019-02-17T03:00:00Z', 'its last hour comes twice'],
    ['America/St_Johns', '2006-10-29', '2006-10-29T02:30:00Z', '2006-10-30T03:30:00Z', 'back over midnight at 00:01'],
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z', 'before the day that was not'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z', 'the day that was not is empty'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z', 'after it'],
    ['Asia/Kathmandu', '2024-03-01', '2024-02-29T18:15:00Z', '2024-03-01T18:15:00Z', 'three quarters'],
    ['America/Toronto', '1919-03-31', '1919-03-31T04:30:00Z', '1919-04-01T04:00:00Z', 'skipped from 23:30 to 00:30'],
    ['+05:45', '2024-03-01', '2024-02-29T18:15:00Z', '2024-03-01T18:15:00Z', 'a zone given as an offset'],
    ['Asia/Kathmandu', '0001-01-01', '0001-01-01T00:00:00Z', '0001-01-01T18:18:44Z', 'held to the year 1 in UTC'],
  ] as const;

  it.each(days)('%s: %s is from %s to %s: %s', (zone, date, start, end) => {
    expect(kind.read(date, { zone })).toEqual({
      ok: true,
      value: { type: 'day', date, start: at(start), end: at(end) },
    });
  });

  it('ends the last day of all a microsecond early', () => {
    const end = at('9999-12-31T23:59:59.999Z', 999);
    const day = { type: 'day', date: '9999-12-31', start: at('9999-12-31T00:00:00Z'), end };
    expect(kind.read('9999-12-31', utc)).toEqual({ ok: true, value: day });
  });
});

describe('instants', () => {
  it.each([
    [at('2024-03-01T10:00:00Z'), '2024-03-01T10:00:00Z'],
    [at('2024-03-01T10:00:00.500Z'), '2024-03-01T10:00:00.500Z'],
    [at('2024-03-01T10:00:00Z', 1), '2024-03-01T10:00:00.000001Z'],
    [at('2024-03-01T10:00:00.120Z', 30), '2024-03-01T10:00:00.120030Z'],
    [at('0001-01-01T00:00:00Z'), '0001-01-01T00:00:00Z'],
    [at('1969-12-31T23:59:59.999Z', 999), '1969-12-31T23:59:59.999999Z'],
  ])('%j is printed as %s', (value, text) => {
    expect(kind.print(value)).toBe(text);
  });

  it('a day is printed as its date', () => {
    const reading = kind.read('2024-03-31', { zone: 'Europe/Oslo' });
    expect(reading.ok && kind.print(reading.value)).toBe('2024-03-31');
  });
});
