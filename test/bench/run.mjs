/** `npm run bench`: see flags.mjs for what it can be told. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as prettier from 'prettier';
import { aboutRun } from './about.mjs';
import { measureApart, partsOf } from './apart.mjs';
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
import { pageOf } from './report/markdown.mjs';
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
  const parts = partsOf({ modes: flags.modes, engines });
  const results = { about: await aboutRun(flags) };
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return measureHere(only, results);
  await measureApart(parts, flags, ({ about, ...measured }, mode) => {
    Object.assign(results.about.engines, about.engines);
    results[mode] = [...(results[mode] ?? []), ...measured[mode]];
    save(results);
  });
  return results;
}

/** Measures one mode on one engine, in this process. */
async function measureHere({ mode, engine }, results) {
  const progress = new Progress(measurementsOf(mode));
  progress.begin(mode);
  const tell = (result) => progress.done([mode, engine, nameOf(result)].filter((part) => part !== '').join(', '));
  const inBlog = async (measureIn) => {
    const database = await openDatabase(engine, flags.size, { keep: flags.keep });
    results.about.engines[engine] = database.version;
    try {
      return await measureIn(database);
    } finally {
      await database.close();
    }
  };
  const measures = {
    database: () => inBlog((database) => measureDatabase(database, flags, tell)),
    tracing: () => inBlog((database) => measureTracing(database, flags, tell)),
    javascript: () => inBlog((database) => measureJavaScript(database, flags, tell)),
    layers: () => inBlog((database) => measureLayers(database, flags, tell)),
    reading: () => inBlog((database) => measureReading(database, flags, tell)),
    flat: () => inBlog((database) => measureFlat(database, flags, tell)),
    origins: () => inBlog((database) => measureOrigins(database, flags, tell)),
    hostile: () => inBlog((database) => measureHostile(database, tell)),
    http: () => inBlog((database) => measureHttp(database, flags, tell)),
    cold: () => inBlog((database) => measureCold(database, tell)),
    growth: () => measureGrowth(engine, flags, tell),
    grid: () => measureGrid(engine, flags, tell),
    aggregates: () => measureAggregates(engine, flags, tell),
    populate: () => measurePopulate(engine, flags, tell),
    dearest: () => measureDearest(engine, flags, tell),
    heap: () => measureHeap(tell),
  };
  results[mode] = await measures[mode]();
  save(results);
  progress.stop();
  return results;
}

/** A run that is ended early leaves what it has measured. */
function save(results) {
  if (flags.json !== '') writeFileSync(flags.json, `${JSON.stringify(results, undefined, 2)}\n`);
}

function nameOf({ workload, name, adapter, engine }) {
  return workload ?? name ?? adapter ?? engine ?? '';
}

/** The number of measurements of a mode on one engine, as far as it is known before. */
function measurementsOf(mode) {
  const chosen = workloads.filter(({ name }) => name.includes(flags.workloads)).length;
  const each = {
    database: chosen,
    javascript: chosen,
    reading: 3,
    flat: flatRequests,
    origins: originCount,
    tracing: tracedRequests,
    layers: layeredWorkloads.length,
    hostile: hostileRequests,
    http: 2,
    cold: 2,
    populate: populateCells.length,
    aggregates: aggregateCells.length,
    dearest: flags.at.length * dearestRequests,
  };
  return each[mode] ?? 1;
}

/** Growth is the same whatever else was measured with it. */
function addLarger(results, { about, database, growth = [] }) {
  results.larger = { posts: about.posts, database };
  if (growth.length > 0) results.growth = growth;
}

async function writeDocs() {
  const file = (name) => new URL(`../../docs/${name}`, import.meta.url);
  const options = await prettier.resolveConfig(file('benchmarks.md').pathname);
  mkdirSync(file('benchmarks'), { recursive: true });
  const { drawPlots } = await import('./report/plots.mjs');
  const plots = drawPlots(results);
  for (const { name, svg } of plots) writeFileSync(file(`benchmarks/${name}.svg`), svg);
  const page = pageOf(results, { bars, plots });
  writeFileSync(file('benchmarks.md'), await prettier.format(page, { ...options, parser: 'markdown' }));
}
