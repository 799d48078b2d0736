import { cockroach } from './postgres/cockroach.js';
import type { Dialect, Proof } from './dialect.js';
import { auroraMysql, mysql, mysqlServer } from './mysql/mysql.js';
import { auroraPostgres, postgres } from './postgres/postgres.js';
import { sqlite, sqliteByText } from './sqlite/sqlite.js';
import { tidb } from './mysql/tidb.js';
import { yugabyte } from './postgres/yugabyte.js';

/**
 * Every database engine that the library supports: a row for each group of drivers that bind
 * alike, and for each server.
 */
export const dialects: readonly Dialect[] = [
  sqlite,
  sqliteByText,
  postgres,
  yugabyte,
  cockroach,
  auroraPostgres,
  mysql,
  mysqlServer,
  tidb,
  auroraMysql,
];

/** Returns the dialect of a TypeORM data source's `type`, or undefined where the library does not support it. */
export function dialectOf(driver: string): Dialect | undefined {
  return dialects.find(({ drivers }) => Object.hasOwn(drivers, driver));
}

/** Returns true where the values of a column type need no conversion in entities, by a driver that was compared. */
export function isGiven(driver: string, type: unknown): boolean {
  const { drivers = [], types } = dialectOf(driver)?.givenTypes ?? {};
  return drivers.includes(driver) && types?.has(type) === true;
}

/** Returns true where a driver reaches servers of several dialects, which only their version tells apart. */
export function reachesServers(driver: string): boolean {
  return dialects.some(({ server }) => server?.drivers.includes(driver) === true);
}

/** Returns the dialect of a server by its version, or undefined for the driver's usual server. */
export function dialectOfServer(driver: string, version: string): Dialect | undefined {
  return dialects.find(({ server }) => server?.drivers.includes(driver) === true && server.version.test(version));
}

/** Lists the drivers that the library supports by tests, or by their documentation alone. */
export function driversBy(proof: Proof): readonly string[] {
  return dialects.flatMap(({ drivers }) => Object.keys(drivers).filter((driver) => drivers[driver] === proof));
}
export type { Ask, CatalogueIndex, CatalogueRow, IndexDialect, IndexKey } from './explain/catalogue.js';
export { areFloats } from './aggregates.js';
export type { AggregateSql, Summands } from './aggregates.js';
export { faultOf } from './faults.js';
export type { Fault } from './faults.js';
export { rawText, withoutDirectTexts } from './carrier.js';
export type { DirectText } from './carrier.js';
export type { Dialect, Proof } from './dialect.js';
export { documentKinds } from './documents.js';
export type { ExactOrder, ExactOrderName } from './exact-order.js';
export type { DocumentKind, DocumentPath, Documents } from './documents.js';
export { junction } from './junction.js';
export type { KeyTable, KeyValues } from './key-table.js';
export type { ValueKindName } from './kind-name.js';
export type { ElementQuestion, ListElement, ListElements, ListQuestion, ListStorage } from './lists.js';
export type { NamedStatements } from './named-statements.js';
export type { PlannerHints } from './planner-hints.js';
export type { Snapshot } from './snapshot.js';
export { isOnePoint } from './stored.js';
export type { Calendar, DeclaredType, StoredAs } from './stored.js';
export type { TextColumn } from './text-phrases.js';
