import type { ColumnOptions } from 'typeorm';
import { type World, type WorldOptions, onEngines } from '../../support/engines.js';
import { share } from '../../support/thorough.js';
import { textEntity, walked, writeTexts } from './text-lists.js';

/** Texts that differ by NUL at their end, control characters and spaces alone, in no order. */
const withNul = [
  'a\0',
  'a',
  '\0',
  '',
  'a\0\0',
  'A',
  'A\0',
  'a\0b',
  'a\t',
  'a ',
  'a\0 ',
  '\0\0',
  'b\0',
  'b',
  'a\0',
  'a',
];

/** Ordinary words, which differ by accents and letter case. */
const words = ['résumé', 'resume', 'Resume', 'áb', 'Ab', 'ab', 'aB', 'résume', 'RESUME', 'a', 'á', 'A', 'Á', 'resumes'];

/** Texts that are the same for longer than a sort of MariaDB looks at (max_sort_length, 1,024 bytes). */
const longTexts = ['é', 'b', 'B', 'b', 'a', 'É'].map((end) => 'x'.repeat(240) + end);

interface Case {
  readonly name: string;
  readonly column: ColumnOptions;
  readonly texts: readonly string[];
  /** The collation that the table has, where the entity does not have it. */
  readonly altered?: string;
  /**
   * True where a comparison adds spaces, and the texts have characters that are less than a space: the order has other
   * places for them.
   */
  readonly isPadded?: boolean;
}

const varchar = (collation: string): ColumnOptions => ({ type: 'varchar', length: 255, collation });
const latin1 = (collation: string): ColumnOptions => ({ ...varchar(collation), charset: 'latin1' });
const plain: ColumnOptions = { type: 'varchar', length: 255 };
const unpadded = ['utf8mb4_nopad_bin', 'utf8mb4_general_nopad_ci', 'utf8mb4_unicode_nopad_ci', 'uca1400_nopad_ai_ci'];
const levels = ['uca1400_as_ci', 'uca1400_ai_cs', 'uca1400_as_cs', 'uca1400_nopad_as_cs', 'utf8mb4_thai_520_w2'];
const padded = ['utf8mb4_general_ci', 'utf8mb4_unicode_ci', 'uca1400_ai_ci', 'utf8mb4_bin'];

const cases: readonly Case[] = [
  ...unpadded.flatMap((collation): Case[] => [
    { name: `varchar, ${collation}`, column: varchar(collation), texts: withNul },
    { name: `char, ${collation}`, column: { type: 'char', length: 20, collation }, texts: withNul },
  ]),
  ...['latin1_swedish_nopad_ci', 'latin1_nopad_bin'].map((collation): Case => ({
    name: collation,
    column: latin1(collation),
    texts: withNul,
  })),
  ...levels.flatMap((collation): Case[] => [
    { name: `varchar, ${collation}`, column: varchar(collation), texts: words },
    { name: `varchar, ${collation}, NUL`, column: varchar(collation), texts: withNul, isPadded: true },
  ]),
  // The last two differ beyond what a sort looks at, and are tied.
  { name: 'long texts', column: varchar('uca1400_as_cs'), texts: [...words, ...longTexts], isPadded: true },
  { name: 'a collation that the table has', column: plain, altered: 'utf8mb4_nopad_bin', texts: withNul },
  { name: 'levels that the table has', column: plain, altered: 'uca1400_as_ci', texts: words },
  ...padded.map((collation): Case => ({
    name: `spaces added, ${collation}`,
    column: varchar(collation),
    texts: withNul,
  })),
];

const sorts = { ofColumn: ['value', 'value:desc'], ofPath: ['specs.label', 'specs.label:desc'] } as const;

const tables = cases.map((one, index) => {
  const table = `texts_${index}`;
  return { ...one, table, turn: index, entity: textEntity(table, one.column, { type: 'simple-json' }) };
});

const database: WorldOptions = {
  entities: tables.map(({ entity }) => entity),
  seed: async (source) => {
    for (const { table, entity, altered, texts } of tables) {
      if (altered !== undefined) {
        await source.query(
          `ALTER TABLE ${table} MODIFY value VARCHAR(255) CHARACTER SET utf8mb4 COLLATE ${altered} NOT NULL`,
        );
      }
      await writeTexts(source, entity, texts);
    }
  },
  on: ['mariadb'],
};

onEngines('texts that are sorted otherwise than they are compared', database, (world) => {
  beforeAll(() => world.filters.ready());

  describe.each(tables)('$name', ({ entity, table, texts, turn, isPadded }) => {
    // Texts in a document have one collation, whatever the column has.
    const keys =
      turn === 0 || turn === tables.length - 1 || texts.includes('x'.repeat(240) + 'b')
        ? [...sorts.ofColumn, ...sorts.ofPath]
        : sorts.ofColumn;
    const ways = keys.flatMap((sort) => [1, 2, 5, 100].map((size) => [sort, size] as const));

    it.each(share(ways, 4, turn))('are on one page each: %s by %i', async (sort, size) => {
      const builder = () => world.source.createQueryBuilder(entity, 'texts');
      const found = await walked({ filters: world.filters, entity, builder }, sort, size);
      const all = texts.map((_, index) => index + 1);
      for (const [way, ids] of Object.entries(found)) {
        expect([way, [...ids].sort((a, b) => a - b)]).toEqual([way, all]);
        expect([way, ids]).toEqual([way, found['forwards']]);
      }
      if (isPadded === true || !sort.startsWith('value')) return;
      await expect(turnedRound(world, { table, sort, ids: found['forwards'] ?? [] })).resolves.toEqual([]);
    });
  });
});

interface Found {
  readonly table: string;
  readonly sort: string;
  readonly ids: readonly number[];
}

/** Returns the neighbours of a list that the server compares the other way round. */
async function turnedRound({ source }: World, { table, sort, ids }: Found): Promise<readonly string[]> {
  const sign = sort.endsWith(':desc') ? '<' : '>';
  const rows: readonly { pair: string }[] = await source.query(
    `SELECT CONCAT(a.id, ' ', b.id) AS pair FROM ${table} a, ${table} b WHERE a.value ${sign} b.value`,
  );
  const wrong = new Set(rows.map(({ pair }) => pair));
  return ids.slice(1).flatMap((id, index) => {
    const pair = `${ids[index]} ${id}`;
    return wrong.has(pair) ? [pair] : [];
  });
}
