import { Column, type ColumnOptions, DataSource, type DataSourceOptions, Entity, PrimaryColumn } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName, TestDatabase } from '../../support/databases.js';

/**
 * One column of one type, the values stored in it, in the engine's SQL, and the settings of the session that reads it.
 */
export interface Case {
  readonly name: string;
  readonly column: ColumnOptions;
  readonly values: readonly string[];
  /** Settings of each connection. */
  readonly session?: readonly string[];
  /** Statements before the rows are written, in the same session. */
  readonly prepare?: readonly string[];
  /** Allows the walk to end in a refusal; otherwise it must find every row. */
  readonly refused?: true;
}

/** Makes a case, whose values are one text with `;` between them. */
const of = (
  name: string,
  column: ColumnOptions | ColumnOptions['type'],
  values: string,
  rest: Partial<Case> = {},
): Case => ({
  ...{ name, values: values.split(/\s*;\s*/), ...rest },
  column: typeof column === 'object' && 'type' in column ? column : { type: column as ColumnOptions['type'] & string },
});

const refused = { refused: true } as const;
const anyMode = { session: ["SET sql_mode = ''"] };
const strict = { session: ["SET sql_mode = 'TRADITIONAL'"] };

/** The values of each engine that cursors carry with difficulty, or not at all. */
export const cases: Readonly<Record<EngineName, readonly Case[]>> = {
  sqlite: [
    of(
      'texts that are no UTF-8, with NUL, and bytes in a column of texts',
      'varchar',
      `CAST(X'FF' AS TEXT); CAST(X'C328' AS TEXT); CAST(X'6100' AS TEXT); 'a'; X'61'; X'00FF'; 'é'`,
    ),
    of(
      'floats beyond every number, and texts between them',
      'double',
      `9e999; -9e999; 1.7976931348623157e308; 5e-324; 0.1; 0.30000000000000004; 'many'; X'00'`,
    ),
    of('whole numbers that are none', 'int', `1; 1.5; 'x'; X'31'; 9223372036854775807; -9223372036854775808; 9e18`),
    of('booleans beyond true and false', 'boolean', `0; 1; 2; -1; 'yes'`),
    of(
      'dates that are none',
      'date',
      `'2024-02-30'; '0000-00-00'; 'soon'; 20240301; 2460000.5; '2024-03-01'; '-0044-03-15'`,
    ),
    of(
      'moments that are none',
      'datetime',
      `'2024-02-30 25:00:00'; 'soon'; 1709287200000; 1709287200.5; '2024-03-01 10:00:00'`,
    ),
    of(
      'decimals of every class',
      { type: 'decimal', precision: 40, scale: 20 },
      `9223372036854775807; 9007199254740993; 9007199254740993.5; 1e300; 0.1; 'much'`,
    ),
  ],
  postgres: [
    of(
      'floats that the session prints with fewer digits',
      'double precision',
      `0.1; 0.1::float8 + 1e-17; 0.30000000000000004; 0.3; '1.7976931348623157e308'; '5e-324'; 'NaN'`,
      { session: ['-c extra_float_digits=0'] },
    ),
    of(
      'floats of single precision, likewise',
      'real',
      `'0.1'; '0.10000001'; '0.1000001'; '3.4028235e38'; '1e-45'; 'Infinity'; '-Infinity'`,
      { session: ['-c extra_float_digits=-3'] },
    ),
    of('the sign for what is no UTF-8', 'text', `'\ufffd'; '\ufffda'; 'a'; '\u{10ffff}'`),
    of(
      'moments at the ends of time',
      'timestamp',
      `'infinity'; '-infinity'; '4714-11-24 00:00:00 BC'; '0001-12-31 BC'; '294276-12-31 23:59:59.999999'`,
    ),
    of(
      'dates at the ends of time',
      'date',
      `'infinity'; '-infinity'; '4714-11-24 BC'; '0044-03-15 BC'; '5874897-12-31'; '0001-01-01'`,
    ),
    of(
      'decimals of any size',
      'numeric',
      `'NaN'; 'Infinity'; '-Infinity'; REPEAT('9', 999)::numeric; ('0.' || REPEAT('0', 900) || '1')::numeric`,
    ),
    of(
      'decimals with more digits than a cursor carries',
      'numeric',
      `REPEAT('9', 1500)::numeric; REPEAT('8', 1500)::numeric; 1; 2; REPEAT('7', 1500)::numeric`,
      refused,
    ),
    of(
      'texts that no URL has room for',
      'text',
      `REPEAT('x', 9000) || 'a'; REPEAT('x', 9000) || 'b'; 'a'; 'z'`,
      refused,
    ),
  ],
  mariadb: [
    of(
      'decimals of 65 digits without a scale',
      { type: 'decimal', precision: 65 },
      ['1'.repeat(65), `${'1'.repeat(64)}2`, `-${'9'.repeat(65)}`, '0', '1'].join(';'),
    ),
    of(
      'decimals with digits that the entity does not have',
      'decimal',
      `1.25; 1.250000000001; 1.249999999999; 1; 2; -0.000000000001`,
      { prepare: ['ALTER TABLE `stored` MODIFY `value` DECIMAL(30, 12) NULL'] },
    ),
    of(
      'texts with NUL',
      { type: 'varchar', length: 20 },
      `CONCAT('a', CHAR(0)); CONCAT('a', CHAR(0), 'b'); 'a'; CHAR(0 USING utf8mb4); 'b'; ''`,
    ),
    of('small numbers for booleans', 'boolean', `0; 1; 2; 127; -128; -1`),
    of(
      'dates with zeros',
      'date',
      `'0000-00-00'; '2024-00-00'; '2024-02-00'; '2024-02-29'; '0000-02-01'; '9999-12-31'`,
      anyMode,
    ),
    of(
      'dates with zeros, read in a strict session',
      'date',
      `'0000-00-00'; '2024-00-00'; '2024-02-00'; '2024-02-29'; '1999-01-01'`,
      strict,
    ),
    of(
      'moments with zeros',
      { type: 'datetime', precision: 6 },
      `'0000-00-00'; '2024-00-00 10:00:00.5'; '2024-02-29 10:00:00.000001'; '2024-02-29 10:00:00'`,
      strict,
    ),
    of('dates that no calendar has', 'date', `'2024-02-31'; '2024-02-30'; '2024-03-01'; '2024-02-28'`, {
      ...refused,
      session: ["SET sql_mode = 'ALLOW_INVALID_DATES'"],
    }),
    of(
      'the hour that a clock shows twice',
      { type: 'timestamp', precision: 6 },
      [-3600, -1800, -0.000001, 0, 0.5, 1800, 3599, 3600, 7200]
        .map((seconds) => `FROM_UNIXTIME(1700000000 + ${seconds.toFixed(6)})`)
        .join(';'),
      { session: ["SET time_zone = 'nf/Summer'"] },
    ),
    of(
      'moments at the ends of time, and zeros',
      'timestamp',
      `'0000-00-00 00:00:00'; '1970-01-02 00:00:01'; '2038-01-18 03:14:07'; '2024-03-01'; '2024-03-01'`,
      anyMode,
    ),
  ],
};

