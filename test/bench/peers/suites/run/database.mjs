/** A database for one run, which is dropped again. */
import { require } from './checkout.mjs';

const { DataSource } = require('typeorm');

/** @param use is given the engine, its version, and the variables that the suites read */
export async function withDatabase(engine, use) {
  if (engine === 'sqlite') return use({ engine, version: await versionOf(sqlite), variables: { DB: 'sqlite' } });
  if (process.env.POSTGRES_URL === undefined) throw new Error('set POSTGRES_URL, or send --engine sqlite');
  const url = new URL(process.env.POSTGRES_URL);
  const database = `filterable_suites_${process.pid}`;
  const server = { type: 'postgres', url: url.href };
  await query(server, `CREATE DATABASE ${database}`);
  try {
    return await use({ engine, version: await versionOf(server), variables: variablesOf(url, database) });
  } finally {
    await query(server, `DROP DATABASE ${database} WITH (FORCE)`);
  }
}

const sqlite = { type: 'better-sqlite3', database: ':memory:' };

/** The names are those of nestjs-paginate's tests. */
function variablesOf({ hostname, port, username, password }, database) {
  return {
    ...{ DB: 'postgres', DB_HOST: hostname, POSTGRESS_DB_PORT: port || '5432', DB_DATABASE: database },
    ...{ DB_USERNAME: decodeURIComponent(username), DB_PASSWORD: decodeURIComponent(password) || 'none' },
  };
}

async function query(options, text) {
  const source = await new DataSource(options).initialize();
  try {
    return await source.query(text);
  } finally {
    await source.destroy();
  }
}

async function versionOf(options) {
  const text =
    options.type === 'postgres' ? "SELECT current_setting('server_version') AS v" : 'SELECT sqlite_version() AS v';
  const [{ v }] = await query(options, text);
  return v.split(' ')[0];
}
