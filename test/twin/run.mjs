import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Runs the tests with the twin of `test/support/twin`: whatever the library takes from a cache is made anew as well,
 * and compared. The specs of what is kept run on SQLite, those that ask in turns and the properties on every engine
 * that there is. The last line is the count of the tests, `N passed, N failed`.
 */

/** The specs whose requests come again, so that something is kept for them. */
const kept = ['adaptive', 'documents', 'each', 'facets', 'hydration', 'lists', 'mappings', 'operators', 'pages']
  .concat(['populate', 'prepared', 'properties', 'questions', 'reads', 'relations', 'scopes', 'search', 'selection'])
  .map((name) => `e2e/${name}`);

/** The specs that run on every engine: random requests, and requests that differ in little. */
const everywhere = [
  'e2e/properties',
  'e2e/populate',
  'e2e/prepared/lists-in-scopes',
  'e2e/prepared/near-neighbours',
  'e2e/named',
];

/** Each spec takes its share of the ways, and of random requests as many as a run by itself. */
const usual = { THOROUGH: '', RUNS: '2' };

const folder = mkdtempSync(path.join(tmpdir(), 'twin-'));
const counts = [
  run('sqlite', kept, { POSTGRES_URL: 'none', MARIADB_URL: '', REQUIRE_ENGINES: '' }),
  run('engines', everywhere, {}),
];
rmSync(folder, { recursive: true });
const sum = (name) => counts.reduce((all, count) => all + count[name], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

/** Runs Jest, and counts its tests. A run without results is a failure. */
function run(name, specs, environment) {
  const results = path.join(folder, `${name}.json`);
  const env = { ...process.env, ...usual, ...environment, TWIN: '1', SPECS: specs.join(',') };
  const options = ['--selectProjects', 'e2e', '--ci', '--json', `--outputFile=${results}`];
  const { status } = spawnSync('npm', ['test', '--', ...options], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
    const failed = Math.max(numFailedTests, numFailedTestSuites);
    return { passed: numPassedTests, failed: status === 0 ? failed : Math.max(failed, 1) };
  } catch {
    console.error(`${name}: the run left no results`);
    return { passed: 0, failed: 1 };
  }
}
