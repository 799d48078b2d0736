import { type Characters, Repertoire } from './characters.js';
import type { Charsets, Session } from './dialect.js';

/** A database has one encoding, for all of its columns. */
export const postgresCharsets: Charsets = {
  stored:
    `SELECT NULL AS "table", NULL AS "column", NULL AS collation, current_setting('server_encoding') AS charset ` +
    `WHERE current_setting('server_encoding') NOT IN ('UTF8', 'SQL_ASCII')`,
  ask,
};

/** How many characters one statement is about: a tenth of a second, so that no time limit of the host's is met. */
const step = 0x2000;

/** The only encodings with characters beyond the first 65,536, all of them rare Chinese ones. */
const wide: ReadonlySet<string> = new Set(['EUC_TW', 'EUC_JIS_2004']);

const setting = 'nestjs_filterable.characters';

/**
 * Every character is converted as a parameter would be. What cannot be converted is an error, which only a block can catch; a
 * block gives no rows, so that what it found is left in a setting of the transaction.
 */
async function ask(encoding: string, session: Session): Promise<Characters | undefined> {
  const repertoire = new Repertoire();
  // Every encoding of a server begins with ASCII.
  repertoire.add(0x01, 0x7f);
  await session.startTransaction();
  try {
    for (const first of stepsOf(encoding)) {
      await session.query(block(Math.max(first, 0x80), first + step - 1));
      const found = foundIn(await session.query(`SELECT current_setting('${setting}') AS held`));
      for (const point of found) repertoire.add(point);
    }
    await session.commitTransaction();
  } catch (error) {
    await session.rollbackTransaction();
    throw error;
  }
  return repertoire;
}

function stepsOf(encoding: string): readonly number[] {
  const planes = wide.has(encoding) ? [0, 0x20000] : [0];
  return planes.flatMap((plane) => Array.from({ length: 0x10000 / step }, (_, index) => plane + index * step));
}

/** UTF-8 is written by hand: chr() takes only what the encoding has. And back: some conversions make what the encoding has not. */
function block(first: number, last: number): string {
  return `DO $$
DECLARE
  held text := '';
BEGIN
  FOR point IN ${first}..${last} LOOP
    CONTINUE WHEN point BETWEEN 55296 AND 57343;
    BEGIN
      PERFORM convert_from(convert(decode(to_hex(CASE
        WHEN point < 2048 THEN 49280 + (point >> 6) * 256 + (point & 63)
        WHEN point < 65536 THEN 14712960 + (point >> 12) * 65536 + ((point >> 6) & 63) * 256 + (point & 63)
        ELSE 4034953344 + ((point >> 12) & 63) * 65536 + ((point >> 6) & 63) * 256 + (point & 63)
      END), 'hex'), 'UTF8', getdatabaseencoding()), getdatabaseencoding());
      held := held || point || ' ';
    EXCEPTION WHEN untranslatable_character OR character_not_in_repertoire THEN NULL;
    END;
  END LOOP;
  PERFORM set_config('${setting}', held, true);
END $$`;
}

function foundIn(rows: unknown): readonly number[] {
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  if (typeof row !== 'object' || row === null || !('held' in row) || typeof row.held !== 'string') return [];
  return row.held.split(' ').filter(Boolean).map(Number);
}
