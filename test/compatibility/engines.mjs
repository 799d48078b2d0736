/**
 * Runs the tests with a database on every engine that is here, and records their counts by engine, with the versions
 * of the servers: `npm run test:engines`. With `--report=<file>`, the JSON of such a run by Jest is read instead.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { record, root, today } from './results.mjs';

const sources = {
  sqlite: {
    type: 'better-sqlite3',
    database: ':memory:',
    asks: 'SELECT sqlite_version() AS version',
    by: 'better-sqlite3',
  },
  postgres: { type: 'postgres', url: process.env.POSTGRES_URL, asks: 'SHOW server_version', by: 'pg' },
  mariadb: { type: 'mariadb', url: process.env.MARIADB_URL, asks: 'SELECT VERSION() AS version', by: 'mysql2' },
};

const given = process.argv.find((argument) => argument.startsWith('--report='))?.slice('--report='.length);
const tests = testsOf(given ?? reportOfRun());
for (const [engine, { asks, by, ...options }] of Object.entries(sources)) {
  const own = tests.filter(({ ancestorTitles, title }) =>
    new RegExp(`\\b${engine}\\b`, 'i').test([...ancestorTitles, title].join(' ')),
  );
  const count = (status) => own.filter((test) => test.status === status).length;
  if (count('passed') + count('failed') === 0) continue;
  const server = await versionOf(options, asks);
  const driver = `${by} ${versionOfPackage(by)}`;
  const counts = { passed: count('passed'), failed: count('failed') };
  const row = { engine, server, driver, date: today(), ...counts };
  console.log(JSON.stringify(row));
  record('engines', [row], (one, other) => one.engine === other.engine && one.server === other.server);
}

function reportOfRun() {
  const report = path.join(mkdtempSync(path.join(os.tmpdir(), 'nestjs-filterable-engines-')), 'report.json');
  const options = ['test', '--', '--ci', '--selectProjects', 'e2e', '--json', `--outputFile=${report}`];
  spawnSync('npm', options, { cwd: root, stdio: 'inherit' });
  return report;
}

function testsOf(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}

async function versionOf(options, asks) {
  const source = await new DataSource(options).initialize();
  try {
    const [row] = await source.query(asks);
    return String(Object.values(row)[0]).split(/[ -]/)[0];
  } finally {
    await source.destroy();
  }
}

function versionOfPackage(name) {
  return JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
}
