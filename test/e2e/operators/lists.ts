import { documentKinds } from '../../../lib/dialects/dialect.js';
import { type DriverName, engines } from '../../support/databases.js';
import type { World, WorldOptions } from '../../support/engines.js';
import type { SampleColumn } from '../../support/samples/columns.js';
import { insertRaw } from '../../support/samples/database.js';
import { entityOf } from '../../support/samples/entities.js';
import { type StoreName, runningStores, stores } from '../documents/sheet.js';
import type { Ids } from './cases.js';
import { found, open } from './samples.js';

/** A condition on a list, and the rows that it and its negation find. */
interface ListQuestion {
  readonly what: string;
  /** Returns the query string, by the key of the column and two encoded elements. */
  readonly write: (key: string, a: string, b: string) => string;
  readonly finds: Ids;
  readonly others: Ids;
}

/** Ways to keep a list: an array, a text with commas, a document. */
type ListStorage = 'array' | 'delimited' | 'document';

const rows: readonly (readonly ('a' | 'b' | 'null')[] | null)[] = [
  ['a'], // 1
  ['a', 'b'], // 2
  [], // 3
  null, // 4
  ['null'], // 5
  ['null', 'a'], // 6
  ['b', 'b'], // 7
];

/**
 * Documents that are no list, or have elements of other types: none has an `a` or `b`, and the first alone is a list.
 */
const odd: readonly string[] = ['[{"a":1},[]]', '{"0":"a"}', 'null'];

/** Returns what a column holds, row by row; null for what its storage does not have. */
function listsOf(storage: ListStorage, [a, b]: readonly [string, string]): readonly (string | null)[] {
  const elements = { a, b, null: storage === 'array' ? 'NULL' : 'null' } as const;
  const lists = rows.map(
    (row) =>
      row &&
      written(
        storage,
        row.map((name) => elements[name]),
      ),
  );
  return storage === 'document' ? [...lists, ...odd] : lists;
}

function written(storage: ListStorage, elements: readonly string[]): string | null {
  if (storage === 'array') return `{${elements.join(',')}}`;
  if (storage === 'document') return `[${elements.join(',')}]`;
  return elements.includes('null') ? null : elements.join(',');
}

const filled: Ids = [1, 2, 3, 5, 6, 7, 8];
const none: Ids = [4, 9, 10];

function question(what: string, finds: Ids, write: ListQuestion['write']): ListQuestion {
  return { what, finds, others: filled.filter((id) => !finds.includes(id)), write };
}

function aboutNull(what: string, finds: Ids, write: ListQuestion['write']): ListQuestion {
  return { what, finds, others: finds === none ? filled : none, write };
}

const listQuestions: readonly ListQuestion[] = [
  question('$has a', [1, 2, 6], (key, a) => `${key}[$has]=${a}`),
  question('$has b', [2, 7], (key, _a, b) => `${key}[$has]=${b}`),
  question('a', [1, 2, 6], (key, a) => `${key}=${a}`),
  question('$hasEvery a', [1, 2, 6], (key, a) => `${key}[$hasEvery]=${a}`),
  question('$hasEvery a, b', [2], (key, a, b) => `${key}[$hasEvery][0]=${a}&${key}[$hasEvery][1]=${b}`),
  question('$hasEvery b, b', [2, 7], (key, _a, b) => `${key}[$hasEvery][0]=${b}&${key}[$hasEvery][1]=${b}`),
  question('$hasSome b', [2, 7], (key, _a, b) => `${key}[$hasSome]=${b}`),
  question('$hasSome a, b', [1, 2, 6, 7], (key, a, b) => `${key}[$hasSome][]=${a}&${key}[$hasSome][]=${b}`),
  question('$empty', [3], (key) => `${key}[$empty]=true`),
  question('$empty false', [1, 2, 5, 6, 7, 8], (key) => `${key}[$empty]=false`),
  aboutNull('$null', none, (key) => `${key}[$null]=true`),
  aboutNull('$null false', filled, (key) => `${key}[$null]=false`),
  aboutNull('$notNull', filled, (key) => `${key}[$notNull]=true`),
  question('$has both ways', [2], (key, a, b) => `${key}[$has]=${a}&${key}[$hasSome]=${b}`),
];

