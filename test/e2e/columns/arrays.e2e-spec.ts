import {
  type ColumnOptions,
  type ColumnType,
  Column,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { FilterService, Filterable } from 'nestjs-filterable';
import { type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';
import { insertRaw } from '../../support/samples/database.js';
import { idsOf } from './question.js';

enum Level {
  Low = 'low',
  High = 'high, very',
}

const array = (type: ColumnType, options: ColumnOptions = {}): ColumnOptions => ({
  ...options,
  type,
  array: true,
  nullable: true,
});

@Entity('sheet')
@Filterable({ relations: ['boxes'] })
class Sheet {
  @PrimaryColumn() id!: number;
  @OneToMany(() => Box, (box) => box.sheet) boxes!: Relation<Box>[];
}

@Entity('box')
@Filterable({
  fields: [
    'id',
    'ints',
    'bigs',
    'uuids',
    'levels',
    'moments',
    'local',
    'dates',
    'times',
    'flags',
    'amounts',
    'ratios',
    { name: 'names', list: true },
    'chars',
  ],
  relations: ['sheet'],
})
class Box {
  @PrimaryColumn() id!: number;
  @Column(array('int')) ints!: number[] | null;
  @Column(array('bigint')) bigs!: string[] | null;
  @Column(array('uuid')) uuids!: string[] | null;
  @Column(array('enum', { enum: Level, enumName: 'box_level' })) levels!: Level[] | null;
  @Column(array('timestamptz')) moments!: Date[] | null;
  @Column(array('timestamp')) local!: Date[] | null;
  @Column(array('date')) dates!: string[] | null;
  @Column(array('time')) times!: string[] | null;
  @Column(array('boolean')) flags!: boolean[] | null;
  @Column(array('numeric', { precision: 30, scale: 10 })) amounts!: string[] | null;
  @Column(array('double precision')) ratios!: number[] | null;
  @Column(array('text')) names!: string[] | null;
  @Column(array('varchar', { length: 20 })) chars!: string[] | null;
  @ManyToOne(() => Sheet, (sheet) => sheet.boxes, { nullable: true }) sheet!: Relation<Sheet> | null;
}

const uuid = '0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d';

const rows: readonly Readonly<Record<string, string | null>>[] = [
  {
    id: '1',
    ints: '{1,2,NULL}',
    bigs: '{9007199254740993}',
    uuids: `{${uuid}}`,
    levels: '{low}',
    moments: '{"2024-03-01T00:00:00Z"}',
    local: null,
    dates: '{2024-02-29}',
    times: '{10:00:00}',
    flags: '{true,false}',
    amounts: '{1.50,2}',
    ratios: '{0.5}',
    names: '{"a,b","it\'s","a\\\\b"}',
    chars: '{art}',
    sheetId: '1',
  },
  {
    id: '2',
    ints: '{2,3}',
    bigs: '{9007199254740992,9223372036854775807}',
    uuids: '{}',
    levels: '{low,"high, very"}',
    moments: '{"2024-03-01T00:00:00.123456Z","2024-03-02T00:00:00Z"}',
    local: null,
    dates: '{2024-03-01,infinity}',
    times: '{24:00:00,10:00:00.5}',
    flags: '{true}',
    amounts: '{1.5000000001}',
    ratios: '{NaN,1e300}',
    names: '{"NULL","","a"}',
    chars: '{Art,smart}',
    sheetId: '1',
  },
  { id: '3', ints: '{}', bigs: '{NULL}', levels: '{}', flags: '{NULL}', amounts: '{}', names: '{NULL}', sheetId: '2' },
  { id: '4', ints: null, names: null, sheetId: null },
];

const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];

/** Requests to an array of each type: the condition by hand, on its elements `x`, and the ids. */
const questions: readonly (readonly [query: string, sql: string, ids: readonly number[]])[] = [
  ['filters[ints]=2', `2 = ANY(b.ints)`, [1, 2]],
  ['filters[ints][$hasEvery][0]=2&filters[ints][$hasEvery][1]=1', `2 = ANY(b.ints) AND 1 = ANY(b.ints)`, [1]],
  ['filters[ints][$not][$has]=1', `array_position(b.ints, 1) IS NULL AND b.ints IS NOT NULL`, [2, 3]],
  [
    'filters[$not][ints][$hasSome][0]=1&filters[$not][ints][$hasSome][1]=7',
    `array_position(b.ints, 1) IS NULL AND b.ints IS NOT NULL`,
    [2, 3],
  ],
  ['filters[ints][$empty]=true', `b.ints = '{}'`, [3]],
  ['filters[bigs][$empty]=false', `b.bigs <> '{}'`, [1, 2, 3]],
  ['filters[bigs]=9007199254740993', `9007199254740993 = ANY(b.bigs)`, [1]],
  [
    'filters[bigs][$hasSome][0]=9223372036854775807&filters[bigs][$hasSome][1]=1',
    `9223372036854775807 = ANY(b.bigs)`,
    [2],
  ],
  [`filters[uuids]=${uuid.toUpperCase()}`, `'${uuid}' = ANY(b.uuids)`, [1]],
  ['filters[levels][$has]=high, very', `'high, very' = ANY(b.levels)`, [2]],
  ['filters[levels][0]=low&filters[levels][1]=high, very', `b.levels <> '{}'`, [1, 2]],
  ['filters[moments]=2024-03-01T01:00:00%2B01:00', `timestamptz '2024-03-01T00:00:00Z' = ANY(b.moments)`, [1]],
  ['filters[moments]=2024-03-01T00:00:00.123456Z', `timestamptz '2024-03-01T00:00:00.123456Z' = ANY(b.moments)`, [2]],
  ['filters[dates]=2024-03-01', `date '2024-03-01' = ANY(b.dates)`, [2]],
  ['filters[times]=10:00', `time '10:00' = ANY(b.times)`, [1]],
  ['filters[times]=10:00:00.5', `time '10:00:00.5' = ANY(b.times)`, [2]],
  ['filters[flags]=false', `FALSE = ANY(b.flags)`, [1]],
  ['filters[flags][$hasEvery][0]=true&filters[flags][$hasEvery][1]=0', `b.flags = '{t,f}'`, [1]],
  ['filters[amounts]=1.5', `1.5 = ANY(b.amounts)`, [1]],
  ['filters[amounts][$hasSome][0]=2.00&filters[amounts][$hasSome][1]=1.5000000001', `b.amounts <> '{}'`, [1, 2]],
  ['filters[amounts]=1.50000000010000001', `1.50000000010000001 = ANY(b.amounts)`, []],
  ['filters[ratios]=5e-1', `0.5 = ANY(b.ratios)`, [1]],
  ['filters[ratios][$hasSome][0]=1e300', `1e300 = ANY(b.ratios)`, [2]],
  ['filters[names]=a,b', `'a,b' = ANY(b.names)`, [1]],
  [`filters[names]=it's`, `'it''s' = ANY(b.names)`, [1]],
  ['filters[names]=a%5Cb', `'a\\b' = ANY(b.names)`, [1]],
  ['filters[names]=NULL', `'NULL' = ANY(b.names)`, [2]],
  ['filters[names][$has]=', `'' = ANY(b.names)`, [2]],
  ['filters[names][$hasEvery][0]=&filters[names][$hasEvery][1]=NULL', `'' = ANY(b.names)`, [2]],
  ['filters[names][$null]=true', `b.names IS NULL`, [4]],
  ['filters[chars]=art', `'art' = ANY(b.chars)`, [1]],
  ['filters[chars][$not][$has]=Art', `array_position(b.chars, 'Art') IS NULL AND b.chars IS NOT NULL`, [1]],
  ['filters[chars]=a text longer than the column', `b.id < 0`, []],
  ['filters[$or][0][ints]=3&filters[$or][1][flags]=false', `3 = ANY(b.ints) OR FALSE = ANY(b.flags)`, [1, 2]],
  ['filters[sheet][boxes][ints]=3', `b."sheetId" = 1`, [1, 2]],
];

describeOn('postgres')('arrays on %s', (driver) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(driver, { entities: [Sheet, Box] });
    await database.source.getRepository(Sheet).insert([{ id: 1 }, { id: 2 }]);
    const filled = rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
    const { schema } = database.source.options as { schema?: string };
    await database.source.query(`SET search_path TO ${String(schema)}`);
    await insertRaw(database.source, 'box', filled);
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  it.each(questions)('%s', async (query, sql, ids) => {
    const table = database.source.getMetadata(Box).tablePath;
    const byHand = idsOf(await database.source.query(`SELECT b.id FROM ${table} b WHERE ${sql} ORDER BY b.id`));
    const builder = database.source.getRepository(Box).createQueryBuilder('box').orderBy('box.id');
    const found = idsOf(await filters.apply(builder, filters.parse(Box, query)).getMany());

    expect(byHand).toEqual(ids);
    expect(found).toEqual(ids);
  });

  it.each([
    ['filters[moments]=2024-03-01', 'filters[moments]', 'a day is no moment'],
    ['filters[local][$hasSome][0]=2024-03-01', 'filters[local][$hasSome][0]', 'a day is no moment'],
    ['filters[levels]=medium', 'filters[levels]', 'no member of the enum'],
    ['filters[ints]=2147483648', 'filters[ints]', 'out of range'],
    ['filters[dates]=infinity', 'filters[dates]', 'no date'],
    ['filters[flags]=yes', 'filters[flags]', 'no boolean'],
    ['filters[names]=%00', 'filters[names]', 'a character that no text has'],
  ])('%s is refused at %s: %s', (query, path) => {
    const issue = expect.objectContaining({ code: 'invalid_value', path }) as unknown;
    expect(() => filters.parse(Box, query)).toThrow(expect.objectContaining({ issues: [issue] }));
  });

  it.each(['ratios', 'ints', 'names'])('a list that is ordered by %s has no cursors', (sort) => {
    const issue = expect.objectContaining({ code: 'invalid_pagination', path: 'pagination[after]' }) as unknown;
    // The compiler refuses such an order, too.
    const byCursor = () => filters.parse(Box, 'pagination[after]=', { defaults: { sort } } as never);
    expect(byCursor).toThrow(expect.objectContaining({ issues: [issue] }));
  });

  it.each([
    [{ ints: [2n, 7] }, [1, 2]],
    [{ moments: new Date('2024-03-01T00:00:00Z') }, [1]],
    [{ flags: false }, [1]],
    [{ levels: Level.High }, [2]],
  ])('%p in code', async (conditions, ids) => {
    const input = { filters: conditions, sort: 'id' } as const;
    expect(idsOf(await filters.filter(Box, input).getMany())).toEqual(ids);
  });
});
