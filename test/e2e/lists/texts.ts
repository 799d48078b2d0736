import type { SampleColumn } from '../../support/samples/columns.js';
import type { DriverName } from '../../support/databases.js';
import { ignoringCase } from '../../support/samples/texts.js';

/** The lists of texts that are stored, by the ids of their rows. A NULL in place of a list is a row without one. */
export const stored: readonly (readonly (string | null)[] | null)[] = [
  ['a', 'b'], // 1
  [], // 2
  null, // 3
  ['a', '', 'b'], // 4
  ['A'], // 5
  ['a '], // 6
  ['smart', 'party'], // 7
  ['', ''], // 8
  ['é', '😀'], // 9
  ['e', '😁'], // 10
  ['%', '_', '*', "o'k", '"q"', 'b\\s', '{x}', '[y]', ':p', '$1', '?'], // 11
  ['x'.repeat(20_000), 'end'], // 12
  [' '], // 13
  ['NULL', 'null'], // 14
  ['ab', 'b,a'], // 15
  [null], // 16
  ['a', null], // 17
];

/** Operator, operand, and the rows that it finds. */
export type ListCase = readonly [token: string, values: readonly string[], finds: readonly number[], why: string];

export const textCases: readonly ListCase[] = [
  ['$has', ['a'], [1, 4, 17], 'not A, not a with a space, and beside NULL'],
  ['$has', ['A'], [5], 'case counts'],
  ['$has', ['a '], [6], 'a space at the end counts'],
  ['$has', [' '], [13], 'a space is a text'],
  ['$has', [''], [4, 8], 'the empty text is no element of the empty list'],
  ['$has', ['art'], [], 'a part is no element'],
  ['$has', ['smart'], [7], 'first'],
  ['$has', ['party'], [7], 'last'],
  ['$has', ['smart,party'], [], 'two elements are not one'],
  ['$has', ['b,a'], [15], 'a comma is a character of an element in an array'],
  ['$has', [','], [], 'nor is a comma alone'],
  ['$has', ['é'], [9], 'an accent counts'],
  ['$has', ['e'], [10], 'and so does none'],
  ['$has', ['e\u0301'], [], 'a letter and its accent are two characters'],
  ['$has', ['😀'], [9], 'one emoji is not as good as another'],
  ['$has', ['😁'], [10], 'the other'],
  ['$has', ['%'], [11], 'a wildcard is a text'],
  ['$has', ['_'], [11], 'another'],
  ['$has', ['*'], [11], 'of GLOB'],
  ['$has', ["o'k"], [11], 'a quote'],
  ['$has', ['"q"'], [11], 'quotes'],
  ['$has', ['b\\s'], [11], 'a backslash'],
  ['$has', ['b\\'], [], 'a backslash at the end'],
  ['$has', ['{x}'], [11], 'braces'],
  ['$has', ['{}'], [], 'an empty array is no element'],
  ['$has', [':p'], [11], 'what looks like a parameter'],
  ['$has', ['$1'], [11], 'what looks like another'],
  ['$has', ['?'], [11], 'and a third'],
  ['$has', ['NULL'], [14], 'a word'],
  ['$has', ['null'], [14], 'in lower case'],
  ['$has', ['Null'], [], 'in neither'],
  ['$has', ['x'.repeat(20_000)], [12], 'a long text'],
  ['$has', ['x'.repeat(19_999)], [], 'the beginning of a long text'],
  ['$hasEvery', ['a', 'b'], [1, 4], 'both'],
  ['$hasEvery', ['b', 'a'], [1, 4], 'in any order'],
  ['$hasEvery', ['a', 'a'], [1, 4, 17], 'one twice is one'],
  ['$hasEvery', ['a', 'c'], [], 'one of them is not enough'],
  ['$hasEvery', ['a', 'A'], [], 'two cases are two'],
  ['$hasEvery', ['a', ''], [4], 'with the empty text'],
  ['$hasEvery', ['ab', 'b,a'], [15], 'with a comma'],
  ['$hasSome', ['a', 'b'], [1, 4, 17], 'either'],
  ['$hasSome', ['A', 'smart'], [5, 7], 'either of different lists'],
  ['$hasSome', ['c', 'd'], [], 'neither'],
  ['$hasSome', ['b,a', 'A'], [5, 15], 'with a comma'],
  ['$hasSome', ['b,a', 'a,b'], [15], 'only with commas'],
  ['$hasSome', ['', ' '], [4, 8, 13], 'of nothing and a space'],
  ['$empty', [], [2], 'NULL is an element, the empty text is another, and a list that is NULL is none'],
];

/** The lists of a table of MariaDB. */
const mariadb: Readonly<Record<string, SampleColumn>> = {
  plain: { type: 'simple-array' },
  general: { type: 'simple-array', charset: 'utf8mb4', collation: 'utf8mb4_general_ci' },
  binary: { type: 'simple-array', charset: 'utf8mb4', collation: 'utf8mb4_bin' },
  latin: { type: 'simple-array', charset: 'latin1', collation: 'latin1_swedish_ci' },
  wide: { type: 'simple-array', charset: 'utf16', collation: 'utf16_unicode_ci' },
};

/** Columns with lists of texts: the ways to store them, and the collations that would find others equal. */
export const textColumns: Readonly<Record<DriverName, Readonly<Record<string, SampleColumn>>>> = {
  sqlite: sqlite(),
  sqljs: sqlite(),
  mariadb,
  mysql: mariadb,
  postgres: {
    plain: { type: 'simple-array' },
    ignoring: { type: 'simple-array', collation: ignoringCase },
    bytes: { type: 'simple-array', collation: 'C' },
    texts: { type: 'text', array: true },
    varchars: { type: 'varchar', array: true },
    ignoringTexts: { type: 'varchar', array: true, collation: ignoringCase },
    byteTexts: { type: 'varchar', array: true, collation: 'C' },
    citexts: { type: 'citext', array: true },
  },
};

function sqlite(): Readonly<Record<string, SampleColumn>> {
  return {
    plain: { type: 'simple-array' },
    nocase: { type: 'simple-array', collation: 'NOCASE' },
    rtrim: { type: 'simple-array', collation: 'RTRIM' },
  };
}

/** Returns true where requests can look for values in a column: one with a comma is refused for a list in a text. */
export function canAsk(column: SampleColumn, values: readonly string[]): boolean {
  return column.array === true || values.every((value) => !value.includes(','));
}

/** Returns true where a column can hold a list, and holds it apart from the other lists. */
export function canHold(column: SampleColumn, list: readonly (string | null)[]): boolean {
  if (column.charset === 'latin1' && list.some((element) => /[^\0-\xff]/.test(element ?? ''))) return false;
  return column.array === true || list.every((element) => element !== null && !element.includes(','));
}
