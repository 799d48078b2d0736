import fc from 'fast-check';
import type { ColumnOptions } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { anyCharacter } from '../../support/characters.js';
import { type EngineName, type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { textEntity, walked, writeTexts } from '../pages/text-lists.js';

const seed = Number(process.env['PAGES_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = Number(process.env['PAGES_RUNS'] ?? 3);
const patience = 600_000;

/** Columns of texts under collations that differ in what they tell apart, and in what they add. */
const columns: Readonly<Record<EngineName, readonly ColumnOptions[]>> = {
  sqlite: [{ type: 'text' }, { type: 'varchar', collation: 'NOCASE' }, { type: 'varchar', collation: 'RTRIM' }],
  postgres: [{ type: 'text' }, { type: 'varchar', collation: 'C' }, { type: 'text', collation: 'und-x-icu' }],
  mariadb: [
    ...['utf8mb4_general_ci', 'utf8mb4_nopad_bin', 'uca1400_nopad_ai_ci', 'uca1400_as_cs', 'uca1400_ai_ci'],
    ...['utf8mb4_bin', 'utf8mb4_unicode_nopad_ci', 'uca1400_nopad_as_cs'],
  ].map((collation): ColumnOptions => ({ type: 'varchar', length: 100, collation })),
};

const documents: Readonly<Record<EngineName, ColumnOptions>> = {
  sqlite: { type: 'simple-json' },
  postgres: { type: 'jsonb' },
  mariadb: { type: 'simple-json' },
};

/**
 * Texts that are near one another: the same few letters, in each case and with accents, spaces and NUL between and
 * after them.
 */
function textsOn(engine: EngineName): fc.Arbitrary<string[]> {
  const ends = [
    '',
    ' ',
    '  ',
    '\t',
    '\u0001',
    '\u00a0',
    '\u200b',
    ...(engine === 'postgres' ? [] : ['\0', '\0\0', '\0 ', ' \0']),
  ];
  const part = fc.constantFrom('a', 'A', 'á', 'b', 'ss', 'ß', 'Ａ', ...ends);
  const near = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
  const any = fc
    .string({ unit: anyCharacter, maxLength: 3 })
    .filter((text) => engine !== 'postgres' || !text.includes('\0'));
  return fc.array(fc.oneof({ weight: 6, arbitrary: near }, { weight: 1, arbitrary: any }), { maxLength: 14 });
}

describe.each(engines)('random texts on %s', (engine) => {
  const tables = columns[engine].map((column, index) => textEntity(`texts_${index}`, column, documents[engine]));
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: tables });
    filters = FilterService.forDataSource(database.source);
    await filters.ready();
  });

  afterAll(() => database.close());

  it.each(columns[engine].map((column, index) => [column.collation ?? 'no collation', index] as const))(
    'are each on one page by cursor, in the same order from either end: %s',
    async (_collation, index) => {
      const entity = tables[index] ?? tables[0];
      if (entity === undefined) throw new Error('no table');
      const builder = () => database.source.createQueryBuilder(entity, 'texts');
      const sort = fc.constantFrom('value', 'value:desc', 'specs.label', 'specs.label:desc');
      const size = fc.constantFrom(1, 2, 3, 7, 50);
      const property = fc.asyncProperty(textsOn(engine), sort, size, async (texts, by, pageSize) => {
        await writeTexts(database.source, entity, texts);
        const found = await walked({ filters, entity, builder }, by, pageSize);
        const all = texts.map((_, place) => place + 1);
        for (const ids of Object.values(found)) {
          expect([...ids].sort((a, b) => a - b)).toEqual(all);
          expect(ids).toEqual(found['forwards']);
        }
      });
      await fc.assert(property, { seed, numRuns: numRuns * 3 });
    },
    patience,
  );
});
