import { documentKinds } from '../../../lib/dialects/documents.js';
import { type DriverName, drivers } from '../../support/databases.js';
import type { SampleColumn } from '../../support/samples/columns.js';
import { runningStores, stores } from '../documents/sheet.js';
import type { ListStorage } from './lists.js';

/** A column with lists, two elements as they are stored, and as requests name them. */
interface ListColumn {
  readonly column: SampleColumn;
  readonly stored: readonly [string, string];
  readonly asked: readonly [string, string];
}

/** The list columns of one table, by the kinds of their elements. */
interface ListColumns {
  readonly driver: DriverName;
  readonly storage: ListStorage;
  readonly columns: Readonly<Record<string, ListColumn>>;
}

const uuids = ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

/** Two elements of each kind, as JSON has them, and as requests name them. */
const elements = {
  text: [
    ['"say \\"so\\""', '"a,b"'],
    ['say "so"', 'a,b'],
  ],
  tinyint: [
    ['-128', '1.0'],
    ['-128', '1'],
  ],
  smallint: [
    ['-32768', '7'],
    ['-32768', '7'],
  ],
  mediumint: [
    ['8388607', '7e0'],
    ['8388607', '7'],
  ],
  integer: [
    ['2147483647', '7'],
    ['2147483647', '7'],
  ],
  bigint: [
    ['9007199254740993', '-9223372036854775808'],
    ['9007199254740993', '-9223372036854775808'],
  ],
  decimal: [
    ['1.50', '-0.1'],
    ['1.5', '-0.10'],
  ],
  float: [
    ['0.1', '1e300'],
    ['0.1', '1e300'],
  ],
  boolean: [
    ['true', 'false'],
    ['true', 'false'],
  ],
  date: [
    ['"2024-02-29"', '"0001-01-01"'],
    ['2024-02-29', '0001-01-01'],
  ],
  uuid: [[`"${uuids[0]}"`, `"${uuids[1]}"`], uuids],
} as const satisfies Readonly<
  Record<(typeof documentKinds)[number], readonly [ListColumn['stored'], ListColumn['asked']]>
>;

/** What differs in an array of PostgreSQL: its types, and their spelling there. */
const arrays: Readonly<Record<string, ListColumn>> = {
  text: array({ type: 'text' }, elements.text[0], elements.text[1]),
  smallint: array({ type: 'smallint' }, ['-32768', '7'], ['-32768', '7']),
  integer: array({ type: 'int' }, ['2147483647', '7'], ['2147483647', '7']),
  bigint: array({ type: 'bigint' }, elements.bigint[0], elements.bigint[1]),
  decimal: array({ type: 'numeric' }, elements.decimal[0], elements.decimal[1]),
  real: array({ type: 'real' }, ['0.1', '1000'], ['0.1', '1e3']),
  float: array({ type: 'float8' }, elements.float[0], elements.float[1]),
  boolean: array({ type: 'boolean' }, elements.boolean[0], elements.boolean[1]),
  date: array({ type: 'date' }, elements.date[0], elements.date[1]),
  datetime: array(
    { type: 'timestamptz' },
    ['"2024-03-01 10:00:00+00"', '"2024-03-01 12:00:00.123456+02"'],
    ['2024-03-01T11:00:00+01:00', '2024-03-01T10:00:00.123456Z'],
  ),
  time: array({ type: 'time' }, ['09:30', '17:00:00.5'], ['09:30', '17:00:00.500']),
  uuid: array({ type: 'uuid' }, uuids, [uuids[0].toUpperCase(), uuids[1]]),
  enum: array(
    { type: 'enum', enum: ['small', 'so, so'], enumName: 'sizes' },
    ['small', '"so, so"'],
    ['small', 'so, so'],
  ),
};

function array(column: SampleColumn, stored: ListColumn['stored'], asked: ListColumn['asked']): ListColumn {
  return { column: { ...column, array: true }, stored, asked };
}

function documents(column: SampleColumn): Readonly<Record<string, ListColumn>> {
  const lists = documentKinds.map((kind): [string, ListColumn] => {
    const [stored, asked] = elements[kind];
    return [kind, { column: { ...column, kind, list: true }, stored, asked }];
  });
  return Object.fromEntries(lists);
}

const delimited: Readonly<Record<string, ListColumn>> = {
  text: { column: { type: 'simple-array' }, stored: ["it's %_", 'b\\'], asked: ["it's %_", 'b\\'] },
};

/** The tables of lists on the engines that run here. */
export const runningLists: Readonly<Record<string, ListColumns>> = Object.fromEntries([
  ...drivers.map((driver): [string, ListColumns] => [
    `${driver} simple-array`,
    { driver, storage: 'delimited', columns: delimited },
  ]),
  ...drivers
    .filter((driver) => driver === 'postgres')
    .map((driver): [string, ListColumns] => ['postgres arrays', { driver, storage: 'array', columns: arrays }]),
  ...runningStores.map((name): [string, ListColumns] => {
    const { driver, column } = stores[name];
    return [name, { driver, storage: 'document', columns: documents(column) }];
  }),
]);
