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

const long = (length: number, end: string) => `CONCAT(REPEAT('x', ${length}), '${end}')`;
const anyMode = ["SET sql_mode = ''"];

/** The values of each engine that cursors carry with difficulty, or not at all. */
export const cases: Readonly<Record<EngineName, readonly Case[]>> = {
  sqlite: [
    {
      name: 'texts that are no UTF-8, with NUL, and bytes in a column of texts',
      column: { type: 'varchar' },
      values: [
        "CAST(X'FF' AS TEXT)",
        "CAST(X'C328' AS TEXT)",
        "CAST(X'6100' AS TEXT)",
        "'a'",
        "X'61'",
        "X'00FF'",
        "'é'",
      ],
    },
    {
      name: 'floats beyond every number, and texts between them',
      column: { type: 'double' },
      values: ['9e999', '-9e999', '1.7976931348623157e308', '5e-324', '0.1', '0.30000000000000004', "'many'", "X'00'"],
    },
    {
      name: 'whole numbers that are none',
      column: { type: 'int' },
      values: ['1', '1.5', "'x'", "X'31'", '9223372036854775807', '-9223372036854775808', '9e18'],
    },
    { name: 'booleans beyond true and false', column: { type: 'boolean' }, values: ['0', '1', '2', '-1', "'yes'"] },
    {
      name: 'dates that are none',
      column: { type: 'date' },
      values: ["'2024-02-30'", "'0000-00-00'", "'soon'", '20240301', '2460000.5', "'2024-03-01'", "'-0044-03-15'"],
    },
    {
      name: 'moments that are none',
      column: { type: 'datetime' },
      values: ["'2024-02-30 25:00:00'", "'soon'", '1709287200000', '1709287200.5', "'2024-03-01 10:00:00'"],
    },
    {
      name: 'decimals of every class',
      column: { type: 'decimal', precision: 40, scale: 20 },
      values: ['9223372036854775807', '9007199254740993', '9007199254740993.5', '1e300', '0.1', "'much'"],
    },
  ],
  postgres: [
    {
      name: 'floats that the session prints with fewer digits',
      column: { type: 'double precision' },
      session: ['-c extra_float_digits=0'],
      values: [
        '0.1',
        '0.1::float8 + 1e-17',
        '0.30000000000000004',
        '0.3',
        "'1.7976931348623157e308'",
        "'5e-324'",
        "'NaN'",
      ],
    },
    {
      name: 'floats of single precision, likewise',
      column: { type: 'real' },
      session: ['-c extra_float_digits=-3'],
      values: ["'0.1'", "'0.10000001'", "'0.1000001'", "'3.4028235e38'", "'1e-45'", "'Infinity'", "'-Infinity'"],
    },
    {
      name: 'the sign for what is no UTF-8',
      column: { type: 'text' },
      values: ["'\ufffd'", "'\ufffda'", "'a'", "'\u{10ffff}'"],
    },
    {
      name: 'moments at the ends of time',
      column: { type: 'timestamp' },
      values: [
        "'infinity'",
        "'-infinity'",
        "'4714-11-24 00:00:00 BC'",
        "'0001-12-31 BC'",
        "'294276-12-31 23:59:59.999999'",
      ],
    },
    {
      name: 'dates at the ends of time',
      column: { type: 'date' },
      values: ["'infinity'", "'-infinity'", "'4714-11-24 BC'", "'0044-03-15 BC'", "'5874897-12-31'", "'0001-01-01'"],
    },
    {
      name: 'decimals of any size',
      column: { type: 'numeric' },
      values: [
        "'NaN'",
        "'Infinity'",
        "'-Infinity'",
        "REPEAT('9', 999)::numeric",
        "('0.' || REPEAT('0', 900) || '1')::numeric",
      ],
    },
    {
      name: 'decimals with more digits than a cursor carries',
      column: { type: 'numeric' },
      values: ["REPEAT('9', 1500)::numeric", "REPEAT('8', 1500)::numeric", '1', '2', "REPEAT('7', 1500)::numeric"],
      refused: true,
    },
    {
      name: 'texts that no URL has room for',
      column: { type: 'text' },
      values: ["REPEAT('x', 9000) || 'a'", "REPEAT('x', 9000) || 'b'", "'a'", "'z'"],
      refused: true,
    },
  ],
  mariadb: [
    {
      name: 'texts longer than what rows are ordered by',
      column: { type: 'text' },
      values: [
        long(1100, 'b'),
        long(1100, 'a'),
        long(600, 'c'),
        long(600, 'b'),
        long(100, 'b'),
        long(100, 'a'),
        "'x'",
        long(3000, 'é'),
      ],
    },
    {
      name: 'a long varchar, ordered by few bytes',
      column: { type: 'varchar', length: 300 },
      session: ['SET SESSION max_sort_length = 64'],
      values: [long(200, 'b'), long(200, 'a'), long(100, 'c'), "'a'", "'b'", "'z'"],
      refused: true,
    },
    {
      name: 'a varchar of many weights',
      column: { type: 'varchar', length: 500, collation: 'utf8mb4_bin' },
      values: [long(400, 'b'), long(400, 'a'), long(200, 'b'), long(200, 'a'), "'a'", "'z'"],
      refused: true,
    },
    {
      name: 'decimals of 65 digits without a scale',
      column: { type: 'decimal', precision: 65 },
      values: ['1'.repeat(65), `${'1'.repeat(64)}2`, `-${'9'.repeat(65)}`, '0', '1'],
    },
    {
      name: 'decimals with digits that the entity does not tell of',
      column: { type: 'decimal' },
      prepare: ['ALTER TABLE `stored` MODIFY `value` DECIMAL(30, 12) NULL'],
      values: ['1.25', '1.250000000001', '1.249999999999', '1', '2', '-0.000000000001'],
    },
    {
      name: 'texts with NUL',
      column: { type: 'varchar', length: 20 },
      values: ["CONCAT('a', CHAR(0))", "CONCAT('a', CHAR(0), 'b')", "'a'", 'CHAR(0 USING utf8mb4)', "'b'", "''"],
    },
    {
      name: 'small numbers for booleans',
      column: { type: 'boolean' },
      values: ['0', '1', '2', '127', '-128', '-1'],
    },
    {
      name: 'dates with zeros',
      column: { type: 'date' },
      session: anyMode,
      values: ["'0000-00-00'", "'2024-00-00'", "'2024-02-00'", "'2024-02-29'", "'0000-02-01'", "'9999-12-31'"],
    },
    {
      name: 'dates with zeros, read in a strict session',
      column: { type: 'date' },
      session: ["SET sql_mode = 'TRADITIONAL'"],
      values: ["'0000-00-00'", "'2024-00-00'", "'2024-02-00'", "'2024-02-29'", "'1999-01-01'"],
    },
    {
      name: 'moments with zeros',
      column: { type: 'datetime', precision: 6 },
      session: ["SET sql_mode = 'TRADITIONAL'"],
      values: ["'0000-00-00'", "'2024-00-00 10:00:00.5'", "'2024-02-29 10:00:00.000001'", "'2024-02-29 10:00:00'"],
    },
    {
      name: 'dates that no calendar has',
      column: { type: 'date' },
      session: ["SET sql_mode = 'ALLOW_INVALID_DATES'"],
      values: ["'2024-02-31'", "'2024-02-30'", "'2024-03-01'", "'2024-02-28'"],
      refused: true,
    },
    {
      name: 'the hour that a clock shows twice',
      column: { type: 'timestamp', precision: 6 },
      session: ["SET time_zone = 'nf/Summer'"],
      values: [
        'FROM_UNIXTIME(1700000000 - 3600)',
        'FROM_UNIXTIME(1700000000 - 1800)',
        'FROM_UNIXTIME(1700000000 - 0.000001)',
        'FROM_UNIXTIME(1700000000)',
        'FROM_UNIXTIME(1700000000.5)',
        'FROM_UNIXTIME(1700000000 + 1800)',
        'FROM_UNIXTIME(1700000000 + 3599)',
        'FROM_UNIXTIME(1700000000 + 3600)',
        'FROM_UNIXTIME(1700000000 + 7200)',
      ],
    },
    {
      name: 'moments at the ends of time, and zeros',
      column: { type: 'timestamp' },
      session: anyMode,
      values: [
        "'0000-00-00 00:00:00'",
        "'1970-01-02 00:00:01'",
        "'2038-01-18 03:14:07'",
        "'2024-03-01'",
        "'2024-03-01'",
      ],
    },
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
