import { FilterService } from 'nestjs-filterable';
import { DataSource, type ObjectLiteral } from 'typeorm';
import { type EngineName, type TestDatabase, describeOn } from '../support/databases.js';
import { type WorldOptions, onEngines } from '../support/engines.js';
import type { SampleColumn } from '../support/samples/columns.js';
import { insertRaw, openSamples } from '../support/samples/database.js';
import { entityOf } from '../support/samples/entities.js';

/** Columns under collations that have case rules of their own. */
const columnsOf: Readonly<Record<EngineName, Readonly<Record<string, SampleColumn>>>> = {
  sqlite: { plain: { type: 'varchar' }, nocase: { type: 'varchar', collation: 'NOCASE' } },
  postgres: {
    plain: { type: 'varchar' },
    turkish: { type: 'varchar', collation: 'tr-TR-x-icu' },
    lithuanian: { type: 'varchar', collation: 'lt-LT-x-icu' },
    turkishText: { type: 'text', collation: 'tr-TR-x-icu' },
    c: { type: 'varchar', collation: 'C' },
  },
  mariadb: {
    plain: { type: 'varchar' },
    turkish: { type: 'varchar', charset: 'utf8mb4', collation: 'utf8mb4_turkish_ci' },
    lithuanian: { type: 'varchar', charset: 'utf8mb4', collation: 'utf8mb4_lithuanian_ci' },
    undeclared: { type: 'varchar' },
    turkish3: { type: 'varchar', charset: 'utf8mb3', collation: 'utf8mb3_turkish_ci' },
    bin: { type: 'varchar', charset: 'utf8mb4', collation: 'utf8mb4_bin' },
  },
};

/** The letters that the rules are about: İ I ı i, and Į Ì with a dot that stays. */
const texts = ['I', 'i', 'İ', 'ı', 'ISTANBUL', 'istanbul', 'İstanbul', 'ıstanbul', 'Į', 'į', 'Ì', 'Kai', 'J̃', '', 'ß'];

const entities = {
  sqlite: entityOf('folded', columnsOf.sqlite),
  postgres: entityOf('folded', columnsOf.postgres),
  mariadb: entityOf('folded', columnsOf.mariadb),
};

const folded: WorldOptions = {
  entities: (engine) => [entities[engine]],
  open: (driver, options) => openSamples(driver, options.entities ?? []),
  seed: async (source, engine) => {
    if (engine === 'mariadb') {
      // A collation that a migration gave the column and the entity says nothing of.
      await source.query(
        'ALTER TABLE folded MODIFY undeclared varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_turkish_ci',
      );
    }
    const rows = texts.map((text, index) => ({
      id: String(index),
      ...Object.fromEntries(Object.keys(columnsOf[engine]).map((name) => [name, text])),
    }));
    await insertRaw(source, 'folded', rows);
  },
};

onEngines('the case of letters under the rules of a language', folded, (world) => {
  const Text = entities[world.engine];
  beforeAll(() => world.filters.ready());

  const find = async (filters: object) => {
    const query = world.filters.parse(Text, { filters });
    const builder = world.source.createQueryBuilder<ObjectLiteral>(Text, 't').select('t.id').orderBy('t.id');
    return (await world.filters.apply(builder, query).getMany()).map((row) => Number(row['id']));
  };

  describe.each(Object.keys(columnsOf[world.engine]))('in %s', (column) => {
    it.each(texts)('%j equals itself', async (text) => {
      const id = texts.indexOf(text);
      const equal = await find({ [column]: { $eq: text } });
      const alike = await find({ [column]: { $eqi: text } });
      expect(alike).toContain(id);
      expect(alike).toEqual(expect.arrayContaining(equal));
      const others = texts.map((_, index) => index).filter((index) => !alike.includes(index));
      expect(await find({ [column]: { $nei: text } })).toEqual(others);
      expect(await find({ [column]: { $not: { $eqi: text } } })).toEqual(others);
    });

    it('and kai is Kai', async () => {
      expect(await find({ [column]: { $eqi: 'kAI' } })).toEqual(
        // The I of a Turkish name is another letter than the i.
        /turkish|undeclared/.test(column) ? [] : [texts.indexOf('Kai')],
      );
    });
  });
});

describeOn('mariadb')('the case of letters in a session under the rules of Turkish, on %s', (driver) => {
  const Text = entityOf('folded', { plain: { type: 'varchar' }, words: { type: 'simple-array' } });
  let database: TestDatabase;
  let source: DataSource;
  let service: FilterService;

  beforeAll(async () => {
    database = await openSamples(driver, [Text]);
    await insertRaw(
      database.source,
      'folded',
      texts.map((text, id) => ({ id: String(id), plain: `a${text}z`, words: `b,a${text}z` })),
    );
    source = await new DataSource(
      Object.assign({ ...database.source.options }, { charset: 'utf8mb4_turkish_ci', synchronize: false }),
    ).initialize();
    service = FilterService.forDataSource(source);
  });

  afterAll(async () => {
    await source.destroy();
    await database.close();
  });

  it.each(texts)('a text contains its own %j', async (text) => {
    const operands = { $contains: `${text}z`, $startsWith: `a${text}`, $endsWith: `${text}Z` };
    for (const [operator, operand] of Object.entries(operands)) {
      const query = service.parse(Text, { filters: { plain: { [operator]: operand } } });
      const found = await service.page(source.getRepository<ObjectLiteral>(Text), query);
      expect(found.data.map((row) => Number(row['id']))).toContain(texts.indexOf(text));
    }
  });

  it('and searches find it', async () => {
    const query = service.parse(Text, { search: 'aISTANBULz' }, { search: ['plain', 'words'] });
    const { data } = await service.page(source.getRepository<ObjectLiteral>(Text), query);
    expect(data.map((row) => texts[Number(row['id'])])).toContain('ISTANBUL');
  });
});
