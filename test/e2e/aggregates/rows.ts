import type { DataSource } from 'typeorm';
import { insertRaw } from '../../support/samples/database.js';

/** A row as texts, which every engine reads. */
export type Row = Readonly<Record<string, string | null>>;

/** Writes rows as lines of words; `-` is NULL. */
export function rows(names: string, ...lines: readonly string[]): readonly Row[] {
  const keys = names.split(' ');
  return lines.map((line) =>
    Object.fromEntries(line.split(' ').map((word, index) => [keys[index] ?? '', word === '-' ? null : word])),
  );
}

const stall = 'id name price stock visits rating founded seen opens fee is_open addressFloor doc cost city deleted_at';

/** The rows of the market by table. Sums of `visits` go beyond 64 bits, those of two rows beyond 2^53. */
const marketRows: Readonly<Record<string, readonly Row[]>> = {
  stall: rows(
    stall,
    '1 Apple 10.10 3 9223372036854775807 4.5 2001-02-03 2024-01-02T03:04:05 08:00:00 150 1 1 {"width":3,"weight":1.5} 7 Oslo -',
    '2 Bread 0.20 3 9223372036854775807 2.5 1999-12-31 2023-01-02T03:04:05 09:30:00 250 0 2 {"width":"x"} 8 Oslo -',
    '3 Cheese - - 9007199254740993 - - - - - - - - - Oslo -',
    '4 Dates 0.01 2147483647 2 0.5 2010-10-10 2024-05-06T07:08:09 07:15:00 333 1 -1 {"width":4,"weight":2} - Bergen -',
    '5 Eggs 5.00 -7 -3 -1.5 2020-02-29 2020-02-29T00:00:00 23:59:59 1 1 0 {"width":5} 9 Bergen -',
    '6 Gone 900.00 900 900 900 1900-01-01 1990-01-01T00:00:00 00:00:00 900 1 9 {"width":900} 900 Oslo 2024-01-01T00:00:00',
  ).map(({ seen = null, deleted_at: deleted = null, ...row }) => ({
    ...row,
    seen: seen?.replace('T', ' ') ?? null,
    deleted_at: deleted?.replace('T', ' ') ?? null,
  })),
  review: rows(
    'id stars amount views score at words cost approved secret stall_id deleted_at',
    '1 5 1.005 9223372036854775807 0.5 2024-01-01 good 1 1 0 1 -',
    '2 4 2.010 9223372036854775807 1.5 2024-01-02 fine 2 0 0 1 -',
    '3 - - - - - - - 1 0 1 -',
    '4 1 100.000 1 9 2030-01-01 zzz 100 1 1 1 -',
    '5 1 100.000 1 9 1990-01-01 aaa 100 1 0 1 2024-01-01',
    '6 3 0.333 7 2.25 2023-05-05 plain 3 1 0 2 -',
    '7 3 0.333 8 2.25 2023-06-05 simple 4 0 0 2 -',
    '8 4 0.334 9 2.25 2023-07-05 dear 5 0 0 2 -',
    '9 - - - - - - - 1 0 4 -',
    '10 1 -5.000 -2 -1 2022-02-02 bad 6 1 0 5 -',
  ),
  tag: rows('id name weight', '1 red 1', '2 blue 2', '3 green -'),
  stall_tag: rows('stall_id tag_id', '1 1', '1 2', '1 3', '2 2', '5 3'),
  vehicle: rows('id type seats stall_id', '1 van 3 1', '2 van 5 1', '3 cart 7 1', '4 van 2 2'),
};

/** Fills the tables of the market. */
export const seedMarket = (source: DataSource) => fillTables(source, marketRows);

/** Fills tables with rows, by their names. */
export async function fillTables(source: DataSource, tables: Readonly<Record<string, readonly Row[]>>): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) await insertRaw(source, table, rows);
}
