import type { ObjectLiteral } from 'typeorm';
import { type EngineName, drivers } from '../../support/databases.js';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { pagesModels } from '../../support/pages-model.js';
import { type TextRow, insertRows } from './rows.js';
import { share } from '../../support/thorough.js';
import { type Listing, walks, wholeOf } from './walk.js';

type Values = readonly (string | null)[];

/** Values that no client can send and a database can hold all the same: a walk must get past them. */
const extremes: Readonly<Record<EngineName, readonly (readonly [string, Values])[]>> = {
  postgres: [
    [
      'moment',
      ['infinity', '-infinity', '0044-03-15 12:00:00.000001 BC', '12024-01-01 00:00:00.5', '2024-03-01 10:00:00+05:45'],
    ],
    ['day', ['infinity', '-infinity', '0044-03-15 BC', '12024-02-29', '0001-01-01']],
    ['at', ['24:00:00', '00:00:00', '23:59:59.999999']],
    ['ratio', ['NaN', 'Infinity', '-Infinity', '5e-324', '-0', '1.7976931348623157e308']],
    ['single', ['NaN', 'Infinity', '1e-45', '3.4028235e38', '0.1']],
    ['amount', ['NaN', '99999999999999999999.9999999999', '-0.0000000001']],
    ['title', ['', ' ', 'a'.repeat(4000), '\u{10FFFF}', 'İ', 'ß', "'", '"', '\\']],
  ],
  mariadb: [
    ['moment', ['0001-01-01 00:00:00', '9999-12-31 23:59:59.999999', '2024-03-01 10:00:00.000001']],
    ['at', ['-838:59:59', '838:59:59', '25:00:00', '-00:00:01']],
    ['ratio', ['1.7976931348623157e308', '2.2250738585072014e-308', '-0', '0.1', '0.10000000000000002']],
    ['single', ['3.402823466e38', '1.17549435e-38', '0.1', '16777216']],
    ['amount', ['99999999999999999999.9999999999', '-0.0000000001', '0']],
    ['title', ['', ' ', 'a ', 'A', 'ä', 'a', 'İ', 'ß', 'ss', '\u{10FFFF}', "''"]],
  ],
  sqlite: [
    [
      'moment',
      [
        '2024-03-01T10:00:00Z',
        '2024-03-01 10:00',
        '2024-03-01',
        '1709287200000',
        '2460370.916667',
        '2024-03-01 10:00:00.000',
      ],
    ],
    ['day', ['2024-03-01 10:00:00', '2024-03-01', '20240301']],
    ['whole', ['1099511627776', '-9223372036854775808', '9223372036854775807', '9007199254740993', '1']],
    ['amount', ['9007199254740993', '9007199254740992', '1e21', '1e-7', '0.1', '-12345678901234567890']],
    ['ratio', ['1e308', '5e-324', '9007199254740993', '9007199254740992', '0.30000000000000004', '0.3']],
    ['title', ['', ' ', 'a ', 'A', 'ä', 'a', '\u{10FFFF}']],
  ],
};

const lists: WorldOptions = {
  entities: (engine) => pagesModels[engine].entities,
  seed: (source, engine) =>
    insertRows(source, source.getMetadata(pagesModels[engine].Maker), [{ id: '1', name: 'a', rank: '1' }]),
  on: drivers,
};

onEngines('values at the edge', lists, (world) => {
  const { driver, engine } = world;
  const model = pagesModels[engine];

  const fill = async (column: string, values: Values) => {
    const { source } = world;
    await source.createQueryBuilder().delete().from(model.Thing).execute();
    const defaults = { title: 'same', madeAt: '2024-01-01 00:00:00', makerId: '1' };
    const rows = [...values, ...values, null].map((value, index): TextRow => {
      const nullable = column === 'title' ? (value ?? '') : value;
      return { ...defaults, id: String(index), [column]: nullable };
    });
    await insertRows(source, source.getMetadata(model.Thing), rows);
    return rows.length;
  };

  describe.each(extremes[engine])('of %s', (column, values) => {
    const ways = (['forwards', 'backwards', 'inChunks', 'byPage'] as const).flatMap((walk) =>
      [column, `${column}:desc:nullsLast`, `maker.name,${column}`].map((sort) => [walk, sort] as const),
    );
    const turn = extremes[engine].findIndex(([name]) => name === column) + drivers.indexOf(driver);

    it.each(share(ways, 5, turn))('are walked past, %s, by %s', async (walk, sort) => {
      const count = await fill(column, values);
      const listing: Listing<ObjectLiteral> = {
        filters: world.filters,
        entity: model.Thing,
        builder: () => world.source.createQueryBuilder<ObjectLiteral>(model.Thing, 'thing').select('thing.id'),
        request: { sort: sort.split(',') },
      };
      const ids = (rows: ObjectLiteral[]) => rows.map((row) => Number(row['id']));
      const found = ids((await walks[walk](listing, 2)).flat());
      expect(found).toEqual(ids(await wholeOf(listing, ['id'])));
      expect(found).toHaveLength(count);
    });
  });

  it.each([[['SQL, DMY', 'Asia/Kathmandu']], [['German', 'America/St_Johns']]])(
    'are the same whatever the session makes of dates: %j',
    async ([style, zone]) => {
      if (engine !== 'postgres') return;
      await fill('moment', [
        '2024-03-01 10:00:00.000001+00',
        '2024-03-01 10:00:00.000002+00',
        '1850-01-01 00:00:00+00',
      ]);
      const runner = world.source.createQueryRunner();
      try {
        await runner.query(`SET DateStyle = '${style}'; SET TimeZone = '${zone}'`);
        const listing: Listing<ObjectLiteral> = {
          filters: world.filters,
          entity: model.Thing,
          builder: () =>
            world.source.createQueryBuilder<ObjectLiteral>(model.Thing, 'thing', runner).select('thing.id'),
          request: { sort: ['moment'] },
        };
        const rows = (await walks.forwards(listing, 1)).flat();
        expect(rows).toEqual(await wholeOf(listing, ['id']));
        expect(rows).toHaveLength(7);
        await runner.query('RESET DateStyle; RESET TimeZone');
      } finally {
        await runner.release();
      }
    },
  );
});
