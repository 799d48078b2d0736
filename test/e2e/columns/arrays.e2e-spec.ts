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
import { idsOf, onEngines } from '../../support/engines.js';
import { describeEntities } from '../../support/metadata.js';
import { insertRaw } from '../../support/samples/database.js';
import { cases, idsIn } from '../../support/table.js';

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

/** Requests to an array of each type, and the ids that they find. */
const questions = cases(`
  filters[ints]=2 -> 1 2
  filters[ints][$hasEvery][0]=2&filters[ints][$hasEvery][1]=1 -> 1
  filters[ints][$not][$has]=1 -> 2 3
  filters[$not][ints][$hasSome][0]=1&filters[$not][ints][$hasSome][1]=7 -> 2 3
  filters[ints][$empty]=true -> 3
  filters[bigs][$empty]=false -> 1 2 3
  filters[bigs]=9007199254740993 -> 1
  filters[bigs][$hasSome][0]=9223372036854775807&filters[bigs][$hasSome][1]=1 -> 2
  filters[uuids]=0B1C2D3E-4F50-4A6B-8C7D-9E0F1A2B3C4D -> 1
  filters[levels][$has]=high, very -> 2
  filters[levels][0]=low&filters[levels][1]=high, very -> 1 2
  filters[moments]=2024-03-01T01:00:00%2B01:00 -> 1
  filters[moments]=2024-03-01T00:00:00.123456Z -> 2
  filters[dates]=2024-03-01 -> 2
  filters[times]=10:00 -> 1
  filters[times]=10:00:00.5 -> 2
  filters[flags]=false -> 1
  filters[flags][$hasEvery][0]=true&filters[flags][$hasEvery][1]=0 -> 1
  filters[amounts]=1.5 -> 1
  filters[amounts][$hasSome][0]=2.00&filters[amounts][$hasSome][1]=1.5000000001 -> 1 2
  filters[amounts]=1.50000000010000001 -> -
  filters[ratios]=5e-1 -> 1
  filters[ratios][$hasSome][0]=1e300 -> 2
  filters[names]=a,b -> 1
  filters[names]=it's -> 1
  filters[names]=a%5Cb -> 1
  filters[names]=NULL -> 2
  filters[names][$has]= -> 2
  filters[names][$hasEvery][0]=&filters[names][$hasEvery][1]=NULL -> 2
  filters[names][$null]=true -> 4
  filters[chars]=art -> 1
  filters[chars][$not][$has]=Art -> 1
  filters[chars]=a text longer than the column -> -
  filters[$or][0][ints]=3&filters[$or][1][flags]=false -> 1 2
  filters[sheet][boxes][ints]=3 -> 1 2
`);

onEngines(
  'arrays',
  {
    on: ['postgres'],
    entities: [Sheet, Box],
    seed: async (source) => {
      await source.getRepository(Sheet).insert([{ id: 1 }, { id: 2 }]);
      const filled = rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
      await insertRaw(source, 'box', filled);
    },
  },
  (world) => {
    it.each(questions)('%s -> %s', async (request, verdict) => {
      const builder = world.builder(Box).orderBy('root.id');
      const found = await world.filters.apply(builder, world.filters.parse(Box, request)).getMany();
      expect(idsOf(found)).toEqual(idsIn(verdict));
    });

    it.each([
      [{ ints: [2n, 7] }, [1, 2]],
      [{ moments: new Date('2024-03-01T00:00:00Z') }, [1]],
      [{ flags: false }, [1]],
      [{ levels: Level.High }, [2]],
    ])('%p in code', async (conditions, ids) => {
      const input = { filters: conditions, sort: 'id' } as const;
      expect(idsOf(await world.filters.filter(Box, input).getMany())).toEqual(ids);
    });
  },
);

describe('arrays, before any database', () => {
  it.each(
    cases(`
      filters[moments]=2024-03-01 -> invalid_value filters[moments]  # a day is no moment
      filters[local][$hasSome][0]=2024-03-01 -> invalid_value filters[local][$hasSome][0]
      filters[levels]=medium -> invalid_value filters[levels]
      filters[ints]=2147483648 -> invalid_value filters[ints]
      filters[dates]=infinity -> invalid_value filters[dates]
      filters[flags]=yes -> invalid_value filters[flags]
      filters[names]=%00 -> invalid_value filters[names]
    `),
  )('%s -> %s', async (request, verdict) => {
    const filters = FilterService.forDataSource(await describeEntities('postgres', [Sheet, Box]));
    const [code, path] = verdict.split(' ');
    const issue = expect.objectContaining({ code, path }) as unknown;
    expect(() => filters.parse(Box, request)).toThrow(expect.objectContaining({ issues: [issue] }) as Error);
  });

  it.each(['ratios', 'ints', 'names'])('a list that is ordered by %s has no cursors', async (sort) => {
    const filters = FilterService.forDataSource(await describeEntities('postgres', [Sheet, Box]));
    const issue = expect.objectContaining({ code: 'invalid_pagination', path: 'pagination[after]' }) as unknown;
    // The compiler refuses such an order, too.
    const byCursor = () => filters.parse(Box, 'pagination[after]=', { defaults: { sort } } as never);
    expect(byCursor).toThrow(expect.objectContaining({ issues: [issue] }) as Error);
  });
});
