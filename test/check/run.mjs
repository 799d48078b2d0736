import { execFileSync, spawn } from 'node:child_process';

/**
 * `npm run check`: what the gate would refuse within its first minute. Two lanes run side by side, and a lane goes on
 * after a failure, so that one run shows everything. Unlike the gate it trusts a cache, and runs the unit specs of what
 * changed.
 */
const lanes = [
  [['lint'], ['knip'], ['workflow']],
  [
    [
      'format:check',
      '--cache',
      '--cache-strategy',
      'content',
      '--cache-location',
      'node_modules/.cache/prettier-check',
    ],
    ['test:unit', ...changedSpecs()],
  ],
];

const results = await Promise.all(lanes.map(runLane));
const failed = results.flat().filter(({ passed }) => !passed);
console.log(failed.length === 0 ? 'check passed' : `check failed: ${failed.map(({ name }) => name).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runLane(steps) {
  const done = [];
  for (const [name, ...options] of steps) done.push(await runScript(name, options));
  return done;
}

/** Runs a script of package.json, and prints its output if it fails. */
function runScript(name, options) {
  const start = Date.now();
  const npm = [process.env.npm_execpath, 'run', '--silent', name, '--', ...options];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, npm, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('close', (code) => {
      const passed = code === 0;
      console.log(`${passed ? 'passed' : 'FAILED'}  ${name}  ${((Date.now() - start) / 1000).toFixed(1)} s`);
      if (!passed) console.log(output);
      resolve({ name, passed });
    });
  });
}

/**
 * The specs that import a file that differs from main. Beyond twenty, the whole project is faster, because it is loaded
 * in groups (jest.config.mjs).
 */
function changedSpecs() {
  const base = ['origin/main', 'main'].find((branch) => git('rev-parse', '--verify', '--quiet', branch) !== undefined);
  const since = base === undefined ? '--onlyChanged' : `--changedSince=${base}`;
  const npm = [process.env.npm_execpath, 'run', '--silent', 'test:unit', '--', '--listTests', since];
  const specs = execFileSync(process.execPath, npm, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return specs.length > 20 ? [] : [since, '--passWithNoTests'];
}

function git(...command) {
  try {
    return execFileSync('git', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
