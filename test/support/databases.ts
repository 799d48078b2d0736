import { randomBytes } from 'node:crypto';
import { DataSource, type DataSourceOptions } from 'typeorm';

export type EngineName = 'sqlite' | 'postgres' | 'mariadb';

/** An engine by the driver that all suites use, or one by a driver that binds and reads in ways of its own. */
export type DriverName = EngineName | 'sqljs' | 'mysql';

/** Options of a test's data source: the entities, and any other option of TypeORM. */
export type DatabaseOptions = Pick<DataSourceOptions, 'entities'> &
  Partial<Pick<DataSourceOptions, 'logger' | 'logging'>> & {
    /** The character set of the whole database, where it is to be another than all of Unicode. */
    readonly charset?: string;
  };

/** A database of a test's own, empty but for the tables of its entities. */
export interface TestDatabase {
  readonly engine: EngineName;
  readonly source: DataSource;
  /** Closes the connections, and drops whatever was made. */
  close(): Promise<void>;
}

/** With ENGINES, the engines of this run, of those that are here: the gate runs SQLite and the servers apart. */
const chosen = process.env['ENGINES']?.split(',');
const isChosen = (engine: EngineName) => chosen?.includes(engine) ?? true;

/** The engines that run here; `global-setup.mjs` reports which are missing, and fails where none may be. */
export const engines: readonly EngineName[] = (['sqlite', 'postgres', 'mariadb'] as const)
  .filter((engine) => engine === 'sqlite' || Boolean(process.env[`${engine.toUpperCase()}_URL`]))
  .filter(isChosen);

/** The engines' drivers and their alternatives, for suites about bound and read values. */
export const drivers: readonly DriverName[] = [
  ...engines,
  ...(isChosen('sqlite') ? (['sqljs'] as const) : []),
  ...(engines.includes('mariadb') ? (['mysql'] as const) : []),
];

/** Which engine a driver speaks to. */
export function engineOf(driver: DriverName): EngineName {
  if (driver === 'sqljs') return 'sqlite';
  return driver === 'mysql' ? 'mariadb' : driver;
}

/**
 * A suite for some engines only. On one that is not here it is shown as skipped: an empty table, which is what is left
 * of
 * `describe.each` where none of them is, would be a failure.
 */
export function describeOn<Driver extends DriverName>(
  ...which: readonly Driver[]
): (name: string, tests: (driver: Driver) => void) => void {
  return (name, tests) => {
    for (const driver of which) (drivers.includes(driver) ? describe : describe.skip).each([driver])(name, tests);
  };
}

const openers: Readonly<Record<DriverName, (options: DatabaseOptions, name: string) => Promise<TestDatabase>>> = {
  sqlite: openSqlite,
  sqljs: openSqljs,
  postgres: openPostgres,
  mariadb: (options, name) => openMariadb('mariadb', options, name),
  mysql: (options, name) => openMariadb('mysql', options, name),
};

/** Opens an empty database on an engine, by one of its drivers. Every test file, and every call, has one of its own. */
export function openDatabase(driver: DriverName, options: DatabaseOptions): Promise<TestDatabase> {
  return openers[driver](options, `nf_db_${randomBytes(6).toString('hex')}`);
}

async function openSqlite({ charset, ...options }: DatabaseOptions): Promise<TestDatabase> {
  if (charset !== undefined) throw new TypeError('SQLite has all of Unicode');
  const source = await new DataSource({
    ...options,
    type: 'better-sqlite3',
    database: ':memory:',
    synchronize: true,
  }).initialize();
  return { engine: 'sqlite', source, close: () => source.destroy() };
}

async function openSqljs({ charset, ...options }: DatabaseOptions): Promise<TestDatabase> {
  if (charset !== undefined) throw new TypeError('SQLite has all of Unicode');
  const source = await new DataSource({ ...options, type: 'sqljs', synchronize: true }).initialize();
  return { engine: 'sqlite', source, close: () => source.destroy() };
}

async function openPostgres({ charset, ...options }: DatabaseOptions, schema: string): Promise<TestDatabase> {
  const url = process.env['POSTGRES_URL'] ?? '';
  if (charset !== undefined) return openPostgresIn(charset, options, schema);
  await asAdministrator({ type: 'postgres', url }, [`CREATE SCHEMA "${schema}"`]);
  // Tables without statistics look large enough to compile for, which takes longer than all tests. SQL by hand needs
  // the path.
  const extra = { options: `-c synchronous_commit=off -c jit=off -c search_path=${schema},public` };
  const source = await new DataSource({
    ...options,
    type: 'postgres',
    url,
    schema,
    extra,
    synchronize: true,
  }).initialize();
  const close = async () => {
    await source.destroy();
    await asAdministrator({ type: 'postgres', url }, [`DROP SCHEMA "${schema}" CASCADE`]);
  };
  return { engine: 'postgres', source, close };
}

/** A database has one encoding, so another one takes a database of its own. */
async function openPostgresIn(charset: string, options: DatabaseOptions, database: string): Promise<TestDatabase> {
  const url = process.env['POSTGRES_URL'] ?? '';
  const encoding = `ENCODING '${charset.toUpperCase()}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`;
  await asAdministrator({ type: 'postgres', url }, [`CREATE DATABASE "${database}" ${encoding}`]);
  const own = new URL(url);
  own.pathname = `/${database}`;
  const source = await new DataSource({
    ...options,
    type: 'postgres',
    url: own.toString(),
    synchronize: true,
  }).initialize();
  const close = async () => {
    await source.destroy();
    await asAdministrator({ type: 'postgres', url }, [`DROP DATABASE "${database}"`]);
  };
  return { engine: 'postgres', source, close };
}

/** Opens a database of MariaDB by one of the two types of data sources that applications use for it. */
async function openMariadb(
  type: 'mariadb' | 'mysql',
  { charset, ...options }: DatabaseOptions,
  database: string,
): Promise<TestDatabase> {
  const url = process.env['MARIADB_URL'] ?? '';
  await asAdministrator({ type: 'mariadb', url }, [
    `CREATE DATABASE \`${database}\` CHARACTER SET ${charset ?? 'utf8mb4'}`,
  ]);
  const own = new URL(url);
  own.pathname = `/${database}`;
  const source = await new DataSource({
    ...options,
    type,
    url: own.toString(),
    synchronize: true,
  }).initialize();
  const close = async () => {
    await source.destroy();
    await asAdministrator({ type: 'mariadb', url }, [`DROP DATABASE \`${database}\``]);
  };
  return { engine: 'mariadb', source, close };
}

async function asAdministrator(options: DataSourceOptions, statements: readonly string[]): Promise<void> {
  const source = await new DataSource(options).initialize();
  try {
    for (const statement of statements) await source.query(statement);
  } finally {
    await source.destroy();
  }
}
