/** The database of @dataui/crud's integration tests, filled as its own seeds do. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { require } from '../run/checkout.mjs';

const { DataSource } = require('typeorm');

const folder = 'integration/crud-typeorm';
const files = [
  ...['companies/company', 'devices/device', 'notes/note', 'projects/project', 'projects/user-project'],
  ...['users/user', 'users-licenses/license', 'users-licenses/user-license', 'users-profiles/user-profile'],
];

/** Every test application opens a connection of its own, so that a database in memory would be empty. */
export function optionsOf(checkout) {
  const { ENGINE, DB_HOST, POSTGRESS_DB_PORT, DB_USERNAME, DB_PASSWORD, DB_DATABASE } = process.env;
  const entities = files.flatMap((file) => Object.values(checkout.load(`${folder}/${file}.entity.ts`)));
  const common = { entities: entities.filter((each) => typeof each === 'function' && each.name !== 'Name') };
  if (ENGINE === 'sqlite') {
    return { ...common, type: 'better-sqlite3', database: join(tmpdir(), `filterable-suites-${process.pid}.db`) };
  }
  return {
    ...{ ...common, type: 'postgres', host: DB_HOST, port: Number(POSTGRESS_DB_PORT) },
    ...{ username: DB_USERNAME, password: DB_PASSWORD, database: DB_DATABASE },
  };
}

/** Fills the database anew, and returns a connection. */
export async function fill(checkout, options) {
  const source = await new DataSource({ ...options, dropSchema: true, synchronize: true }).initialize();
  const [Seeds] = Object.values(checkout.load(`${folder}/seeds.ts`));
  await new Seeds().up({ connection: source });
  return source;
}
