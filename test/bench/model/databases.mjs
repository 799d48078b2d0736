import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as typeorm from 'typeorm';
import { entitySchemas } from './entities.mjs';
import { analyseStatements, seedStatements } from './seed.mjs';

const addresses = { postgres: process.env.POSTGRES_URL, mariadb: process.env.MARIADB_URL, sqlite: 'a file' };

export const isAvailable = (engine) => addresses[engine] !== undefined;

/** Location of an engine's database of a size: a schema, a database or a file that only the benchmarks use. */
function optionsFor(engine, name, connections) {
  switch (engine) {
    case 'postgres':
      return {
        type: 'postgres',
        url: addresses.postgres,
        schema: name,
        extra: { max: connections, options: `-c search_path=${name}` },
      };
    case 'mariadb': {
      const url = new URL(addresses.mariadb);
      url.pathname = `/${name}`;
      return { type: 'mariadb', url: url.toString(), timezone: 'Z', extra: { connectionLimit: connections } };
    }
    default:
      return { type: 'better-sqlite3', database: join(tmpdir(), `${name}.sqlite`) };
  }
}

const make = {
  postgres: (name) => asAdministrator('postgres', `CREATE SCHEMA IF NOT EXISTS ${name}`),
  mariadb: (name) => asAdministrator('mariadb', `CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4`),
  sqlite: () => undefined,
};

const drop = {
  postgres: (name) => asAdministrator('postgres', `DROP SCHEMA ${name} CASCADE`),
  mariadb: (name) => asAdministrator('mariadb', `DROP DATABASE ${name}`),
  sqlite: (name) => rmSync(join(tmpdir(), `${name}.sqlite`), { force: true }),
};

/** The blog: its tables, the statements that fill them, and the last table to be full. */
const blog = {
  prefix: 'nf_bench',
  schemas: entitySchemas,
  seed: seedStatements,
  tables: ['country', 'author', 'tag', 'post', 'comment', 'post_tag', 'entry'],
  last: 'post_tag',
};

/** Opens the database of an engine and a size, and fills it if it is empty. */
export async function openDatabase(engine, posts, { keep = false, connections = 4, ...model } = {}) {
  const { prefix, schemas, seed, tables, last } = { ...blog, ...model };
  const name = `${prefix}_${posts}`;
  const options = { ...optionsFor(engine, name, connections), schemas };
  await make[engine](name);
  const source = await connect(typeorm, engine, options, true);
  await fill(source, engine, { statements: seed(engine, posts), posts, tables, last });
  return {
    engine,
    posts,
    source,
    version: await versionOf(source, engine),
    /** The same database through another copy of TypeORM. */
    connect: (copy) => connect(copy, engine, options, false),
    async close() {
      await source.destroy();
      if (!keep) await drop[engine](name);
    },
  };
}

function connect(copy, engine, { schemas, ...options }, synchronize) {
  return new copy.DataSource({ ...options, entities: schemas(copy, engine), synchronize }).initialize();
}

async function fill(source, engine, { statements, posts, tables, last }) {
  const [row] = await source.query(`SELECT COUNT(*) AS n FROM ${last}`);
  if (Number(row.n) > posts) return;
  const runner = source.createQueryRunner();
  try {
    if (engine === 'mariadb') await runner.query(`SET SESSION max_recursive_iterations = ${posts * 4}`);
    for (const statement of statements) await runner.query(statement);
    for (const statement of analyseStatements[engine](tables)) await runner.query(statement);
  } finally {
    await runner.release();
  }
}

async function versionOf(source, engine) {
  const text =
    engine === 'sqlite'
      ? 'sqlite_version()'
      : engine === 'postgres'
        ? `current_setting('server_version')`
        : 'version()';
  const [row] = await source.query(`SELECT ${text} AS version`);
  return /^[\d.]+/.exec(row.version)?.[0] ?? '';
}

async function asAdministrator(type, statement) {
  const source = await new typeorm.DataSource({ type, url: addresses[type] }).initialize();
  try {
    await source.query(statement);
  } finally {
    await source.destroy();
  }
}
