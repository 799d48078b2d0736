import qs from 'qs';
import { FilterService } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { interleave } from '../measure.mjs';
import { limits } from '../model/filterable.mjs';
import { Post } from '../model/entities.mjs';

const tenConditions = {
  filters: {
    status: { $eq: 'published' },
    title: { $contains: 'spring', $ne: 'Post number 7' },
    views: { $gte: 100, $lt: 90_000 },
    publishedAt: { $gte: '2020-01-01T00:00:00Z' },
    author: { name: { $startsWith: 'Author' }, country: { code: { $in: ['c1', 'c2'] } } },
    comments: { approved: true, score: { $gte: 5_000 } },
  },
  sort: ['publishedAt:desc'],
  pagination: { page: 1, pageSize: 20 },
};

/** A list as the README asks for it. */
const typical = {
  filters: { status: 'published', author: { name: 'Author 7' }, comments: { approved: true, score: { $gte: 4 } } },
  sort: 'publishedAt:desc',
  pagination: { page: 2 },
};

const list = (length) => ({ filters: { id: { $in: Array.from({ length }, (_, index) => index * 7 + 1) } } });

const texts = {
  'a typical list': toQueryString(typical),
  'ten conditions': toQueryString(tenConditions),
  '100 members': toQueryString(list(100)),
  '500 members': toQueryString(list(500)),
};

/** Each sample is several readings: a single one is too short for the clock. */
const timesEach = { 'a typical list': 40, 'ten conditions': 20, '100 members': 10, '500 members': 2 };

/** Reading and validating a query string, beside `qs.parse` of the same text, set so that it loses nothing of it. */
export async function measureReading({ source }, flags, tell) {
  const filters = FilterService.forDataSource(source, { limits });
  const options = { depth: 20, arrayLimit: 1_000, parameterLimit: 2_000 };
  const results = [];
  for (const [name, text] of Object.entries(texts)) {
    const many = (work) => async () => {
      for (let time = 0; time < timesEach[name]; time += 1) work();
    };
    const runners = {
      'nestjs-filterable': many(() => filters.parse(Post, text)),
      'qs.parse': many(() => qs.parse(text, options)),
    };
    const times = await interleave(runners, {
      turns: 1,
      rounds: 400,
      seconds: flags.seconds,
      warmUp: 100,
      clock: 'cpu',
    });
    const each = Object.entries(times).map(([who, time]) => ({
      name: who,
      median: time.median / timesEach[name],
      p10: time.p10 / timesEach[name],
    }));
    const result = { name, bytes: text.length, entries: each };
    tell(result);
    results.push(result);
  }
  return results;
}
