import { spyOn } from '../contenders/index.mjs';
import { hand } from '../contenders/hand.mjs';
import { library } from '../contenders/library.mjs';
import { declareWith } from '../model/filterable.mjs';
import { byHand } from '../report/ratios.mjs';
import { workloads } from '../workloads/index.mjs';
import { enter } from './database.mjs';
import { timeReplayed } from './javascript.mjs';

/** A workload of each kind: own columns, joins, related rows, a cursor, a total. */
export const layeredWorkloads = [
  'own fields, a range, newest first',
  'to-one of to-one',
  'many-to-many, member of three, popular',
  'keyset page at the same depth',
  'page with its total, own fields',
];

/**
 * The library, and the library without one of its layers. A comment on a builder keeps its statements from being
 * prepared.
 */
const layers = {
  everything: {},
  'each plan compiled': { withoutTemplates: true },
  'no prepared statements': { builderOf: (posts) => posts.createQueryBuilder('post').comment('bench') },
  'no choice of ways': { options: { strategy: 'in' } },
};

export const layerNames = Object.keys(layers);

/** Everything but the database, with one layer of a page left out. */
export async function measureLayers(database, flags, tell) {
  const contenders = await contendersOf(database);
  const results = [];
  for (const workload of workloads.filter(({ name }) => isMeasured(name, flags))) {
    const entrants = await enter(workload, contenders, database, flags);
    const result = { workload: workload.name, entries: await timeReplayed(entrants, flags) };
    tell(result);
    results.push(result);
  }
  return results;
}

function isMeasured(name, flags) {
  return layeredWorkloads.includes(name) && name.includes(flags.workloads);
}

/** All that take part. The library is the one that is not bundled, because its modules can be reached one by one. */
async function contendersOf({ engine, source }) {
  const { Filterable, FilterService: service } = await fromBuild('index.js');
  const compiling = templatesOff(await fromBuild('statements/list.js'));
  declareWith(Filterable);
  const spy = spyOn(source);
  const ours = Object.entries(layers).map(([name, { withoutTemplates, builderOf, options }]) => {
    const { prepare } = library({ source, service, builderOf }, undefined, options);
    return { name, spy, prepare: withoutTemplates ? prepared(prepare, compiling) : prepare };
  });
  return [...ours, { ...hand({ engine, source }), name: byHand, spy }];
}

function fromBuild(path) {
  return import(new URL(`../../../build/${path}`, import.meta.url).href);
}

function prepared(prepare, around) {
  return async (...given) => {
    const { run, ...rest } = await prepare(...given);
    return { ...rest, run: (turn) => around(() => run(turn)) };
  };
}

/** Makes a function that runs requests with every list compiled: its statements are kept, and its SQL is not. */
function templatesOff({ Statements: { prototype } }) {
  const { keyOf, keep } = prototype;
  let isOff = false;
  prototype.keyOf = function (list) {
    const key = keyOf.call(this, list);
    return isOff && key !== undefined ? `compiled ${key}` : key;
  };
  prototype.keep = function (...given) {
    const kept = keep.apply(this, given);
    return isOff && kept ? Object.assign(kept, { template: undefined }) : kept;
  };
  return async (run) => {
    isOff = true;
    try {
      return await run();
    } finally {
      isOff = false;
    }
  };
}
