/**
 * Proves the peer ranges: packs the library, installs the package beside the versions of each row of versions.mjs, and
 * lets a small program of a host's use it there, compiled by its own compiler to CommonJS and to ES modules.
 *
 * Run it with `npm run test:peers`, or for some rows with `npm run test:peers -- floor nest12-typeorm1.1`. It needs the
 * registry, and a few minutes. better-sqlite3 is the copy of this repository, because compiling it takes longest; a
 * driver that a row names in its place is compiled. The results go into `test/compatibility/results.json`, of which
 * `docs/databases.md` is made.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { record, today } from '../compatibility/results.mjs';
import { packagesOf, versions } from './versions.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(versions, name));
if (unknown.length > 0) throw new Error(`no row ${unknown.join(', ')}; there are: ${Object.keys(versions).join(', ')}`);
const names = chosen.length > 0 ? chosen : Object.keys(versions);

const workplace = await mkdtemp(path.join(os.tmpdir(), 'nestjs-filterable-peers-'));
try {
  const tarball = await pack();
  const failed = [];
  for (const name of names) {
    const failure = await tryRow(name, tarball);
    console.log(`${failure === undefined ? 'holds' : 'FAILS'}  ${name}: ${describe(versions[name])}`);
    note(name, failure === undefined);
    if (failure === undefined) continue;
    console.log(failure);
    failed.push(name);
  }
  console.log(`${names.length - failed.length} of ${names.length} rows hold`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await rm(workplace, { recursive: true, force: true });
}

/** Records a row with the number of programs that ran: CommonJS, once more without requiring ES modules, ES modules. */
function note(row, holds) {
  const { nest, typeorm, swagger, classValidator, typescript, needsRequireOfModules, driver } = versions[row];
  const by = driver === undefined ? 'better-sqlite3' : `${driver.name} ${driver.version}`;
  const packages = { nest, typeorm, swagger, classValidator, typescript, driver: by };
  const programs = needsRequireOfModules ? 2 : 3;
  const result = { row, ...packages, node: process.versions.node, date: today(), holds, programs };
  record('peers', [result], (one, other) => one.row === other.row && one.node === other.node);
}

/** `npm pack` builds first: there is a `prepack`. */
async function pack() {
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', workplace], root);
  const [{ filename }] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))));
  return path.join(workplace, filename);
}

/** Undefined when everything holds, or else what was printed by the step that failed. */
async function tryRow(name, tarball) {
  const folder = path.join(workplace, name);
  try {
    await install(folder, versions[name], tarball);
    const { module, needsRequireOfModules, driver } = versions[name];
    const program = await compileConsumer(folder, 'commonjs', module);
    await runConsumer(program, driver);
    if (!needsRequireOfModules) await runConsumer(program, driver, ['--no-experimental-require-module']);
    await runConsumer(await compileConsumer(folder, 'module', 'nodenext'), driver);
    return undefined;
  } catch (error) {
    return [error.message, error.stdout, error.stderr].filter(Boolean).join('\n');
  }
}

/** Without --legacy-peer-deps: that npm accepts the ranges is a part of the proof. */
async function install(folder, row, tarball) {
  await mkdir(folder);
  await writeJson(path.join(folder, 'package.json'), { name: 'host', private: true });
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball, ...packagesOf(row)], folder);
  if (row.driver !== undefined) return run('npm', ['rebuild', row.driver.name, '--build-from-source'], folder);
  await symlink(path.join(root, 'node_modules/better-sqlite3'), path.join(folder, 'node_modules/better-sqlite3'));
}

/** Gives the folder of the compiled program. */
async function compileConsumer(folder, type, module) {
  const consumer = path.join(folder, type);
  await cp(path.join(here, 'consumer'), consumer, { recursive: true });
  await writeJson(path.join(consumer, 'package.json'), { type });
  await writeJson(path.join(consumer, 'tsconfig.json'), {
    compilerOptions: compilerOptions(module),
    include: ['*.ts'],
  });
  await compile(folder, consumer);
  return consumer;
}

/**
 * A Node that can require ES modules loads one build for everyone, so there is one copy. To one that cannot, as to Jest
 * and bundlers, `require` gives the CommonJS build, which is tried by that option.
 */
async function runConsumer(consumer, driver, options = []) {
  if (options.length === 0) await run(process.execPath, ['one-copy.mjs'], consumer);
  const env = { ...process.env, LIBRARY_DRIVER: driver?.type ?? 'better-sqlite3', NODE_DEBUG: 'nestjs-filterable' };
  const { stderr } = await run(process.execPath, [...options, 'dist/main.js'], consumer, env);
  // Unknown state of TypeORM's builders turns this off.
  if (!stderr.includes('is prepared')) throw new Error(`no statement was prepared:\n${stderr}`);
}

function compilerOptions(module) {
  return {
    ...{ target: 'ES2022', module, strict: true, outDir: 'dist', rootDir: '.', types: ['node'] },
    ...{ experimentalDecorators: true, emitDecoratorMetadata: true, useDefineForClassFields: false },
  };
}

/**
 * The declarations are read, too (no skipLibCheck), but only mistakes in ours and the program's are ours to answer for.
 */
async function compile(folder, consumer) {
  const compiler = path.join(folder, 'node_modules/typescript/bin/tsc');
  try {
    await run(process.execPath, [compiler, '--pretty', 'false'], consumer);
  } catch (error) {
    const mistakes = error.stdout.split('\n').filter((line) => /^\S.*error TS/.test(line));
    const ours = mistakes.filter((line) => !/node_modules\/(?!nestjs-filterable\/)/.test(line));
    if (ours.length > 0 || mistakes.length === 0) throw new Error(['tsc', ...ours].join('\n'), { cause: error });
  }
}

function describe(row) {
  const { nest, typeorm, swagger, classValidator, typescript, driver } = row;
  const by = driver === undefined ? '' : `, ${driver.name} ${driver.version}`;
  return `Nest ${nest}, TypeORM ${typeorm}, @nestjs/swagger ${swagger}, class-validator ${classValidator}, TypeScript ${typescript}${by}`;
}

async function writeJson(file, content) {
  await writeFile(file, JSON.stringify(content, undefined, 2));
}

function run(command, args, cwd, env = process.env) {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error === null) resolve({ stdout, stderr });
      else reject(Object.assign(error, { stdout, stderr }));
    });
  });
}
