import { FilterService } from 'nestjs-filterable';
import { contendersFor } from '../contenders/index.mjs';
import { onServer } from '../report/ratios.mjs';
import { interleave } from '../measure.mjs';
import { limits } from '../model/filterable.mjs';
import { Post } from '../model/entities.mjs';
import { enter } from './database.mjs';
import { workloads } from '../workloads/index.mjs';

/**
 * Long enough that everything is compiled before it is timed. Each sample is so many requests that what the one who was
 * before has left in the processor's caches, and to the garbage collector's threads, weighs little: a program has one
 * of these libraries, not all of them in turn.
 */
const timing = { turns: 1, rounds: 200, warmUp: 40, clock: 'cpu' };
const requestsEach = 200;

/**
 * Everything but the database: read, validate, build, hydrate. What each contender's statements were answered with is
 * noted once; from then on its query runner gives the same answers at once.
 */
export async function measureJavaScript(database, flags, tell) {
  const contenders = await contendersFor(database);
  const ours = contenders.all.filter(({ name }) => name !== 'raw driver' && name !== onServer);
  const results = [];
  try {
    for (const workload of workloads.filter(({ name }) => name.includes(flags.workloads))) {
      const entrants = (await enter(workload, ours, database, flags)).filter(({ run }) => run !== undefined);
      const entries = await timeReplayed(entrants, flags);
      const parts = await measureParts(workload, entrants, database, flags);
      const result = { workload: workload.name, entries, parts };
      tell(result);
      results.push(result);
    }
  } finally {
    await contenders.close();
  }
  return results;
}

/** Times entrants whose statements are answered at once. */
export async function timeReplayed(entrants, { seconds }) {
  const runners = Object.fromEntries(entrants.map((entrant) => [entrant.name, replaying(entrant)]));
  const times = await interleave(runners, { ...timing, seconds });
  for (const { spy } of entrants) spy.mode = 'live';
  return entrants.map(({ name }) => ({ name, ...times[name] }));
}

function replaying({ spy, answers, run }) {
  return async () => {
    spy.replay(answers);
    for (let time = 0; time < requestsEach; time += 1) await run(0);
  };
}

function several(work) {
  return async () => {
    for (let time = 0; time < requestsEach; time += 1) work();
  };
}

/** The library's share before the database: reading the text, and writing the SQL; beside it, writing it by hand. */
async function measureParts(workload, entrants, { source }, flags) {
  if (workload.reads === 'keyset') return undefined;
  const library = entrants.find(({ name }) => name === 'nestjs-filterable');
  const hand = entrants.find(({ name }) => name === 'by hand');
  if (library === undefined || hand === undefined) return undefined;
  const [text] = library.prepared.texts;
  const filters = FilterService.forDataSource(source, { limits });
  const posts = source.getRepository(Post);
  const query = filters.parse(Post, text);
  const shape = hand.prepared.shapes.find((each) => each.shape === hand.shape);
  return interleave(
    {
      read: several(() => filters.parse(Post, text)),
      build: several(() => filters.apply(posts.createQueryBuilder('post'), query).getQueryAndParameters()),
      'build by hand': several(() => shape.build(0).getQueryAndParameters()),
    },
    { ...timing, seconds: flags.seconds / 3 },
  );
}
