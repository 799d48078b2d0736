import { type Ids, type OperatorCase, nullCases } from './case.js';

/** Order and membership mean the same in every collation as long as the letters are lower-case and ASCII. */
export const plainTextCases: readonly OperatorCase[] = [
  ['$eq', 'b', [4, 5]],
  ['$ne', 'b', [1, 2, 3, 6, 7]],
  ['$lt', 'b', [1, 2, 3]],
  ['$lte', 'b', [1, 2, 3, 4, 5]],
  ['$gt', 'b', [6, 7]],
  ['$gte', 'b', [4, 5, 6, 7]],
  ['$in', ['a', 'c', 'x'], [2, 7]],
  ['$notIn', ['a', 'c', 'x'], [1, 3, 4, 5, 6]],
  ['$between', ['ab', 'bb'], [3, 4, 5, 6]],
  ['$notBetween', ['ab', 'bb'], [1, 2, 7]],
  ...nullCases,
];

/** Every row of texts that has one. */
export const filledTexts: Ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18];

function without(...left: Ids): Ids {
  return filledTexts.filter((id) => !left.includes(id));
}

/**
 * What a collation decides. MariaDB's take a trailing space for nothing, and all but `bin` an accent, too; so does the
 * type `char` of PostgreSQL with a trailing space. SQLite knows the case of ASCII letters only.
 */
const equalities: readonly OperatorCase[] = [
  [
    '$eq',
    'kai',
    [3],
    {
      nocase: [1, 2, 3],
      rtrim: [3, 18],
      nondeterministic: [1, 2, 3],
      undeclared: [1, 2, 3],
      citext: [1, 2, 3],
      char: [3, 18],
      mariadb: [1, 2, 3, 18],
      bin: [3, 18],
    },
  ],
  [
    '$ne',
    'kai',
    without(3),
    {
      nocase: without(1, 2, 3),
      rtrim: without(3, 18),
      nondeterministic: without(1, 2, 3),
      undeclared: without(1, 2, 3),
      citext: without(1, 2, 3),
      char: without(3, 18),
      mariadb: without(1, 2, 3, 18),
      bin: without(3, 18),
    },
  ],
  ['$eq', '', [17]],
  ['$eqi', 'kAi', [1, 2, 3], { mariadb: [1, 2, 3, 18], char: [1, 2, 3, 18] }],
  ['$eqi', 'ÉMILE', [4, 5], { sqlite: [4], mariadb: [4, 5, 6], bin: [4, 5] }],
  ['$eqi', '100%', [7]],
  ['$eqi', '', [17]],
  ['$nei', 'kAi', without(1, 2, 3), { mariadb: without(1, 2, 3, 18), char: without(1, 2, 3, 18) }],
  ['$nei', 'ÉMILE', without(4, 5), { sqlite: without(4), mariadb: without(4, 5, 6), bin: without(4, 5) }],
];

/** To the letter means the same in every collation. The spaces at the end of a `char` are no part of its text. */
const toTheLetter: readonly OperatorCase[] = [
  ['$eqc', 'Kai', [1]],
  ['$eqc', 'KAI', [2]],
  ['$eqc', 'kai', [3], { char: [3, 18] }],
  ['$eqc', 'kai ', [18], { char: [3, 18] }],
  ['$eqc', 'Émile', [4]],
  ['$eqc', 'émile', [5]],
  ['$eqc', 'Emile', [6]],
  ['$eqc', '', [17]],
  ['$containsc', 'ai', [1, 3, 18]],
  ['$containsc', 'AI', [2]],
  ['$containsc', 'é', [5]],
  ['$containsc', 'É', [4]],
  ['$containsc', 'mile', [4, 5, 6]],
  ['$notContainsc', 'ai', without(1, 3, 18)],
  ['$notContainsc', 'É', without(4)],
  ['$startsWithc', 'k', [3, 18]],
  ['$startsWithc', 'K', [1, 2]],
  ['$startsWithc', 'é', [5]],
  ['$startsWithc', 'E', [6]],
  ['$endsWithc', 'i', [1, 3], { char: [1, 3, 18] }],
  ['$endsWithc', 'I', [2]],
  ['$endsWithc', ' ', [18], { char: [] }],
];

/**
 * Whatever the case, in every collation; an accent is no matter of case. SQLite knows the case of ASCII letters only.
 */
