/**
 * What a stranger's machine may be: no server, no browser, and a clone in a folder that nobody but its owner may enter,
 * as the home of root is. Without any server, every test runs there. The suites that are about servers run with the
 * embedded PostgreSQL, and must end by themselves. For root they run once more as another user.
 *
 * Run it with `npm run test:bare`. The clone is of the files as they are here, and shares the packages.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const minutes = 10;

const suites = [
  ...['engines', 'unsafe-mode', 'charsets', 'charsets-of-columns', 'pages/sources', 'pages/depth'],
  ...['questions/in-code', 'faults/faults', 'faults/replicas'],
].map((name) => `e2e/${name}.e2e-spec.ts`);
suites.push('browser/harness.browser-spec.ts');

/** The servers and the browser, which of them may not be missing, and the specs if not all. */
const machines = {
  'with the embedded PostgreSQL': { POSTGRES_URL: '', REQUIRE_ENGINES: 'postgres', SPECS: suites.join(',') },
  'without any server or browser': {
    ...{ POSTGRES_URL: 'none', REQUIRE_ENGINES: '', SPECS: '' },
    ...{ CHROMIUM_PATH: 'none', REQUIRE_BROWSER: '' },
  },
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'nestjs-filterable-bare-'));
try {
  const clone = cloneIn(folder);
  for (const [name, machine] of Object.entries(machines))
    await test(`in a folder of mode 0700, ${name}`, clone, machine);
  if (process.getuid() === 0) {
    const [uid, gid] = ['-u', '-g'].map((option) =>
      Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' })),
    );
    execFileSync('find', [
      folder,
      '-name',
      'node_modules',
      '-prune',
      '-o',
      '-exec',
      'chown',
      `${uid}:${gid}`,
      '{}',
      '+',
    ]);
    await test('as another user than root', clone, machines['with the embedded PostgreSQL'], { uid, gid });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function cloneIn(parent) {
  const clone = path.join(parent, 'clone');
  mkdirSync(clone, { mode: 0o700 });
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  execFileSync('tar', ['-cf', path.join(parent, 'files.tar'), '--null', '-T', '-'], { cwd: root, input: files });
  execFileSync('tar', ['-xf', path.join(parent, 'files.tar'), '-C', clone]);
  const packages = path.join(root, 'node_modules');
  try {
    execFileSync('cp', ['-al', packages, clone], { stdio: 'ignore' });
  } catch {
    // Links do not lead to another disk.
    execFileSync('cp', ['-a', packages, clone]);
  }
  return clone;
}

/** The environment without the numbers of runs that the gate asks for. */
function usualEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^THOROUGH$|_RUNS$/.test(name)));
}

function test(title, cwd, machine, user = {}) {
  console.log(`\n${title}:`);
  const options = {
    ...{ cwd, stdio: 'inherit', detached: true },
    ...user,
    env: { ...usualEnvironment(), HOME: folder, MARIADB_URL: '', ...machine },
  };
  const child = spawn('npm', ['test', '--', '--ci', '--selectProjects', 'e2e', 'browser'], options);
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      process.kill(-child.pid, 'SIGKILL');
      reject(new Error(`${title}: still runs after ${minutes} minutes`));
    }, minutes * 60_000);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      if (code === 0) resolve();
      else reject(new Error(`${title}: the tests fail`));
    });
  });
}
