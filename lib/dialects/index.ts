import type { Dialect } from './dialect.js';
import { mysql } from './mysql.js';
import { auroraPostgres, cockroach, postgres } from './postgres.js';
import { sqlite } from './sqlite.js';

export { faultOf } from './faults.js';
export type { Fault } from './faults.js';
export type { Characters } from './characters.js';
export { rawText } from './carrier.js';
export type { Carrier, StoredColumn } from './carrier.js';
export type { Charsets, Dialect, Session, StoredCharset, TextColumn } from './dialect.js';

/** Every database engine the library speaks to. A new one is a row here. */
export const dialects: readonly Dialect[] = [sqlite, postgres, cockroach, auroraPostgres, mysql];

/** The dialect of a TypeORM data source's `type`, or undefined when the library does not speak it. */
export function dialectOf(driver: string): Dialect | undefined {
  return dialects.find((dialect) => dialect.drivers.includes(driver));
}
