import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';
import { type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';

/* Primary keys that only microseconds tell apart, which JavaScript's Date loses. */

function entitiesWith(type: 'datetime' | 'timestamptz') {
  @Entity('nf_reading')
  @Filterable({
    fields: ['level', { name: 'alarmCount', of: 'alarms', count: true }],
    relations: ['alarms'],
    populate: [{ name: 'alarms', limit: 9 }],
  })
  class Reading {
    @PrimaryColumn({ type: 'int' }) sensor!: number;
    @PrimaryColumn({ type, precision: 6 }) at!: Date;
    @Index() @Column({ type: 'int' }) level!: number;
    @OneToMany(() => Alarm, ({ reading }) => reading) alarms!: Relation<Alarm>[];
  }

  @Entity('nf_alarm')
  @Filterable({ fields: ['id'], relations: ['reading'], populate: ['reading'] })
  class Alarm {
    @PrimaryColumn({ type: 'int' }) id!: number;
    @ManyToOne(() => Reading, ({ alarms }) => alarms)
    @JoinColumn([
      { name: 'reading_sensor', referencedColumnName: 'sensor' },
      { name: 'reading_at', referencedColumnName: 'at' },
    ])
    reading!: Relation<Reading>;
  }
  return { Reading, Alarm };
}

/** Each alarm's id, and the level of its reading. */
const levels = [
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 1],
];
const levelOf = ({ id, reading }: { id: number; reading: { level: number } }) => [id, reading.level];

/** The microseconds of each row's key, and the alarms of it. */
const rows = [
  ['123000', [0]],
  ['123456', [1, 4]],
  ['123457', [2]],
  ['124000', [3]],
] as const;

describeOn('postgres', 'mariadb')('keys that only microseconds tell apart on %s', (engine) => {
  const { Reading, Alarm } = entitiesWith(engine === 'postgres' ? 'timestamptz' : 'datetime');
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'debug').mockReturnValue(undefined);
    database = await openDatabase(engine, { entities: [Reading, Alarm] });
    filters = FilterService.forDataSource(database.source);
    for (const [level, [fraction, alarms]] of rows.entries()) {
      const at = `'2026-01-02 03:04:05.${fraction}'`;
      await database.source.query(`INSERT INTO nf_reading (sensor, at, level) VALUES (1, ${at}, ${level})`);
      for (const id of alarms) {
        await database.source.query(`INSERT INTO nf_alarm (id, reading_sensor, reading_at) VALUES (${id}, 1, ${at})`);
      }
    }
  });
  afterAll(() => {
    jest.restoreAllMocks();
    return database.close();
  });

  const readings = () => database.source.getRepository(Reading);
  const alarms = () => database.source.getRepository(Alarm);
  const sources = [
    ['prepared', () => readings().createQueryBuilder('r')],
    ['not prepared', () => readings().createQueryBuilder('r').comment('by hand')],
  ] as const;
  const ways = sources.flatMap(([name, source]) =>
    (['compiled', 'typeorm'] as const).map((hydration) => ({ name, source, hydration })),
  );

  it.each(ways)('are rows of their own: $name, $hydration', async ({ source, hydration }) => {
    const query = filters.parse(Reading, 'sort=level&filters[level][$lt]=3');
    const { data, meta } = await filters.page(source(), query, { hydration });
    expect([data.map(({ level }) => level), meta.pagination]).toEqual([
      [0, 1, 2],
      expect.objectContaining({ total: 3 }),
    ]);
  });

  it('are related rows of their own', async () => {
    const joined = alarms().createQueryBuilder('a').leftJoinAndSelect('a.reading', 'r');
    const { data } = await filters.page(joined, filters.parse(Alarm, 'sort=id'));
    expect(data.map(levelOf)).toEqual(levels);
  });

  it('are the related rows that are populated', async () => {
    const { data } = await filters.page(alarms(), filters.parse(Alarm, 'sort=id&populate=reading'));
    expect(data.map(levelOf)).toEqual(levels);
  });

  it('are those of one row where several have it as their related one', async () => {
    await database.source.query(
      `INSERT INTO nf_alarm (id, reading_sensor, reading_at) VALUES (5, 1, '2026-01-02 03:04:05.124000')`,
    );
    try {
      const query = filters.parse(
        Alarm,
        'sort=id&filters[id][$in][0]=3&filters[id][$in][1]=5&populate[reading][populate]=alarms',
      );
      const { data } = await filters.page(alarms(), query);
      const found = data.map(({ reading }) => reading.alarms.map(({ id }) => id));
      expect(found).toEqual([
        [3, 5],
        [3, 5],
      ]);
    } finally {
      await alarms().delete(5);
    }
  });

  it('are those by which related rows are found', async () => {
    const query = filters.parse(Reading, 'sort=level&populate=alarms&fields=level,alarmCount', { select: true });
    const { data } = await filters.page(readings(), query);
    expect(data.map((row) => [row.alarms?.map(({ id }) => id), Reflect.get(row, 'alarmCount')])).toEqual(
      rows.map(([, ids]) => [ids, ids.length]),
    );
  });

  it.each(ways)('are rows of their own on a deep page: $name, $hydration', async ({ source, hydration }) => {
    const deep = FilterService.forDataSource(database.source, { adaptive: { deep: 1 } });
    const query = deep.parse(Reading, 'sort=level&pagination[start]=1&pagination[limit]=2');
    const { data } = await deep.page(source(), query, { hydration });
    expect(data.map(({ level }) => level)).toEqual([1, 2]);
  });
});
