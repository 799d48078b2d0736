/** `npm run bench`: see flags.mjs for what it can be told. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as prettier from 'prettier';
import { aboutRun } from './about.mjs';
import { readFlags } from './flags.mjs';
import './model/filterable.mjs';
import { isAvailable, openDatabase } from './model/databases.mjs';
import { measureCold } from './modes/cold.mjs';
import { measureDatabase } from './modes/database.mjs';
import { dearestRequests, measureDearest } from './modes/dearest.mjs';
import { aggregateCells, measureAggregates } from './modes/aggregates.mjs';
import { flatRequests, measureFlat } from './modes/flat.mjs';
import { measureGrid } from './modes/grid.mjs';
import { measureGrowth } from './modes/growth.mjs';
import { measureHeap } from './modes/heap.mjs';
import { hostileRequests, measureHostile } from './modes/hostile.mjs';
import { measureHttp } from './modes/http.mjs';
import { measureJavaScript } from './modes/javascript.mjs';
import { measurePopulate, populateCells } from './modes/populate.mjs';
import { measureReading } from './modes/reading.mjs';
import { layeredWorkloads, measureLayers } from './modes/layers.mjs';
import { measureOrigins, originCount } from './modes/origins.mjs';
import { measureTracing, tracedRequests } from './modes/tracing.mjs';
import { Progress } from './progress.mjs';
import { barsOf } from './report/bars.mjs';
import { fileOf, pageOf, tablePageOf } from './report/markdown.mjs';
import { drawPlots } from './report/plots.mjs';
import { tablesOf } from './report/tables.mjs';
import { barsTable, printTable } from './report/terminal.mjs';
import { workloads } from './workloads/index.mjs';

const flags = readFlags(process.argv.slice(2));
const results = flags.from === '' ? await measure() : JSON.parse(readFileSync(flags.from, 'utf8'));
if (flags.beside !== '') addLarger(results, JSON.parse(readFileSync(flags.beside, 'utf8')));
if (flags.remark !== '') results.about.remark = flags.remark;
const tables = tablesOf(results);
const bars = barsOf(results);
for (const table of [...tables, barsTable(bars)]) printTable(table);
if (flags.docs) await writeDocs();

async function measure() {
  const engines = flags.engines.filter(isAvailable);
  const missing = flags.engines.filter((engine) => !isAvailable(engine));
  if (missing.length > 0) console.warn(`Left out, because there is no address of a server: ${missing.join(', ')}`);
  const progress = new Progress(measurements(engines.length));
  const results = { about: await aboutRun(flags) };
  // Outside of the database all engines are alike, so one is enough: a server's, where there is one, because its driver
  // waits.
  const [first] = [...engines].sort((a, b) => Number(b === 'postgres') - Number(a === 'postgres'));
  const inDatabase = flags.modes.some(
    (mode) => !['growth', 'grid', 'heap', 'dearest', 'populate', 'aggregates'].includes(mode),
  );
  for (const engine of inDatabase ? engines : []) await measureEngine(engine, engine === first, { results, progress });
  for (const engine of engines) {
    await measureMode('growth', { results, progress }, (tell) => measureGrowth(engine, flags, tell));
    await measureMode('grid', { results, progress }, (tell) => measureGrid(engine, flags, tell));
    await measureMode('aggregates', { results, progress }, (tell) => measureAggregates(engine, flags, tell), engine);
    await measureMode('populate', { results, progress }, (tell) => measurePopulate(engine, flags, tell), engine);
    await measureMode('dearest', { results, progress }, (tell) => measureDearest(engine, flags, tell), engine);
  }
  await measureMode('heap', { results, progress }, (tell) => measureHeap(tell));
  progress.stop();
  return results;
}

async function measureEngine(engine, isFirst, into) {
  const database = await openDatabase(engine, flags.size, { keep: flags.keep });
  into.results.about.engines[engine] = database.version;
  try {
    await measureMode('database', into, (tell) => measureDatabase(database, flags, tell), engine);
    await measureMode('tracing', into, (tell) => measureTracing(database, flags, tell), engine);
    if (!isFirst) return;
    await measureMode('javascript', into, (tell) => measureJavaScript(database, flags, tell));
    await measureMode('layers', into, (tell) => measureLayers(database, flags, tell));
    await measureMode('reading', into, (tell) => measureReading(database, flags, tell));
    await measureMode('flat', into, (tell) => measureFlat(database, flags, tell));
    await measureMode('origins', into, (tell) => measureOrigins(database, flags, tell));
    await measureMode('hostile', into, (tell) => measureHostile(database, tell));
    await measureMode('http', into, (tell) => measureHttp(database, flags, tell));
    await measureMode('cold', into, (tell) => measureCold(database, tell));
  } finally {
    await database.close();
  }
}

/** Runs a mode, if it is wanted, and adds what it measures to the results. */
async function measureMode(mode, { results, progress }, run, where = '') {
  if (!flags.modes.includes(mode)) return;
  progress.begin(mode);
  const tell = (result) => progress.done([mode, where, nameOf(result)].filter((part) => part !== '').join(', '));
  results[mode] = [...(results[mode] ?? []), ...(await run(tell))];
  save(results);
}

/** A run that is ended early leaves what it has measured. */
function save(results) {
  if (flags.json !== '') writeFileSync(flags.json, `${JSON.stringify(results, undefined, 2)}\n`);
}

function nameOf({ workload, name, adapter, engine }) {
  return workload ?? name ?? adapter ?? engine ?? '';
}

/** The number of measurements of a run, as far as it is known before. */
function measurements(engines) {
  const chosen = workloads.filter(({ name }) => name.includes(flags.workloads)).length;
  const each = {
    database: engines * chosen,
    javascript: chosen,
    reading: 3,
    flat: flatRequests,
    origins: originCount,
    tracing: engines * tracedRequests,
    layers: layeredWorkloads.length,
    hostile: hostileRequests,
    http: 2,
    cold: 2,
    growth: engines,
    grid: engines,
    populate: engines * populateCells.length,
    aggregates: engines * aggregateCells.length,
    dearest: engines * flags.at.length * dearestRequests,
    heap: 1,
  };
  return flags.modes.reduce((sum, mode) => sum + (each[mode] ?? 0), 0);
}

/** Growth is the same whatever else was measured with it. */
function addLarger(results, { about, database, growth = [] }) {
  results.larger = { posts: about.posts, database };
  if (growth.length > 0) results.growth = growth;
}

async function writeDocs() {
  const file = (name) => new URL(`../../docs/${name}`, import.meta.url);
  const options = await prettier.resolveConfig(file('benchmarks.md').pathname);
  const write = async (name, page) =>
    writeFileSync(file(name), await prettier.format(page, { ...options, parser: 'markdown' }));
  rmSync(file('benchmarks'), { recursive: true, force: true });
  mkdirSync(file('benchmarks'));
  const plots = drawPlots(results);
  for (const { name, svg } of plots) writeFileSync(file(`benchmarks/${name}.svg`), svg);
  for (const each of tables) await write(`benchmarks/${fileOf(each)}`, tablePageOf(each, results));
  await write('benchmarks.md', pageOf(results, { bars, plots, tables }));
}
