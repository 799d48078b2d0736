import type { Dialect, Proof } from './dialect.js';
import { auroraMysql, mysql } from './mysql.js';
import { auroraPostgres, cockroach, postgres } from './postgres.js';
import { sqlite, sqliteByText } from './sqlite.js';

export { faultOf } from './faults.js';
export type { Fault } from './faults.js';
export type { Characters } from './characters.js';
export { rawText } from './carrier.js';
export type { Carrier, StoredColumn } from './carrier.js';
export type { Charsets, Dialect, Proof, Session, StoredCharset, TextColumn } from './dialect.js';

/** Every database engine the library speaks to, by the drivers that differ. A new one is a row here. */
export const dialects: readonly Dialect[] = [
  sqlite,
  sqliteByText,
  postgres,
  cockroach,
  auroraPostgres,
  mysql,
  auroraMysql,
];

/** The dialect of a TypeORM data source's `type`, or undefined when the library does not speak it. */
export function dialectOf(driver: string): Dialect | undefined {
  return dialects.find(({ drivers }) => Object.hasOwn(drivers, driver));
}

/** The drivers that the library stands on tests for, or on documentation alone. */
export function driversBy(proof: Proof): readonly string[] {
  return dialects.flatMap(({ drivers }) => Object.keys(drivers).filter((driver) => drivers[driver] === proof));
}
