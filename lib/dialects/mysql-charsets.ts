import { type Characters, Repertoire } from './characters.js';
import type { Charsets, Session } from './dialect.js';

/** The columns that are not in all of Unicode, and what is in their character sets; each set has tables of its own here. */
export const mysqlCharsets: Charsets = {
  stored: storedIn('DATABASE()'),
  storedElsewhere: storedIn('?'),
  ask,
};

/** A database at a time: a server that is asked about several at once opens every table of every database. */
function storedIn(database: string): string {
  return (
    'SELECT TABLE_NAME AS `table`, COLUMN_NAME AS `column`, CHARACTER_SET_NAME AS charset, ' +
    'COLLATION_NAME AS collation FROM information_schema.COLUMNS ' +
    `WHERE TABLE_SCHEMA = ${database} AND CHARACTER_SET_NAME NOT IN ('utf8mb4', 'binary')`
  );
}

/** Some of the characters beyond the first 65,536: a set has all of those or none. */
const beyond = ['😀', '𠀋', '\u{10ffff}'];

/** There and back: what the set does not have comes back as a question mark, or as what stands for it. */
async function ask(charset: string, session: Session): Promise<Characters | undefined> {
  const asked = [...firstPlane(), ...beyond];
  const sql = `SELECT CONVERT(CONVERT(? USING ${charset}) USING utf8mb4) AS held`;
  const held = heldIn(await session.query(sql, [asked.join('')]));
  // Without a character for each there is no telling which is which.
  if (held?.length !== asked.length) return undefined;
  const repertoire = new Repertoire();
  for (const [index, character] of asked.entries()) {
    if (held[index] === character) repertoire.add(character.codePointAt(0) ?? 0);
  }
  if (repertoire.holds(beyond.join(''))) repertoire.add(0x10000, 0x10ffff);
  return repertoire;
}

/** U+0001 to U+FFFF, without the halves of characters. */
function firstPlane(): string[] {
  const points = Array.from({ length: 0xffff }, (_, index) => index + 1);
  return points.filter((point) => point < 0xd800 || point > 0xdfff).map((point) => String.fromCodePoint(point));
}

function heldIn(rows: unknown): readonly string[] | undefined {
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  if (typeof row !== 'object' || row === null || !('held' in row)) return undefined;
  return typeof row.held === 'string' ? [...row.held] : undefined;
}
