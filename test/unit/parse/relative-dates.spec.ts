import { FilterException, FilterService } from 'nestjs-filterable';
import { filterServiceFor, queryFor } from 'nestjs-filterable/testing';
import { Post } from '../../support/blog/entities.js';

const now = new Date('2024-04-05T10:20:30Z');
const on = await filterServiceFor([Post], { now });
const off = await filterServiceFor([Post], { now, relativeDates: false });

function issueOf(filters: FilterService, query: string, overrides: object = {}): unknown {
  try {
    return filters.parse(Post, query, overrides).toString();
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues.map(({ code, message }) => `${code} ${message}`).join('; ');
  }
}

describe('relative dates in a request', () => {
  it.each([
    ['filters[publishedAt][$gte]=now-7d/d', 'filters[publishedAt][$gte]=now-7d%2Fd'],
    ['filters[publishedAt]=now', 'filters[publishedAt][$eq]=now'],
    ['filters[publishedAt][$lt]=now%2B1M', 'filters[publishedAt][$lt]=now%2B1M'],
    ['filters[publishedOn]=now-1M/M', 'filters[publishedOn][$eq]=now-1M%2FM'],
    [
      'filters[publishedOn][$in][0]=now&filters[publishedOn][$in][1]=2024-01-01&filters[publishedOn][$in][2]=now',
      'filters[publishedOn][$in][0]=2024-01-01&filters[publishedOn][$in][1]=now',
    ],
  ])('%s keeps its text: %s', (query, printed) => {
    const read = on.parse(Post, query);
    expect(read.toString()).toBe(printed);
    expect(on.parse(Post, read.toJSON()).toString()).toBe(printed);
  });

  it('stand in a body, and in code', () => {
    const input = { filters: { publishedAt: { $between: ['now-7d/d', 'now/d'] } } };
    expect(on.parse(Post, input).toJSON()).toEqual(input);
    expect(() => on.filter(Post, { filters: { publishedAt: { $gte: 'now-1y' } } })).not.toThrow();
  });

  it.each([
    ['filters[publishedAt]=now-7D', 'now-1M/M'],
    ['filters[publishedAt]=today', 'now-1M/M'],
    ['filters[publishedOn]=now/d-7d', 'now-1M/M'],
    ['filters[publishedAt]=now 1d', '%2B'],
    ['filters[publishedAt]=now+1d', '%2B'],
    ['filters[publishedOn][$in][0]=now&filters[publishedOn][$in][1]=tomorrow', 'now-1M/M'],
    ['filters[publishedAt]=now-9999y', 'now-1M/M'],
  ])('%s is refused with the grammar', (query, part) => {
    expect(issueOf(on, query)).toContain(part);
    expect(issueOf(on, query)).toContain('invalid_value');
  });

  it.each([
    ['filters[publishedAt]=now', 'at most 8 offsets'],
    ['filters[publishedOn][$lte]=now', 'at most 8 offsets'],
    ['filters[publishedAt][$gte]=now-1M', 'at most 8 offsets'],
  ])('%s with eight offsets is a moment, and with nine is refused', (query, part) => {
    const given = query.includes('-1M') ? 1 : 0;
    expect(issueOf(on, `${query}${'-1h'.repeat(8 - given)}`)).toContain('-1h-1h');
    expect(issueOf(on, `${query}${'-1h'.repeat(8 - given)}/d`)).toContain('-1h%2Fd');
    expect(issueOf(on, `${query}${'-1h'.repeat(9 - given)}`)).toContain(part);
    expect(issueOf(on, `${query}${'-1h'.repeat(9 - given)}/d`)).toContain('invalid_value');
    expect(issueOf(on, `${query}${'-1h'.repeat(80)}`)).toContain(part);
  });

  it.each(['filters[title]=now-7d', 'filters[title]=today'])('%s is a text on a column of texts', (query) => {
    expect(issueOf(on, query)).toContain(query.slice(14));
  });

  it.each(['filters[publishedAt]=now', 'filters[publishedOn]=now/d', 'filters[publishedAt]=today'])(
    '%s is refused where the module or the handler turns them off, as any other text is',
    (query) => {
      const wrong = query.replace(/=.*/, '=soon');
      expect(issueOf(off, query)).toBe(issueOf(off, wrong));
      expect(issueOf(on, query, { relativeDates: false })).toBe(issueOf(off, wrong));
      expect(issueOf(off, 'filters[publishedAt]=now', { relativeDates: true })).toBe('filters[publishedAt][$eq]=now');
    },
  );

  it('are described', () => {
    expect([on.describe(Post).relativeDates, off.describe(Post).relativeDates]).toEqual([true, false]);
  });

  it('are in the key of a cache as what they are at the moment', async () => {
    const keyAt = async (text: string, time: string) =>
      (await queryFor(Post, `filters[publishedAt][$gte]=${text}`, { now: new Date(time) })).cacheKey();
    const morning = await keyAt('now/d', '2024-04-05T06:00:00Z');
    expect(await keyAt('now/d', '2024-04-05T18:00:00Z')).toBe(morning);
    expect(await keyAt('now/d', '2024-04-06T06:00:00Z')).not.toBe(morning);
    expect(await keyAt('now', '2024-04-05T06:00:00Z')).not.toBe(await keyAt('now', '2024-04-05T06:00:01Z'));
  });

  it('are at the time of each request, where a function gives it', async () => {
    let time = now;
    const filters = await filterServiceFor([Post], { now: () => time });
    const key = () => filters.parse(Post, 'filters[publishedOn]=now').cacheKey();
    const first = key();
    expect(key()).toBe(first);
    time = new Date('2024-04-06T10:20:30Z');
    expect(key()).not.toBe(first);
  });
});
