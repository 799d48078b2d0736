/** `npm run bench`: see flags.mjs for what it can be told. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as prettier from 'prettier';
import { readFlags } from './flags.mjs';
import { loadPeers } from './contenders/index.mjs';
import './model/filterable.mjs';
import { isAvailable, openDatabase } from './model/databases.mjs';
import { measureDatabase } from './modes/database.mjs';
import { measureGrowth } from './modes/growth.mjs';
import { measureHostile } from './modes/hostile.mjs';
import { measureHttp } from './modes/http.mjs';
import { measureJavaScript } from './modes/javascript.mjs';
import { measureReading } from './modes/reading.mjs';
import { barsOf, summaryOf } from './report/bars.mjs';
import { chartOf } from './report/chart.mjs';
import { pageOf } from './report/markdown.mjs';
import { tablesOf } from './report/tables.mjs';
import { barsTable, printTable, summaryTable } from './report/terminal.mjs';

const flags = readFlags(process.argv.slice(2));
const results = flags.from === '' ? await measure() : JSON.parse(readFileSync(flags.from, 'utf8'));
if (flags.beside !== '') addLarger(results, JSON.parse(readFileSync(flags.beside, 'utf8')));
const tables = tablesOf(results);
const bars = barsOf(results);
for (const table of [...tables, barsTable(bars), summaryTable(summaryOf(bars))]) printTable(table);
if (flags.json !== '') writeFileSync(flags.json, `${JSON.stringify(results, undefined, 2)}\n`);
if (flags.docs) await writeDocs();

async function measure() {
  const engines = flags.engines.filter(isAvailable);
  const missing = flags.engines.filter((engine) => !isAvailable(engine));
  if (missing.length > 0) console.warn(`Left out, because there is no address of a server: ${missing.join(', ')}`);
  const results = {
    about: await about(),
    database: [],
    javascript: [],
    reading: [],
    hostile: [],
    http: [],
    growth: [],
  };
  // Outside of the database all engines are alike, so one is enough: a server's, where there is one, because its driver waits.
  const [first] = [...engines].sort((a, b) => Number(b === 'postgres') - Number(a === 'postgres'));
  for (const engine of engines) await measureEngine(engine, engine === first, results);
  if (wants('growth')) {
    for (const engine of engines) results.growth.push(...(await measureGrowth(engine, flags, tell('growth'))));
  }
  return results;
}

async function measureEngine(engine, isFirst, results) {
  const database = await openDatabase(engine, flags.size, { keep: flags.keep });
  results.about.engines[engine] = database.version;
  try {
    if (wants('database')) results.database.push(...(await measureDatabase(database, flags, tell('database'))));
    if (!isFirst) return;
    if (wants('javascript')) results.javascript = await measureJavaScript(database, flags, tell('javascript'));
    if (wants('reading')) results.reading = await measureReading(database, flags, tell('reading'));
    if (wants('hostile')) results.hostile = measureHostile(database, tell('hostile'));
    if (wants('http')) results.http = await measureHttp(database, tell('http'));
  } finally {
    await database.close();
  }
}

/** Growth is the same whatever else was measured with it. */
function addLarger(results, { about, database, growth }) {
  results.larger = { posts: about.posts, database };
  if (growth.length > 0) results.growth = growth;
}

function wants(mode) {
  return flags.modes.includes(mode);
}

function tell(key) {
  return (result) => {
    const [table] = tablesOf({ [key]: [result] });
    if (table !== undefined) printTable(table);
  };
}

async function writeDocs() {
  const file = (name) => new URL(`../../docs/${name}`, import.meta.url);
  const options = await prettier.resolveConfig(file('benchmarks.md').pathname);
  const page = await prettier.format(pageOf(results, tables, bars), { ...options, parser: 'markdown' });
  writeFileSync(file('benchmarks.md'), page);
  writeFileSync(file('benchmarks.svg'), chartOf(results));
}

/** Versions, and nothing that names the machine. */
async function about() {
  const versionOf = (name, from) => JSON.parse(readFileSync(packageFile(name, from), 'utf8')).version;
  const packages = {
    typeorm: versionOf('typeorm', import.meta.url),
    '@nestjs/core': versionOf('@nestjs/core', import.meta.url),
  };
  if ((await loadPeers()) !== undefined) {
    const peers = new URL('./peers/index.mjs', import.meta.url);
    for (const name of ['nestjs-paginate', '@ptc-org/nestjs-query-typeorm', '@dataui/crud-typeorm']) {
      packages[name] = versionOf(name, peers);
    }
  }
  return { posts: flags.size, node: process.versions.node, engines: {}, packages };
}

/** Not every package lets its package.json be required. */
function packageFile(name, from) {
  const paths = createRequire(from).resolve.paths(name) ?? [];
  for (const path of paths) {
    try {
      readFileSync(`${path}/${name}/package.json`);
      return `${path}/${name}/package.json`;
    } catch {
      // The next folder up may have it.
    }
  }
  throw new Error(`${name} is not installed`);
}
