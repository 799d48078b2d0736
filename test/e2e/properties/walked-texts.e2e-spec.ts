import fc from 'fast-check';
import type { ColumnOptions } from 'typeorm';
import { anyCharacter } from '../../support/characters.js';
import type { EngineName } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';
import { textEntity, walked, writeTexts } from '../pages/text-lists.js';
import { runs, seed, timeout } from './settings.js';

/** Columns of texts under collations that differ in what they tell apart, and in what they add. */
const columns: Readonly<Record<EngineName, readonly ColumnOptions[]>> = {
  sqlite: [{ type: 'text' }, { type: 'varchar', collation: 'NOCASE' }, { type: 'varchar', collation: 'RTRIM' }],
  postgres: [{ type: 'text' }, { type: 'varchar', collation: 'C' }, { type: 'text', collation: 'und-x-icu' }],
  mariadb: (
    'utf8mb4_general_ci utf8mb4_nopad_bin uca1400_nopad_ai_ci uca1400_as_cs uca1400_ai_ci utf8mb4_bin ' +
    'utf8mb4_unicode_nopad_ci uca1400_nopad_as_cs'
  )
    .split(' ')
    .map((collation): ColumnOptions => ({ type: 'varchar', length: 100, collation })),
};

/** Texts that are near one another: the same few letters, in each case and with accents, spaces and NUL after them. */
function textsOn(engine: EngineName): fc.Arbitrary<string[]> {
  const hasNul = engine !== 'postgres';
  const ends = ['', ' ', '  ', '\t', '\u0001', '\u00a0', '\u200b', ...(hasNul ? ['\0', '\0\0', '\0 ', ' \0'] : [])];
  const near = fc.array(fc.constantFrom('a', 'A', 'á', 'b', 'ss', 'ß', 'Ａ', ...ends), { maxLength: 4 });
  const any = fc.string({ unit: anyCharacter, maxLength: 3 }).filter((text) => hasNul || !text.includes('\0'));
  const text = fc.oneof({ weight: 6, arbitrary: near.map((parts) => parts.join('')) }, { weight: 1, arbitrary: any });
  return fc.array(text, { maxLength: 14 });
}

const entitiesOn = (engine: EngineName) =>
  columns[engine].map((column, index) =>
    textEntity(`texts_${index}`, column, { type: engine === 'postgres' ? 'jsonb' : 'simple-json' }),
  );
const entities = { sqlite: entitiesOn('sqlite'), postgres: entitiesOn('postgres'), mariadb: entitiesOn('mariadb') };

onEngines('random texts', { entities: (engine) => entities[engine] }, (world) => {
  beforeAll(() => world.filters.ready());

  it.each(columns[world.engine].map((column, index) => [column.collation ?? 'no collation', index] as const))(
    'are each on one page by cursor, in the same order from either end: %s',
    async (_collation, index) => {
      const entity = entities[world.engine][index];
      if (entity === undefined) throw new Error('no table');
      const builder = () => world.source.createQueryBuilder(entity, 'texts');
      const sort = fc.constantFrom('value', 'value:desc', 'specs.label', 'specs.label:desc');
      const property = fc.asyncProperty(
        textsOn(world.engine),
        sort,
        fc.constantFrom(1, 2, 3, 7, 50),
        async (texts, by, size) => {
          await writeTexts(world.source, entity, texts);
          const found = await walked({ filters: world.filters, entity, builder }, by, size);
          for (const ids of Object.values(found)) {
            expect([...ids].sort((a, b) => a - b)).toEqual(texts.map((_, place) => place + 1));
            expect(ids).toEqual(found['forwards']);
          }
        },
      );
      await fc.assert(property, { seed, numRuns: Math.ceil(runs / 4) });
    },
    timeout,
  );
});
