/** Types of column that TypeORM has on every engine, and whose values it hands on as the driver gives them. */
const everywhere = [String, 'int', 'integer', 'smallint', 'bigint', 'decimal', 'numeric', 'real', 'varchar', 'text'];

const sqlite = new Set<unknown>([
  ...everywhere,
  'tinyint',
  'mediumint',
  'float',
  'double',
  'character',
  'uuid',
  'blob',
]);

const postgres = new Set<unknown>([
  ...everywhere,
  ...['int2', 'int4', 'int8', 'float', 'float4', 'float8', 'double precision', 'boolean', 'bool', 'uuid', 'bytea'],
  ...['char', 'character', 'character varying', 'citext', 'json', 'jsonb', 'timetz', 'interval'],
]);

const mysql = new Set<unknown>([
  ...everywhere,
  ...['tinyint', 'mediumint', 'float', 'double', 'char', 'uuid', 'timestamp', 'year'],
  ...['tinytext', 'mediumtext', 'longtext', 'binary', 'varbinary', 'blob', 'tinyblob', 'mediumblob', 'longblob'],
]);

/**
 * The types of column whose values need no conversion, by the `type` of the data source. Any other value, and every value by
 * a driver without a row, is read by the driver's `prepareHydratedValue`.
 */
const directTypes: Readonly<Record<string, ReadonlySet<unknown>>> = {
  'better-sqlite3': sqlite,
  sqlite,
  sqljs: sqlite,
  postgres,
  mysql,
  mariadb: mysql,
};

/** True for a type of column whose values a driver's `prepareHydratedValue` returns as they are. */
export function isDirect(driver: string, type: unknown): boolean {
  return Object.hasOwn(directTypes, driver) && directTypes[driver]?.has(type) === true;
}
