import { contendersFor } from '../contenders/index.mjs';
import { drivers } from '../contenders/raw.mjs';
import { databaseClock, databaseTime } from '../database-time.mjs';
import { interleave } from '../measure.mjs';
import { turns } from '../workloads/parameters.mjs';
import { workloads } from '../workloads/index.mjs';

/** Requests that a contender makes per turn. */
const inARow = 5;

/** Every workload on one database, end to end: from what a client sent to the rows. */
export async function measureDatabase(database, flags, tell) {
  const contenders = await contendersFor(database);
  const results = [];
  try {
    for (const workload of workloads.filter(({ name }) => name.includes(flags.workloads))) {
      const entrants = await enter(workload, contenders.all, database, flags);
      const running = Object.fromEntries(entrants.filter(({ run }) => run).map(({ name, run }) => [name, run]));
      const times = await interleave(running, { turns, rounds: flags.rounds, seconds: flags.seconds, inARow });
      const result = { engine: database.engine, workload: workload.name, entries: entries(entrants, times) };
      tell(result);
      results.push(result);
    }
  } finally {
    await contenders.close();
  }
  return results;
}

/** Everyone who can say the workload, in their best shape, after it was checked that all find the same rows. */
export async function enter(workload, contenders, database, flags) {
  const { engine, source, posts } = database;
  const parameters = [];
  for (const p of workload.parameters(posts)) {
    parameters.push(workload.prepare === undefined ? p : await workload.prepare(p, { rowAt: rowAt(database) }));
  }
  const clock = databaseClock(engine, source);
  const chosen = contenders.filter(({ name }) => flags.contenders.length === 0 || flags.contenders.includes(name));
  const entrants = [];
  let expected;
  for (const contender of [...chosen].sort((a, b) => Number(a.isPeer ?? 0) - Number(b.isPeer ?? 0))) {
    const prepared = await contender.prepare(workload, parameters);
    if (prepared.unable !== undefined) {
      entrants.push({ name: contender.name, unable: prepared.unable });
      continue;
    }
    const { shape, run, others } = await bestShape(prepared);
    const found = await idsOf(run, contender.isPeer);
    expected ??= found;
    const difference = differenceOf(found, expected);
    if (difference !== undefined) {
      if (!contender.isPeer) throw new Error(`${contender.name}: ${workload.name} on ${engine}: ${difference}`);
      entrants.push({ name: contender.name, unable: difference });
      continue;
    }
    const { statements, answers } = await contender.spy.record(() => run(0));
    await warm({ spy: contender.spy, answers, run }, flags);
    const database = await databaseTime(clock, statements).catch(() => undefined);
    entrants.push({
      name: contender.name,
      shape,
      others,
      run,
      statements,
      answers,
      database,
      spy: contender.spy,
      prepared,
    });
  }
  return entrants;
}

/**
 * A server runs compiled code, so everyone's is: without the database, which has no part in that. A run of a few
 * seconds warms up for less time.
 */
async function warm({ spy, answers, run }, { seconds }) {
  if (answers.size === 0) return;
  spy.replay(answers);
  for (let time = 0; time < Math.min(3_000, seconds * 500); time += 1) await run(0);
  spy.mode = 'live';
}

const shapeTurns = 5;

/** Where there are several ways, a few rounds of all of them tell the best. */
async function bestShape({ run, shapes }) {
  if (shapes === undefined) return { run };
  const timed = await interleave(Object.fromEntries(shapes.map((each) => [each.shape, each.run])), {
    turns: shapeTurns,
    rounds: shapes.length === 1 ? 1 : 15,
    seconds: 4,
    warmUp: 1,
  });
  const ranked = shapes.toSorted((a, b) => timed[a.shape].median - timed[b.shape].median);
  return { ...ranked[0], others: Object.fromEntries(shapes.map(({ shape }) => [shape, timed[shape].median])) };
}

/** The ids of each turn, or what was thrown. */
async function idsOf(run, isPeer) {
  try {
    const found = [];
    for (let turn = 0; turn < turns; turn += 1) found.push((await run(turn)).map(({ id }) => Number(id)));
    return found;
  } catch (error) {
    if (!isPeer) throw error;
    return String(error.message).split('\n')[0];
  }
}

function differenceOf(found, expected) {
  if (typeof found === 'string') return `fails: ${found.slice(0, 80)}`;
  const turn = found.findIndex((ids, index) => ids.join() !== expected[index].join());
  if (turn < 0) return undefined;
  const same = new Set(found[turn]).size === found[turn].length && found[turn].length === expected[turn].length;
  return same ? 'answers other rows' : `answers ${found[turn].length} rows for ${expected[turn].length}`;
}

export function rowAt({ engine, source }) {
  const send = drivers[engine](source);
  return async (place) => {
    const text = `SELECT id FROM post ORDER BY published_at DESC, id DESC LIMIT 1 OFFSET ${place}`;
    return (await send({ text, values: [] }))[0];
  };
}

function entries(entrants, times) {
  return entrants.map(({ name, unable, shape, others, statements, database }) =>
    unable === undefined
      ? { name, shape, others, ...times[name], statements: statements.length || undefined, database }
      : { name, unable },
  );
}
