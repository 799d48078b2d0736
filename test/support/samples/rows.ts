import type { EngineName } from '../databases.js';
import type { SampleColumnName } from './columns.js';
import { local } from './local-time.js';

/**
 * What stands in each column, from the row with id 1 down to the row with id 7, in ascending order where the kind has
 * one. The row with id 8 holds NULL everywhere.
 */
export const sampleValues: Readonly<Record<string, readonly string[]>> &
  Readonly<Record<SampleColumnName, readonly string[]>> = {
  text: ['1', 'a', 'ab', 'b', 'b', 'bb', 'c'],
  tinyint: ['-128', '-1', '0', '1', '7', '7', '127'],
  smallint: ['-32768', '-1', '0', '1', '7', '7', '32767'],
  mediumint: ['-8388608', '-1', '0', '1', '7', '7', '8388607'],
  integer: ['-2147483648', '-1', '0', '1', '7', '7', '2147483647'],
  // Beyond 2^53 every second whole number is no JavaScript number.
  bigint: [
    '-9223372036854775808',
    '-9007199254740993',
    '0',
    '9007199254740992',
    '9007199254740993',
    '9007199254740994',
    '9223372036854775807',
  ],
  decimal: [
    '-12345678901234567890.12345678901234567890',
    '-0.1',
    '0',
    '0.1',
    '0.10000000000000000001',
    '12345678901234567890.12345678901234567890',
    '12345678901234567890.12345678901234567891',
  ],
  // 0.1 and 3.4e38 as single precision has them; SQLite keeps doubles.
  real: ['-1.5', '-0.10000000149011612', '0', '0.10000000149011612', '0.5', '1000', '3.3999999521443642e38'],
  float: ['-1e300', '-0.1', '0', '1e-300', '0.1', '0.30000000000000004', '1e300'],
  boolean: ['0', '1', '0', '1', '0', '1', '0'],
  date: ['0001-01-01', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-01', '2024-12-31', '9999-12-31'],
  // Rows 2 and 3 are one moment in the two spellings that SQLite has for it.
  datetime: moments(),
  instant: moments(),
  time: ['00:00:00', '09:29:59', '09:30:00', '09:30:00.500', '12:00:00', '17:00:00.123456', '23:59:59.999999'],
  uuid: [
    '00000000-0000-0000-0000-000000000000',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    '11111111-1111-1111-8111-111111111111',
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ],
  enum: ['small', 'middling', 'large', 'small', 'large', 'small', 'middling'],
  json: ['{}', '[]', 'null', '"a"', '1', 'true', '{"a":1}'],
  opaque: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
  unicode: ['😀', '😁', 'a\nb', 'ß', 'ss', 'Ωmega', 'ωmega'],
  level: ['1', '2', '10', '1', '10', '1', '2'],
  unsigned: ['0', '1', '7', '9007199254740993', '9223372036854775807', '9223372036854775808', '18446744073709551615'],
};

function moments(): string[] {
  return [
    '2024-02-29 23:59:59.999999',
    '2024-03-01 00:00:00',
    '2024-03-01 00:00:00.000',
    '2024-03-01 10:00:00.123456',
    '2024-03-01 10:00:00.123457',
    '2024-03-01 23:59:59.999',
    '2024-03-02 00:00:00',
  ];
}

/** Writes an instant into a column so that the driver reads that instant. */
const written: Readonly<Record<EngineName, Readonly<Record<string, (utc: string) => string>>>> = {
  sqlite: {},
  postgres: { datetime: local, instant: (utc) => `${utc}+00` },
  mariadb: { datetime: local, instant: local },
};

/** The rows as an engine is to be given them, in the columns that its table has. */
export function sampleRows(engine: EngineName, columns: readonly string[]): Record<string, string | null>[] {
  const write = written[engine];
  return Array.from({ length: 8 }, (_, index) => {
    const row: Record<string, string | null> = { id: String(index + 1) };
    for (const column of columns) {
      const value = sampleValues[column === 'uuidText' ? 'uuid' : column]?.[index];
      row[column] = value === undefined ? null : (write[column]?.(value) ?? value);
    }
    return row;
  });
}
