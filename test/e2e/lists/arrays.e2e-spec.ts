import type { QueryRunner } from 'typeorm';
import { type FilterValue, listTypeOf, valueKinds } from '../../../lib/values/index.js';
import { type TestDatabase, describeOn } from '../../support/databases.js';
import type { SampleColumn } from '../../support/samples/columns.js';
import { insertRaw, openSamples } from '../../support/samples/database.js';
import { entityOf } from '../../support/samples/entities.js';
import { type Listed, ListTable, dialectFor } from './database.js';

/** A column, two elements as PostgreSQL writes them, and as requests do. */
type Row = readonly [column: SampleColumn, stored: readonly [string, string], asked: readonly [string, string]];

const moods = ['small', 'so, so', '{"large"}', 'NULL'];

const rows: Readonly<Record<string, Row>> = {
  smallints: [{ type: 'smallint' }, ['-32768', '7'], ['-32768', '7']],
  integers: [{ type: 'int' }, ['2147483647', '7'], ['2147483647', '7']],
  bigints: [
    { type: 'bigint' },
    ['9007199254740993', '-9223372036854775808'],
    ['9007199254740993', '-9223372036854775808'],
  ],
  numerics: [{ type: 'numeric' }, ['1.50', '12345678901234567890.123'], ['1.5', '12345678901234567890.123']],
  scaled: [{ type: 'numeric', precision: 10, scale: 2 }, ['1.50', '0.10'], ['1.5', '0.1']],
  reals: [{ type: 'real' }, ['0.1', '1000'], ['0.1', '1e3']],
  floats: [{ type: 'float8' }, ['0.1', '1e+300'], ['0.1', '1e300']],
  texts: [{ type: 'text' }, ['"say \\"so\\""', '"a,b"'], ['say "so"', 'a,b']],
  varchars: [{ type: 'varchar', length: 10 }, ['a', '""'], ['a', '']],
  chars: [{ type: 'char', length: 5 }, ['a', 'b'], ['a', 'b']],
  uuids: [
    { type: 'uuid' },
    ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['0F8FAD5B-D9CB-469F-A165-70867728950E', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ],
  booleans: [{ type: 'bool' }, ['t', 'f'], ['true', 'false']],
  dates: [{ type: 'date' }, ['2024-02-29', '0001-01-01'], ['2024-02-29', '0001-01-01']],
  times: [{ type: 'time' }, ['09:30', '17:00:00.5'], ['09:30:00', '17:00:00.500']],
  walls: [
    { type: 'timestamp' },
    ['2024-03-01 10:00:00', '2024-03-01 10:00:00.123456'],
    ['2024-03-01T11:00:00+01:00', '2024-03-01T10:00:00.123456Z'],
  ],
  instants: [
    { type: 'timestamptz' },
    ['2024-03-01 10:00:00+00', '2024-03-01 12:00:00.123456+02'],
    ['2024-03-01T11:00:00+01:00', '2024-03-01T10:00:00.123456Z'],
  ],
  enums: [{ type: 'enum', enum: moods }, ['"so, so"', '"{\\"large\\"}"'], ['so, so', '{"large"}']],
  words: [{ type: 'enum', enum: moods }, ['"NULL"', 'small'], ['NULL', 'small']],
};

const columns = Object.fromEntries(
  Object.entries(rows).map(([name, [column]]): [string, SampleColumn] => [name, { ...column, array: true }]),
);

/** The rows by their ids; `a` and `b` are the two elements. */
const lists: readonly (((a: string, b: string) => string) | null)[] = [
  (a) => `{${a}}`, // 1
  (a, b) => `{${a},${b}}`, // 2
  () => '{}', // 3
  null, // 4
  () => '{NULL}', // 5
  (a) => `{NULL,${a}}`, // 6
  (a, b) => `{{${b}},{${a}}}`, // 7
];

describeOn('postgres')('arrays of every kind on %s', () => {
  const Lists = entityOf('arrays', columns);
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openSamples('postgres', [Lists]);
    await insertRaw(
      database.source,
      'arrays',
      lists.map((list, index) => ({
        id: String(index + 1),
        ...Object.fromEntries(Object.entries(rows).map(([name, [, [a, b]]]) => [name, list && list(a, b)])),
      })),
    );
  });

  afterAll(() => database.close());

  const wordings = ['postgres', 'aurora-postgres'].flatMap((wording) =>
    Object.keys(rows).map((name) => [name, wording] as const),
  );

  it.each(wordings)('%s, in the words for %s', async (name, wording) => {
    const table = new ListTable(database.source, Lists, dialectFor(wording));
    const listed = listedAs(name);
    const [a, b] = valuesOf(name);
    const find = async (token: string, values: readonly FilterValue[]) => [
      await table.find(listed, { token, values, negated: false }),
      await table.find(listed, { token, values, negated: true }),
    ];
    expect(await find('$has', [a])).toEqual([
      [1, 2, 6, 7],
      [3, 5],
    ]);
    expect(await find('$has', [b])).toEqual([
      [2, 7],
      [1, 3, 5, 6],
    ]);
    expect(await find('$hasEvery', [a, b])).toEqual([
      [2, 7],
      [1, 3, 5, 6],
    ]);
    expect(await find('$hasSome', [a, b])).toEqual([
      [1, 2, 6, 7],
      [3, 5],
    ]);
    expect(await find('$hasSome', [b, b])).toEqual([
      [2, 7],
      [1, 3, 5, 6],
    ]);
    expect(await find('$empty', [])).toEqual([[3], [1, 2, 5, 6, 7]]);
  });

  it('finds a char by no more spaces than it has', async () => {
    const table = new ListTable(database.source, Lists);
    const find = (value: string) => table.find(listedAs('chars'), { token: '$has', values: [value], negated: false });
    expect(await find('a ')).toEqual([]);
    expect(await find('a    ')).toEqual([]);
  });
});

