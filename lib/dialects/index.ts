import { cockroach } from './cockroach.js';
import type { Dialect, Proof } from './dialect.js';
import { auroraMysql, mysql } from './mysql.js';
import { auroraPostgres, postgres } from './postgres.js';
import { sqlite, sqliteByText } from './sqlite.js';
import { tidb } from './tidb.js';
import { yugabyte } from './yugabyte.js';

export { faultOf } from './faults.js';
export type { Fault } from './faults.js';
export { rawText } from './carrier.js';
export type { DirectText } from './carrier.js';
export type { Dialect, Proof } from './dialect.js';
export { documentKinds } from './documents.js';
export type { ExactOrder, ExactOrderName } from './exact-order.js';
export type { DocumentKind, DocumentPath, Documents } from './documents.js';
export { junction } from './junction.js';
export type { ValueKindName } from './kind-name.js';
export type { ElementQuestion, ListElement, ListElements, ListQuestion, ListStorage } from './lists.js';
export type { NamedStatements } from './named-statements.js';
export type { Shapes } from './shapes.js';
export type { Snapshot } from './snapshot.js';
export type { Calendar, DeclaredType, StoredAs } from './stored.js';
export type { TextColumn } from './text-phrases.js';

/** Every database engine that the library speaks to; one row for each group of drivers that bind alike, and for each server. */
export const dialects: readonly Dialect[] = [
  sqlite,
  sqliteByText,
  postgres,
  yugabyte,
  cockroach,
  auroraPostgres,
  mysql,
  tidb,
  auroraMysql,
];

/** Returns the dialect of a TypeORM data source's `type`; undefined where the library does not speak it. */
export function dialectOf(driver: string): Dialect | undefined {
  return dialects.find(({ drivers }) => Object.hasOwn(drivers, driver));
}

/** Returns true where a driver reaches servers of several dialects, which only their version tells apart. */
export function reachesServers(driver: string): boolean {
  return dialects.some(({ server }) => server?.drivers.includes(driver) === true);
}

/** Returns the dialect of a server by its version; undefined where it is the one that the driver is made for. */
export function dialectOfServer(driver: string, version: string): Dialect | undefined {
  return dialects.find(({ server }) => server?.drivers.includes(driver) === true && server.version.test(version));
}

/** Lists the drivers that the library supports by tests, or by their documentation alone. */
export function driversBy(proof: Proof): readonly string[] {
  return dialects.flatMap(({ drivers }) => Object.keys(drivers).filter((driver) => drivers[driver] === proof));
}
