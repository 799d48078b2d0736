/**
 * Changes the library in one place at a time, and runs the specs that reach the place. A change that no spec notices is
 * a missing test, unless the changed code gives the same. Stryker's package lists the changes; texts and patterns are
 * left out.
 *
 *     npm run test:mutation -- --since main          # the files of lib that differ from a commit
 *     npm run test:mutation -- --draw 60 --seed 7    # 60 places of the whole of lib; the same seed draws the same
 *     npm run test:mutation -- lib/parse lib/wire    # every place of some files or folders
 *
 * The specs run on SQLite; with POSTGRES_URL and MARIADB_URL, on these servers as well. `--specs=e2e/pages,unit` runs
 * those alone, `--most=40` (the default) as many for a place. Results stand in `--out=reports/mutation`, a line each,
 * and a run goes on where an earlier one ended.
 */
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    draw: { type: 'string' },
    seed: { type: 'string', default: '1' },
    specs: { type: 'string', default: 'unit,e2e' },
    most: { type: 'string', default: '40' },
    jobs: { type: 'string', default: '2' },
    out: { type: 'string', default: 'reports/mutation' },
  },
});
const folder = path.resolve(root, options.out);
mkdirSync(folder, { recursive: true });

const jest = ['--max-semi-space-size=64', '--import', './test/support/register.mjs', 'node_modules/jest/bin/jest.js'];

const mutants = await kept('mutants.json', chosen);
const reached = await kept('reached.json', reachedBy);
const results = path.join(folder, 'results.jsonl');
const done = existsSync(results) ? linesOf(results).map(({ n }) => n) : [];
const waiting = mutants.filter(({ n }) => !done.includes(n));
await Promise.all(Array.from({ length: Number(options.jobs) }, work));
report();

/** Returns what a file of an earlier run has, or makes and writes it. */
async function kept(name, make) {
  const file = path.join(folder, name);
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await make(), null, 1));
  return JSON.parse(readFileSync(file, 'utf8'));
}

function linesOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function chosen() {
  const all = await mutantsOf(root, filesOfLib());
  const drawn = options.draw === undefined ? all : draw(all, Number(options.draw));
  return drawn.map((mutant, n) => ({ n, ...mutant }));
}

function filesOfLib() {
  if (options.since !== undefined) {
    const { stdout } = spawnSync('git', ['diff', '--name-only', options.since, '--', 'lib'], { cwd: root });
    return stdout
      .toString()
      .split('\n')
      .filter((file) => file.endsWith('.ts') && existsSync(path.join(root, file)));
  }
  const files = readdirSync(path.join(root, 'lib'), { recursive: true }).map((name) => `lib/${name}`);
  const asked = positionals.length === 0 ? ['lib'] : positionals;
  return files.filter((file) => file.endsWith('.ts') && asked.some((beginning) => file.startsWith(beginning)));
}

/** Draws places at random, at most one in each file, so that large files do not make all of the draw. */
function draw(all, count) {
  let state = Number(options.seed) >>> 0;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const left = [...all];
  const drawn = [];
  while (drawn.length < count && left.length > 0) {
    const [mutant] = left.splice(Math.floor(random() * left.length), 1);
    if (!drawn.some(({ file }) => file === mutant.file)) drawn.push(mutant);
  }
  return drawn;
}

function environment(more) {
  return { ...process.env, POSTGRES_URL: process.env.POSTGRES_URL || 'none', CHROMIUM_PATH: 'none', ...more };
}

/** Runs all specs once, with a counter at every place, and returns the specs that reach each of them. */
function reachedBy() {
  const env = environment({
    SPECS: options.specs,
    MUTANTS: path.join(folder, 'mutants.json'),
    REACHED: path.join(folder, 'reached.jsonl'),
  });
  const report = path.join(folder, 'report.json');
  const arguments_ = [...jest, '--ci', '--json', `--outputFile=${report}`, '--selectProjects', 'unit', 'e2e'];
  spawnSync(process.execPath, arguments_, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const time = new Map(
    testResults.map(({ name, startTime, endTime }) => [path.relative(root, name), endTime - startTime]),
  );
  const specs = mutants.map(() => new Set());
  for (const { n, spec } of linesOf(env.REACHED)) specs[n].add(spec);
  return mutants.map(({ n, file }) => {
    // A place that is reached while modules load is reached once in a process: by its own folder's specs, then.
    const own = `test/unit/${file.split('/')[1]}/`;
    const isStatic = specs[n].delete('');
    if (isStatic) for (const spec of time.keys()) if (spec.startsWith(own)) specs[n].add(spec);
    return [...specs[n]].sort((one, other) => (time.get(one) ?? 0) - (time.get(other) ?? 0));
  });
}

async function work() {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const result = await judge(mutant);
    appendFileSync(results, `${JSON.stringify(result)}\n`);
    console.log(`${result.verdict}  ${mutant.file}:${mutant.line}  ${mutant.was} -> ${mutant.now}  ${result.by}`);
  }
}

/** Runs the specs that reach a place, the quickest first, until one fails. */
async function judge({ n }) {
  const specs = spread(reached[n], Number(options.most));
  if (specs.length === 0) return { n, verdict: 'unreached', by: '' };
  const env = environment({ MUTANTS: path.join(folder, 'mutants.json'), MUTANT: String(n) });
  for (const some of [specs.slice(0, 8), specs.slice(8)].filter((list) => list.length > 0)) {
    const arguments_ = [...jest, '--ci', '--bail', '--runInBand', '--runTestsByPath', ...some];
    const { status, output } = await run(arguments_, env);
    if (status !== 0) {
      const by = /FAIL \w+ (\S+)/.exec(output)?.[1] ?? 'its end';
      return { n, verdict: 'killed', by, reached: reached[n].length };
    }
  }
  return { n, verdict: 'survived', by: '', reached: reached[n].length, ran: specs };
}

/** As many members of a list, evenly, from the first on. */
function spread(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]);
}

function run(arguments_, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, arguments_, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 300_000,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
    child.on('close', (status) => resolve({ status, output }));
  });
}

function report() {
  const all = linesOf(results);
  const count = (verdict) => all.filter((result) => result.verdict === verdict).length;
  for (const { n, verdict } of all.filter((result) => result.verdict !== 'killed')) {
    const { file, line, was, now } = mutants[n];
    console.log(`${verdict}: ${file}:${line}  ${was} -> ${now}`);
  }
  console.log(`${count('killed')} killed, ${count('survived')} survived, ${count('unreached')} unreached`);
}