const ignoringCase: readonly OperatorCase[] = [
  ['$contains', 'aI', [1, 2, 3, 18]],
  ['$contains', 'É', [4, 5], { sqlite: [4] }],
  ['$notContains', 'aI', without(1, 2, 3, 18)],
  ['$notContains', 'é', without(4, 5), { sqlite: without(5) }],
  ['$startsWith', 'K', [1, 2, 3, 18]],
  ['$startsWith', 'k', [1, 2, 3, 18]],
  ['$startsWith', 'é', [4, 5], { sqlite: [5] }],
  ['$endsWith', 'I', [1, 2, 3], { char: [1, 2, 3, 18] }],
  ['$endsWith', 'MILE', [4, 5, 6]],
  ['$endsWith', ' ', [18], { char: [] }],
];

/** Wildcards and escapes match themselves, case-sensitively or not. */
const wildcards: readonly OperatorCase[] = ['', 'c'].flatMap((suffix): OperatorCase[] => [
  [`$contains${suffix}`, '%', [7]],
  [`$contains${suffix}`, '_', [9]],
  [`$contains${suffix}`, '\\', [11]],
  [`$contains${suffix}`, '!', [12]],
  [`$contains${suffix}`, '[', [13]],
  [`$contains${suffix}`, ']', [13]],
  [`$contains${suffix}`, '[a]', [13]],
  [`$contains${suffix}`, '*', [14]],
  [`$contains${suffix}`, '?', [15]],
  [`$contains${suffix}`, "'", [16]],
  [`$contains${suffix}`, '%%', []],
  [`$contains${suffix}`, '!%', []],
  [`$contains${suffix}`, '"', []],
  [`$notContains${suffix}`, '_', without(9)],
  [`$notContains${suffix}`, '\\', without(11)],
  [`$startsWith${suffix}`, '100%', [7]],
  [`$startsWith${suffix}`, 'a_', [9]],
  [`$startsWith${suffix}`, '%', []],
  [`$startsWith${suffix}`, 'wh?', [15]],
  [`$endsWith${suffix}`, '%', [7]],
  [`$endsWith${suffix}`, '_b', [9]],
  [`$endsWith${suffix}`, '*r', [14]],
  [`$endsWith${suffix}`, '\\slash', [11]],
  [`$endsWith${suffix}`, '!', [12]],
  [`$endsWith${suffix}`, ']cket', [13]],
]);

/**
 * Letters that no row has are found nowhere; where the column's own character set does not have them, they are refused.
 */
export const foreignTextCases: readonly OperatorCase[] = [
  ...['$eq', '$eqi', '$eqc', '$contains', '$containsc', '$startsWith', '$startsWithc', '$endsWith', '$endsWithc'].map(
    (token): OperatorCase => [token, 'Ω😀', []],
  ),
  ...['$ne', '$nei', '$notContains', '$notContainsc'].map((token): OperatorCase => [token, 'Ω😀', filledTexts]),
  ['$in', ['Ω', '😀'], []],
  ['$in', ['Ω😀', 'axb'], [10]],
  ['$notIn', ['Ω', '😀'], filledTexts],
  ['$lt', 'Ω😀', filledTexts],
  ['$lte', 'Ω😀', filledTexts],
  ['$gt', 'Ω😀', []],
  ['$gte', 'Ω😀', []],
  ['$between', ['Ω', 'Ω😀'], []],
  ['$notBetween', ['Ω', 'Ω😀'], filledTexts],
];

/** The cases of an operator, for its explicitly case-insensitive counterpart. */
function caseInsensitive(cases: readonly OperatorCase[]): OperatorCase[] {
  return cases.map(([operator, ...rest]) => [`${operator}i`, ...rest]);
}

/** Cases that every text column must pass, in addition to {@link foreignTextCases}. */
export const textCases: readonly OperatorCase[] = [
  ...equalities,
  ...toTheLetter,
  ...ignoringCase,
  ...caseInsensitive(ignoringCase),
  ...wildcards,
  ['$null', 'true', [19]],
  ['$notNull', 'true', filledTexts],
];

/** The columns in a character set that has no emoji. */
export function isUnheld(column: string): boolean {
  return column === 'latin1' || column === 'utf8mb3';
}
