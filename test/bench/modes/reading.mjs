import qs from 'qs';
import { FilterService } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { interleave } from '../measure.mjs';
import { limits } from '../model/filterable.mjs';
import { Post } from '../model/entities.mjs';
import { pageSize } from '../workloads/parameters.mjs';
import { workloads } from '../workloads/index.mjs';

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

const list = (length) => ({ filters: { id: { $in: Array.from({ length }, (_, index) => index * 7 + 1) } } });

const texts = {
  'ten conditions': toQueryString(tenConditions),
  '100 members': toQueryString(list(100)),
  '500 members': toQueryString(list(500)),
};

/** Each sample is several readings: a single one is too short for the clock. */
const timesEach = { 'ten conditions': 20, '100 members': 10, '500 members': 2 };

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

/** Readings in one sample of a shape. */
const shapesInARow = 50;

/** The names of those who read, each a service of its own. */
export const [knownShape, theParser] = ['a shape that was seen before', 'the parser'];

/**
 * Reading the requests of a workload, whose values change and whose shape does not: by the shape, and by the parser. Where a
 * field has a `when`, its meaning depends on the request, and every request goes to the parser.
 */
export async function measureShapes({ source, posts }, flags, tell) {
  const [known, parser] = [{}, {}].map(() => FilterService.forDataSource(source, { limits }));
  parser.parse(Post, '', { fields: [{ name: 'id', when: () => true }] });
  const results = [];
  for (const workload of workloads.filter(({ name, reads }) => reads === 'rows' && name.includes(flags.workloads))) {
    const texts = workload.parameters(posts).map((parameters) => textOf(workload, parameters));
    const reading = (filters) => async (turn) => {
      for (let time = 0; time < shapesInARow; time += 1) filters.parse(Post, texts[(turn + time) % texts.length]);
    };
    const runners = { [knownShape]: reading(known), [theParser]: reading(parser) };
    const timing = { turns: texts.length, rounds: 200, seconds: flags.seconds / 4, warmUp: 40, clock: 'cpu' };
    const times = await interleave(runners, timing);
    const entries = Object.entries(times).map(([name, { median }]) => ({ name, median: median / shapesInARow }));
    const result = { name: workload.name, bytes: texts[0].length, entries };
    tell(result);
    results.push(result);
  }
  return results;
}

function textOf(workload, parameters) {
  const filters = workload.filters(parameters);
  const { skip } = parameters;
  const pagination = skip === undefined ? { page: 1, pageSize } : { start: skip, limit: pageSize };
  return toQueryString({ ...(filters === undefined ? {} : { filters }), sort: workload.sort, pagination });
}
