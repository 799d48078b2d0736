/**
 * Sends the requests of other libraries' own tests to them and to this library, in one process, and compares the
 * answers: `npm run suites -- --paginate <checkout> --crud <checkout>`. The counts are written into the pages of the
 * on-ramps. PostgreSQL is the server of POSTGRES_URL, in a database that is dropped again.
 */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withDatabase } from './run/database.mjs';
import { verdicts } from './run/judge.mjs';
import { writePage } from './run/page.mjs';

const { values: flags } = parseArgs({
  options: { paginate: { type: 'string' }, crud: { type: 'string' }, engine: { type: 'string' } },
});
const names = ['paginate', 'crud'].filter((name) => flags[name] !== undefined);
if (names.length === 0) throw new Error('name a checkout: --paginate <path>, --crud <path>');
const engines = ['sqlite', 'postgres'].filter((engine) => [undefined, engine].includes(flags.engine));
const folder = new URL('../../../../reports/suites/', import.meta.url);
mkdirSync(folder, { recursive: true });

for (const name of names) {
  const runs = [];
  for (const engine of engines) {
    const run = await withDatabase(engine, (environment) => runOn(name, environment));
    runs.push(run);
    tell(name, run);
    writeFileSync(new URL(`${name}-${engine}.json`, folder), `${JSON.stringify(run, undefined, 2)}\n`);
  }
  if (engines.length === 2) await writePage(name, runs);
}

/** Runs a suite in a process of its own, because the libraries read the engine from the environment. */
function runOn(name, { engine, version, variables }) {
  const program = new URL('run/engine.mjs', import.meta.url);
  const child = fork(program, [name, flags[name]], {
    env: { ...process.env, ...variables, ENGINE: engine, TZ: 'UTC' },
  });
  return new Promise((resolve, reject) => {
    child.on('message', (run) => resolve({ engine, version, ...run }));
    child.on('exit', (code) => reject(new Error(`${name} on ${engine} ended with ${code}, and no result`)));
  });
}

/** Prints the counts, and each request that differs without a row. */
function tell(name, { engine, commit, tests, cases }) {
  const failed = tests.filter(({ error }) => error !== undefined);
  console.log(`\n${name} ${commit} on ${engine}: ${tests.length} of its tests, ${cases.length} requests`);
  console.table(
    Object.entries(verdicts).map(([verdict, text]) => ({
      text,
      requests: cases.filter((each) => each.verdict === verdict).length,
    })),
  );
  for (const { title } of failed) console.log(`its test failed beside ours: ${title}`);
  for (const { test, request, why } of cases.filter(({ verdict }) => verdict === 'different')) {
    console.log(`different: ${decodeURIComponent(request)}\n  ${why}\n  ${test}`);
    process.exitCode = 1;
  }
}
