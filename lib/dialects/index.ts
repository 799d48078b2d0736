import { auroraPostgres, cockroach, postgres, yugabyte } from './postgres.js';
import type { Dialect, Proof } from './dialect.js';
import { auroraMysql, mysql, mysqlServer, tidb } from './mysql.js';
import { sqlite, sqliteByText } from './sqlite.js';

/** Every database engine that the library supports: a row for each group of drivers that bind alike, or server. */
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
export type { Ask, CatalogueIndex, CatalogueRow, IndexDialect, IndexKey, TableIndexes } from './catalogue.js';
export { areFloats } from './aggregates.js';
export type { AggregateSql, Summands } from './aggregates.js';
export { faultOf } from './faults.js';
export type { Fault } from './faults.js';
export { rawText, withoutDirectTexts } from './carrier.js';
export type { DirectText } from './carrier.js';
export { documentKinds, junction, isOnePoint, ofWholeKinds } from './dialect.js';
export type {
  Dialect,
  ExactOrder,
  DocumentKind,
  DocumentPath,
  KeyValues,
  ValueKindName,
  WholeKind,
  WholeRange,
  ElementQuestion,
  ExactOrderName,
  ListColumn,
  ListElements,
  ListQuestion,
  Spellings,
  ListStorage,
  NamedStatements,
  PlannerHints,
  Snapshot,
  Calendar,
  DeclaredType,
  StoredAs,
  TextColumn,
} from './dialect.js';
