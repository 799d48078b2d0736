import type { EngineName } from '../databases.js';
import type { SampleColumn } from './columns.js';

/** The collation that PostgreSQL is given for the tests: nondeterministic, so that upper and lower case are equal. */
export const ignoringCase = 'ignoring_case';

/** Columns of text in every collation that could spoil a rule about upper and lower case. All hold the same texts. */
export const textColumns = {
  sqlite: {
    plain: { type: 'varchar' },
    nocase: { type: 'varchar', collation: 'NOCASE' },
    rtrim: { type: 'varchar', collation: 'RTRIM' },
  },
  postgres: {
    plain: { type: 'varchar' },
    c: { type: 'varchar', collation: 'C' },
    nondeterministic: { type: 'varchar', collation: ignoringCase },
    undeclared: { type: 'varchar' },
    char: { type: 'char', length: 20 },
    citext: { type: 'citext' },
  },
  mariadb: {
    plain: { type: 'varchar' },
    unicode: { type: 'varchar', charset: 'utf8mb4', collation: 'utf8mb4_unicode_ci' },
    bin: { type: 'varchar', charset: 'utf8mb4', collation: 'utf8mb4_bin' },
    latin1: { type: 'varchar', charset: 'latin1', collation: 'latin1_swedish_ci' },
    utf8mb3: { type: 'varchar', charset: 'utf8mb3', collation: 'utf8mb3_general_ci' },
  },
} as const satisfies Readonly<Record<EngineName, Readonly<Record<string, SampleColumn>>>>;

/** From the row with id 1 down. Latin-1 has all of these letters. */
export const texts: readonly (string | null)[] = [
  'Kai', // 1
  'KAI', // 2
  'kai', // 3
  'Émile', // 4
  'émile', // 5
  'Emile', // 6
  '100%', // 7
  '100 percent', // 8
  'a_b', // 9
  'axb', // 10
  'back\\slash', // 11
  'bang!', // 12
  'br[a]cket', // 13
  'st*r', // 14
  'wh?t', // 15
  "o'clock", // 16
  '', // 17
  'kai ', // 18
  null, // 19
];