/** A column with lists, two elements as they are stored, and as requests name them. */
interface ListColumn {
  readonly column: SampleColumn;
  readonly stored: readonly [string, string];
  readonly asked: readonly [string, string];
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
  scaled: array({ type: 'numeric', precision: 10, scale: 2 }, ['1.50', '0.10'], ['1.5', '0.1']),
  varchar: array({ type: 'varchar', length: 10 }, ['a', '""'], ['a', '']),
  char: array({ type: 'char', length: 5 }, ['a', 'b'], ['a', 'b']),
  wall: array(
    { type: 'timestamp' },
    ['2024-03-01 10:00:00', '2024-03-01 10:00:00.123456'],
    ['2024-03-01T11:00:00+01:00', '2024-03-01T10:00:00.123456Z'],
  ),
  word: array({ type: 'enum', enum: ['NULL', '{"large"}'] }, ['"NULL"', '"{\\"large\\"}"'], ['NULL', '{"large"}']),
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

/** A table of lists, by the kinds of their elements. */
export interface ListTable {
  readonly name: string;
  readonly driver: DriverName;
  readonly storage: ListStorage;
  readonly columns: Readonly<Record<string, ListColumn>>;
}

export const delimitedOn = (driver: DriverName): ListTable => ({
  name: `${driver} simple-array`,
  ...{ driver, storage: 'delimited', columns: delimited },
});

export const documentsIn = (name: StoreName): ListTable => {
  const { driver, column } = stores[name];
  return { name, driver, storage: 'document', columns: documents(column) };
};

/** The tables of lists on the engines that run here. */
export const listTables: readonly ListTable[] = [
  ...engines.map(delimitedOn),
  ...engines
    .filter((engine) => engine === 'postgres')
    .map((driver): ListTable => ({
      name: 'postgres arrays',
      ...{ driver, storage: 'array', columns: arrays },
    })),
  ...runningStores.map(documentsIn),
];

/** The world of a table of lists, and its tests. */
export function ofLists({
  name,
  driver,
  storage,
  columns,
}: ListTable): readonly [WorldOptions, (world: World) => void] {
  const declared = Object.entries(columns).map(([kind, { column }]): [string, SampleColumn] => [kind, column]);
  const Lists = entityOf('lists', Object.fromEntries(declared));
  const count = storage === 'document' ? 10 : 7;
  const options: WorldOptions = {
    on: [driver],
    entities: [Lists],
    open,
    seed: async (source) => {
      const lists = Object.entries(columns).map(([kind, { stored }]) => [kind, listsOf(storage, stored)] as const);
      const rowsOf = (row: number) => lists.map(([kind, values]) => [kind, values[row] ?? null] as const);
      const stored = Array.from({ length: count }, (_, row) => ({
        id: `${row + 1}`,
        ...Object.fromEntries(rowsOf(row)),
      }));
      await insertRaw(source, 'lists', stored);
      if (name !== 'sqlite jsonb') return;
      for (const kind of Object.keys(columns)) {
        await source.query(`UPDATE lists SET "${kind}" = jsonb("${kind}") WHERE json_valid("${kind}")`);
      }
    },
  };

  /** A `simple-array` has no NULL among its elements, so that rows 5 and 6 are NULL. */
  function due(ids: Ids): Ids {
    const nulls = storage === 'delimited' ? [4, 5, 6] : [4, 9, 10];
    if (ids.includes(4)) return nulls.filter((id) => id <= count);
    return ids.filter((id) => id <= count && !nulls.includes(id));
  }

  const tests = (world: World) => {
    it.each(Object.entries(columns))('find the right rows by %s', async (kind, { asked }) => {
      const [one, two] = [encodeURIComponent(asked[0]), encodeURIComponent(asked[1])];
      const faults: unknown[] = [];
      for (const { what, write, finds, others } of listQuestions) {
        const is = await found(world, Lists, write(`filters[${kind}]`, one, two));
        const negated = write(`filters[${kind}][$not]`, one, two).replace('[$not]=', '[$not][$has]=');
        const isNot = await found(world, Lists, negated);
        const [answer, right] = [JSON.stringify([is, isNot]), JSON.stringify([due(finds), due(others)])];
        if (answer !== right) faults.push(`${what}: ${answer}, instead of ${right}`);
      }
      expect(faults).toEqual([]);
    });
  };
  return [options, tests];
}
