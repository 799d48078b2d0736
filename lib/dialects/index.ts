import type { Dialect, Proof } from './dialect.js';
import { auroraMysql, mysql } from './mysql.js';
import { auroraPostgres, cockroach, postgres } from './postgres.js';
import { sqlite, sqliteByText } from './sqlite.js';

export { faultOf } from './faults.js';
export type { Fault } from './faults.js';
export { rawText } from './carrier.js';
export type { Dialect, Proof } from './dialect.js';
export { documentKinds } from './documents.js';
export type { DocumentKind, DocumentPath } from './documents.js';
export { junction } from './junction.js';
export type { ValueKindName } from './kind-name.js';
export type { ElementQuestion, ListElement, ListElements, ListQuestion, ListStorage } from './lists.js';
export type { Shapes } from './shapes.js';
export type { Snapshot } from './snapshot.js';
export type { Calendar, DeclaredType, StoredAs } from './stored.js';
export type { TextColumn } from './text-phrases.js';

/** Every database engine that the library speaks to; one row for each group of drivers that bind alike. */
export const dialects: readonly Dialect[] = [
  sqlite,
  sqliteByText,
  postgres,
  cockroach,
  auroraPostgres,
  mysql,
  auroraMysql,
];

/** Returns the dialect of a TypeORM data source's `type`; undefined where the library does not speak it. */
export function dialectOf(driver: string): Dialect | undefined {
  return dialects.find(({ drivers }) => Object.hasOwn(drivers, driver));
}

/** Lists the drivers that the library supports by tests, or by their documentation alone. */
export function driversBy(proof: Proof): readonly string[] {
  return dialects.flatMap(({ drivers }) => Object.keys(drivers).filter((driver) => drivers[driver] === proof));
}