/** Makes an entity with a key, and the column of a case. */
export function entityWith(column: ColumnOptions): new () => { id: number } {
  class Stored {
    id!: number;
  }
  Entity('stored')(Stored);
  Filterable({ fields: ['id', { name: 'value' as 'id', sortable: true }] })(Stored);
  PrimaryColumn({ type: 'int' })(Stored.prototype, 'id');
  Column({ ...column, nullable: true })(Stored.prototype, 'value');
  return Stored;
}

/** Opens a data source that sends statements on each connection first. */
export async function readerOf({ engine, source }: TestDatabase, { session }: Case): Promise<DataSource> {
  if (session === undefined) return source;
  if (engine === 'postgres') {
    const options = {
      ...source.options,
      synchronize: false,
      extra: { options: session.join(' ') },
    } as DataSourceOptions;
    return new DataSource(options).initialize();
  }
  const options = { ...source.options, synchronize: false, extra: { connectionLimit: 1 } } as DataSourceOptions;
  const reader = await new DataSource(options).initialize();
  for (const statement of session) await reader.query(statement);
  return reader;
}

/** Writes each value into two rows, beside two rows with NULL. */
export async function write(
  source: DataSource,
  entity: new () => object,
  { values, prepare = [] }: Case,
  engine: EngineName,
): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (engine === 'mariadb') await runner.query("SET sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00'");
    for (const statement of prepare) await runner.query(statement);
    const table = source.getMetadata(entity).tablePath;
    for (const [index, value] of [...values, 'NULL', ...values, 'NULL'].entries()) {
      await runner.query(`INSERT INTO ${table} VALUES (${index + 1}, ${value})`);
    }
    if (engine === 'mariadb') await runner.query('SET sql_mode = DEFAULT, time_zone = DEFAULT');
  } finally {
    await runner.release();
  }
}

/** A zone whose clock is put back by an hour at the second 1,700,000,000: servers need not know any zone by name. */
export async function addSummerTime(source: DataSource): Promise<void> {
  const [known] = await source.query<unknown[]>("SELECT 1 FROM mysql.time_zone_name WHERE Name = 'nf/Summer'");
  if (known !== undefined) return;
  await source.query("INSERT IGNORE INTO mysql.time_zone VALUES (987654, 'N')");
  await source.query(
    "INSERT IGNORE INTO mysql.time_zone_transition_type VALUES (987654, 0, 7200, 1, 'NFS'), (987654, 1, 3600, 0, 'NFW')",
  );
  await source.query(
    'INSERT IGNORE INTO mysql.time_zone_transition VALUES (987654, -2000000000, 0), (987654, 1700000000, 1)',
  );
  await source.query("INSERT IGNORE INTO mysql.time_zone_name VALUES ('nf/Summer', 987654)");
}
