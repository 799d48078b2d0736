import { tracingChannel } from 'node:diagnostics_channel';
import { FilterService } from 'nestjs-filterable';
import { interleave } from '../measure.mjs';
import { Post } from '../model/entities.mjs';
import { limits } from '../model/filterable.mjs';

/** A page of each kind: of its own columns, through a relation, with a total. */
const requests = {
  'own fields': 'filters[status]=published&sort=publishedAt:desc&pagination[pageSize]=20&pagination[withCount]=false',
  'through a relation':
    'filters[author][country][code]=c3&sort=publishedAt:desc&pagination[pageSize]=20&pagination[withCount]=false',
  'with its total': 'filters[status]=published&filters[views][$gte]=10&sort=publishedAt:desc&pagination[pageSize]=20',
};

export const tracedRequests = Object.keys(requests).length;

const channel = tracingChannel('nestjs-filterable');

/** Pages to whose operations nobody has subscribed, and the same pages with a subscriber that keeps nothing. */
export async function measureTracing({ engine, source }, flags, tell) {
  const posts = source.getRepository(Post);
  const filters = FilterService.forDataSource(source, { limits });
  const results = [];
  for (const [name, text] of Object.entries(requests)) {
    const read = async () => {
      for (let time = 0; time < 20; time += 1) await filters.page(posts, filters.parse(Post, text));
    };
    const runners = { 'nobody listens': read, 'somebody listens': () => heard(read) };
    const times = await interleave(runners, { turns: 1, rounds: 400, seconds: flags.seconds, warmUp: 20 });
    const entries = Object.entries(times).map(([who, { median, p10 }]) => ({ name: who, median, p10 }));
    const result = { engine, name, entries };
    tell(result);
    results.push(result);
  }
  return results;
}

async function heard(work) {
  let operations = 0;
  const count = () => void (operations += 1);
  channel.subscribe({ end: count, asyncEnd: count });
  try {
    await work();
  } finally {
    channel.unsubscribe({ end: count, asyncEnd: count });
  }
  if (operations < 40) throw new Error(`only ${operations} events were told`);
}