describeOn('postgres')('an index on a list on %s', () => {
  const Lists = entityOf('indexed', {
    tags: { type: 'varchar', array: true },
    numbers: { type: 'int', array: true },
    words: { type: 'simple-array' },
  });
  let database: TestDatabase;
  let runner: QueryRunner;

  beforeAll(async () => {
    database = await openSamples('postgres', [Lists]);
    runner = database.source.createQueryRunner();
    await runner.query('CREATE INDEX "tags_index" ON "indexed" USING GIN ("tags")');
    await runner.query('CREATE INDEX "numbers_index" ON "indexed" USING GIN ("numbers")');
    await runner.query(`CREATE INDEX "words_index" ON "indexed" USING GIN (string_to_array("words", ','))`);
    await runner.query('SET enable_seqscan = off');
  });

  afterAll(async () => {
    await runner.release();
    await database.close();
  });

  const asked = [
    ['tags', '$has', ['a']],
    ['tags', '$hasEvery', ['a', 'b']],
    ['tags', '$hasSome', ['a', 'b']],
    ['tags', '$empty', []],
    ['numbers', '$has', ['1']],
    ['numbers', '$hasEvery', ['1', '2']],
    ['numbers', '$hasSome', ['1', '2']],
    ['numbers', '$empty', []],
    ['words', '$has', ['a']],
    ['words', '$hasEvery', ['a', 'b']],
    ['words', '$hasSome', ['a', 'b']],
  ] as const;

  it.each(asked)('on %s serves %s', async (name, token, values) => {
    const kind = name === 'numbers' ? 'integer' : 'text';
    const listed: Listed = { name, type: '', list: { storage: name === 'words' ? 'delimited' : 'array', kind } };
    const plan = await new ListTable(database.source, Lists).plan(listed, { token, values, negated: false }, runner);
    expect(plan).toContain(`Bitmap Index Scan on ${name}_index`);
  });
});

function listedAs(name: string): Listed {
  const { type, array, enum: members } = columns[name] ?? {};
  const list = listTypeOf(
    { type, isArray: array, enum: Array.isArray(members) ? members : undefined },
    dialectFor('postgres'),
  );
  if (list === undefined) throw new Error(`${name} is no list`);
  return { name, type, list };
}

/** The values that requests ask for, as their kind reads them. */
function valuesOf(name: string): readonly [FilterValue, FilterValue] {
  const [, , [a, b]] = rows[name] ?? ([{}, [], ['', '']] as const);
  const read = (text: string): FilterValue => {
    const reading = valueKinds[listedAs(name).list.kind].read(text, { zone: 'UTC', members: moods });
    if (!reading.ok) throw new Error(reading.reason);
    return reading.value;
  };
  return [read(a), read(b)];
}
