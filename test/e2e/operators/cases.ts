import { cases } from '../../support/table.js';

/** Which rows are expected, by their ids. */
export type Ids = readonly number[];

/** One comparison, and the rows that it finds: usually, and for each engine, driver or column that finds others. */
export interface OperatorCase {
  readonly operator: string;
  readonly operand: string | readonly string[];
  readonly finds: Ids;
  readonly except: Readonly<Record<string, Ids>>;
}

/** Every row of samples that has a value, which is what `$not` may find; the row 8 has none. */
export const filled: Ids = [1, 2, 3, 4, 5, 6, 7];

/** Every row of texts that has one; the row 19 has none. */
export const filledTexts: Ids = Array.from({ length: 18 }, (_, index) => index + 1);

/**
 * Reads comparisons, `$operator operand -> ids`. The operands of a list are parted by bars, and texts that would lose
 * something are written as JSON; `all -3` is every row but 3. Where others than usual find other rows, they are named.
 */
export function read(text: string): readonly OperatorCase[] {
  return cases(text).map(([question, verdict]) => {
    const [, operator = '', operands = ''] = /^(\S+) ?(.*)$/s.exec(question) ?? [];
    const list = operands.split(/ ?\| ?/).filter((operand) => operand !== '');
    const [usual = '', ...others] = verdict.split('; ');
    const except = others.flatMap((other) => {
      const [names = '', ids = ''] = other.split(': ');
      return names.split(', ').map((name): [string, Ids] => [name, idsOf(ids)]);
    });
    return {
      operator,
      operand: operands.includes('|') ? list.map(textOf) : textOf(operands),
      finds: idsOf(usual),
      except: Object.fromEntries(except),
    };
  });
}

function textOf(operand: string): string {
  return operand.startsWith('"') ? (JSON.parse(operand) as string) : operand;
}

function idsOf(text: string): Ids {
  if (!text.startsWith('all')) return text === '-' ? [] : text.split(' ').map(Number);
  const left = text.split(' ').slice(1).map(Number);
  return filledTexts.filter((id) => !left.includes(-id));
}

/** Cases that apply to every kind of column. */
export const nullCases = read(`
  $null true -> 8
  $null false -> 1 2 3 4 5 6 7
  $notNull true -> 1 2 3 4 5 6 7
  $notNull false -> 8
`);

/** The columns of whole numbers hold: the least there is, -1, 0, 1, 7, 7, the most there is. */
const wholeNumbers = (least: string, most: string) => `
  $eq 7 -> 5 6
  $eq 007 -> 5 6
  $eq -0 -> 3
  $eq ${least} -> 1
  $eq ${most} -> 7
  $eq 2 -> -
  $ne 7 -> 1 2 3 4 7
  $lt 0 -> 1 2
  $lt ${least} -> -
  $lte 0 -> 1 2 3
  $lte ${most} -> 1 2 3 4 5 6 7
  $gt 1 -> 5 6 7
  $gte 1 -> 4 5 6 7
  $in -1 | 7 -> 2 5 6
  $in 7 | -> 5 6
  $notIn -1 | 7 -> 1 3 4 7
  $between -1 | 7 -> 2 3 4 5 6
  $between 7 | -1 -> -
  $between 0 | 0 -> 3
  $notBetween -1 | 1 -> 1 5 6 7
`;

/** 1: the last microsecond of February, 2 and 3: midnight, 4 and 5: neighbours, 6: the last millisecond, 7: March 2. */
const moments = `
  $eq 2024-03-01T00:00:00Z -> 2 3
  $eq 2024-03-01T00:00:00.000Z -> 2 3
  $eq 2024-03-01T02:00:00+02:00 -> 2 3
  $eq 2024-03-01T00:00:00 -> 2 3
  $eq 2024-03-01T10:00:00.123456Z -> 4
  $eq 2024-03-01T10:00:00.123Z -> 4 5; sqlite: -
  $eq 2024-03-01 -> 2 3 4 5 6
  $eq 2024-02-29 -> 1
  $eq 2024-03-03 -> -
  $ne 2024-03-01T00:00:00Z -> 1 4 5 6 7
  $ne 2024-03-01 -> 1 7
  $lt 2024-03-01T00:00:00Z -> 1
  $lt 2024-03-01T10:00:00.123457Z -> 1 2 3 4
  $lt 2024-03-01 -> 1
  $lte 2024-03-01T00:00:00Z -> 1 2 3
  $lte 2024-03-01T10:00:00.123456Z -> 1 2 3 4
  $lte 2024-03-01T10:00:00.123Z -> 1 2 3 4 5; sqlite: 1 2 3
  $lte 2024-03-01 -> 1 2 3 4 5 6
  $gt 2024-03-01T00:00:00Z -> 4 5 6 7
  $gt 2024-03-01T10:00:00.123456Z -> 5 6 7
  $gt 2024-03-01T10:00:00.123Z -> 6 7; sqlite: 4 5 6 7
  $gt 2024-03-01 -> 7
  $gte 2024-03-01T00:00:00Z -> 2 3 4 5 6 7
  $gte 2024-03-01T10:00:00.123457Z -> 5 6 7
  $gte 2024-03-01 -> 2 3 4 5 6 7
  $in 2024-03-01T00:00:00Z | 2024-03-01T23:59:59.999Z -> 2 3 6
  $in 2024-02-29 | 2024-03-02 -> 1 7
  $in 2024-02-29 | 2024-03-01T10:00:00.123457Z -> 1 5
  $notIn 2024-03-01T00:00:00Z | 2024-03-01T23:59:59.999Z -> 1 4 5 7
  $notIn 2024-02-29 | 2024-03-02 -> 2 3 4 5 6
  $notIn 2024-02-29 | 2024-03-01T10:00:00.123457Z -> 2 3 4 6 7
  $between 2024-03-01T00:00:00Z | 2024-03-01T10:00:00.123456Z -> 2 3 4
  $between 2024-03-01 | 2024-03-01 -> 2 3 4 5 6
  $between 2024-02-29 | 2024-03-01T00:00:00Z -> 1 2 3
  $notBetween 2024-03-01T00:00:00Z | 2024-03-01T10:00:00.123456Z -> 1 5 6 7
  $notBetween 2024-03-01 | 2024-03-01 -> 1 7
  $notBetween 2024-03-01T10:00:00.123457Z | 2024-03-02 -> 1 2 3 4
`;

function withNull(text: string): readonly OperatorCase[] {
  return [...read(text), ...nullCases];
}

/** The cases of each sample column. */
export const operatorCases = {
  // Order and membership mean the same in every collation as long as the letters are lower-case and ASCII.
  text: withNull(`
    $eq b -> 4 5
    $ne b -> 1 2 3 6 7
    $lt b -> 1 2 3
    $lte b -> 1 2 3 4 5
    $gt b -> 6 7
    $gte b -> 4 5 6 7
    $in a | c | x -> 2 7
    $notIn a | c | x -> 1 3 4 5 6
    $between ab | bb -> 3 4 5 6
    $notBetween ab | bb -> 1 2 7
  `),
  tinyint: withNull(wholeNumbers('-128', '127')),
  smallint: withNull(wholeNumbers('-32768', '32767')),
  mediumint: withNull(wholeNumbers('-8388608', '8388607')),
  integer: withNull(wholeNumbers('-2147483648', '2147483647')),
  // Beyond 2^53 neighbours differ, as no JavaScript numbers would.
  bigint: withNull(`
    $eq 9007199254740993 -> 5
    $eq 9007199254740992 -> 4
    $eq -9007199254740993 -> 2
    $eq 9007199254740995 -> -
    $ne 9007199254740993 -> 1 2 3 4 6 7
    $lt 9007199254740993 -> 1 2 3 4
    $lte 9007199254740993 -> 1 2 3 4 5
    $gt 9007199254740993 -> 6 7
    $gt 9223372036854775806 -> 7
    $gte 9007199254740993 -> 5 6 7
    $in 9007199254740992 | 9007199254740994 | 9223372036854775807 -> 4 6 7
    $notIn 9007199254740992 | 9007199254740994 -> 1 2 3 5 7
    $between 9007199254740993 | 9007199254740993 -> 5
    $between -9223372036854775808 | 9223372036854775807 -> 1 2 3 4 5 6 7
    $notBetween 9007199254740993 | 9007199254740993 -> 1 2 3 4 6 7
  `),
  // SQLite keeps decimals as doubles, so to it rows 4 and 5 are equal, and so are rows 6 and 7.
  decimal: withNull(`
    $eq 0.1 -> 4; sqlite: 4 5
    $eq 0.10 -> 4; sqlite: 4 5
    $eq 00.10000000000000000001 -> 5; sqlite: 4 5
    $eq 0.100000000000000000010000000000 -> 5; sqlite: 4 5
    $eq 0.1000000000000000000100001 -> -; sqlite: 4 5
    $eq 12345678901234567890.1234567890123456789 -> 6; sqlite: 6 7
    $eq -12345678901234567890.12345678901234567890 -> 1
    $eq -0 -> 3
    $ne 0.1 -> 1 2 3 5 6 7; sqlite: 1 2 3 6 7
    $lt 0.1 -> 1 2 3
    $lte 0.1 -> 1 2 3 4; sqlite: 1 2 3 4 5
    $gt 12345678901234567890.12345678901234567890 -> 7; sqlite: -
    $gt 0.11 -> 6 7
    $gte 0.10000000000000000001 -> 5 6 7; sqlite: 4 5 6 7
    $in -0.1 | 0 | 5 -> 2 3
    $notIn -0.1 | 0 | 5 -> 1 4 5 6 7
    $between -0.1 | 0.1 -> 2 3 4; sqlite: 2 3 4 5
    $notBetween -0.1 | 0.1 -> 1 5 6 7; sqlite: 1 6 7
  `),
  real: withNull(`
    $eq 0.1 -> 4
    $eq 5e-1 -> 5
    $eq 3.4e38 -> 7
    $eq -0 -> 3
    $ne 0.1 -> 1 2 3 5 6 7
    $lt -0.1 -> 1
    $lte -0.1 -> 1 2
    $gt 0.1 -> 5 6 7
    $gte 0.1 -> 4 5 6 7
    $in 0.1 | 1e3 -> 4 6
    $notIn 0.1 | 1e3 -> 1 2 3 5 7
    $between -0.1 | 0.1 -> 2 3 4
    $notBetween -0.1 | 0.1 -> 1 5 6 7
  `),
  float: withNull(`
    $eq 0.1 -> 5
    $eq 0.30000000000000004 -> 6
    $eq 0.3 -> -
    $eq 1e300 -> 7
    $eq 1e-300 -> 4
    $ne 0.1 -> 1 2 3 4 6 7
    $lt 1e-300 -> 1 2 3
    $lte 1e-300 -> 1 2 3 4
    $gt 0.3 -> 6 7
    $gte 0.1 -> 5 6 7
    $in 0 | 1e300 -> 3 7
    $notIn 0 | 1e300 -> 1 2 4 5 6
    $between -0.1 | 0.1 -> 2 3 4 5
    $notBetween -0.1 | 0.1 -> 1 6 7
  `),
  datetime: withNull(moments),
  instant: withNull(moments),
  date: withNull(`
    $eq 2024-02-29 -> 3
    $eq 2024-03-01 -> 4 5
    $eq 0001-01-01 -> 1
    $ne 2024-03-01 -> 1 2 3 6 7
    $lt 2024-02-29 -> 1 2
    $lte 2024-02-29 -> 1 2 3
    $gt 2024-03-01 -> 6 7
    $gte 2024-03-01 -> 4 5 6 7
    $in 2024-02-29 | 9999-12-31 -> 3 7
    $notIn 2024-02-29 | 9999-12-31 -> 1 2 4 5 6
    $between 2024-02-28 | 2024-03-01 -> 2 3 4 5
    $notBetween 2024-02-28 | 2024-03-01 -> 1 6 7
  `),
  time: withNull(`
    $eq 09:30 -> 3
    $eq 09:30:00 -> 3
    $eq 09:30:00.5 -> 4
    $eq 17:00:00.123456 -> 6
    $ne 09:30 -> 1 2 4 5 6 7
    $lt 09:30 -> 1 2
    $lte 09:30 -> 1 2 3
    $gt 09:30 -> 4 5 6 7
    $gte 09:30:00.500 -> 4 5 6 7
    $in 00:00 | 23:59:59.999999 -> 1 7
    $notIn 00:00 | 23:59:59.999999 -> 2 3 4 5 6
    $between 09:30 | 12:00 -> 3 4 5
    $notBetween 09:30 | 12:00 -> 1 2 6 7
  `),
  boolean: withNull(`
    $eq true -> 2 4 6
    $eq 1 -> 2 4 6
    $eq false -> 1 3 5 7
    $eq 0 -> 1 3 5 7
    $ne true -> 1 3 5 7
    $in true | -> 2 4 6
    $in true | false -> 1 2 3 4 5 6 7
    $notIn true | -> 1 3 5 7
    $notIn true | false -> -
  `),
  // MariaDB has an order of its own for its UUIDs: by the last group first. A data source of the type mysql has texts.
  uuid: withNull(`
    $eq 0f8fad5b-d9cb-469f-a165-70867728950e -> 2
    $eq 0F8FAD5B-D9CB-469F-A165-70867728950E -> 2
    $eq 00000000-0000-0000-0000-000000000000 -> 1
    $ne 0f8fad5b-d9cb-469f-a165-70867728950e -> 1 3 4 5 6 7
    $lt 11111111-1111-1111-8111-111111111111 -> 1 2; mariadb: 1 4 5 6; mysql: 1 2
    $lte 11111111-1111-1111-8111-111111111111 -> 1 2 3; mariadb: 1 3 4 5 6; mysql: 1 2 3
    $gt 11111111-1111-1111-8111-111111111111 -> 4 5 6 7; mariadb: 2 7; mysql: 4 5 6 7
    $gte 11111111-1111-1111-8111-111111111111 -> 3 4 5 6 7; mariadb: 2 3 7; mysql: 3 4 5 6 7
    $in 6BA7B810-9dad-41d1-80b4-00c04fd430c8 | ffffffff-ffff-ffff-ffff-ffffffffffff -> 5 7
    $notIn 6BA7B810-9dad-41d1-80b4-00c04fd430c8 | ffffffff-ffff-ffff-ffff-ffffffffffff -> 1 2 3 4 6
  `),
  enum: withNull(`
    $eq small -> 1 4 6
    $ne small -> 2 3 5 7
    $in small | large -> 1 3 4 5 6
    $notIn small | large -> 2 7
  `),
  opaque: nullCases,
  // A document that is JSON null is as good as none.
  json: read(`
    $null true -> 3 8
    $null false -> 1 2 4 5 6 7
    $notNull true -> 1 2 4 5 6 7
    $notNull false -> 3 8
  `),
} as const;

/** For columns that not every engine has. */
export const specialCases: Readonly<Record<string, readonly OperatorCase[]>> = {
  // One emoji is not another, a line is no end, and SQLite knows the case of ASCII letters only.
  unicode: read(`
    $eqc 😀 -> 1
    $contains 😀 -> 1
    $containsc 😀 -> 1
    $notContains 😀 -> 2 3 4 5 6 7
    $startsWith 😁 -> 2
    $contains "\\n" -> 3
    $startsWith A -> 3
    $startsWithc a -> 3
    $endsWithc b -> 3
    $contains ß -> 4
    $contains SS -> 5
    $startsWith Ω -> 6 7; sqlite: 6
    $startsWithc Ω -> 6
    $eqi ΩMEGA -> 6 7; sqlite: 6
    $endsWith MEGA -> 6 7
  `),
  // The members are numbers; what is stored is their labels.
  level: read(`
    $eq 1 -> 1 4 6
    $ne 1 -> 2 3 5 7
    $in 1 | 10 -> 1 3 4 5 6
    $notIn 1 | 10 -> 2 7
  `),
  uuidText: read(`
    $eq 0F8FAD5B-D9CB-469F-A165-70867728950E -> 2
    $lt 11111111-1111-1111-8111-111111111111 -> 1 2
    $gte 11111111-1111-1111-8111-111111111111 -> 3 4 5 6 7
  `),
  // Twice as far as a signed column reaches, and exact to the end.
  unsigned: read(`
    $eq 18446744073709551615 -> 7
    $eq 9223372036854775808 -> 6
    $gt 9223372036854775807 -> 6 7
    $lte 9007199254740993 -> 1 2 3 4
    $in 0 | 9007199254740993 -> 1 4
    $notBetween 1 | 9223372036854775808 -> 1 7
  `),
};

/**
 * What a collation decides, and what none may. MariaDB's take a trailing space for nothing, and all but `bin` an
 * accent, too; so does the type `char` of PostgreSQL with a trailing space. SQLite knows the case of ASCII letters
 * only.
 */
const letters = `
  $eq kai -> 3; nocase, nondeterministic, undeclared, citext: 1 2 3; rtrim, char, bin: 3 18; mariadb: 1 2 3 18
  $ne kai -> all -3; nocase, nondeterministic, undeclared, citext: all -1 -2 -3; rtrim, char, bin: all -3 -18; mariadb: all -1 -2 -3 -18
  $eq "" -> 17
  $eqi kAi -> 1 2 3; mariadb, char: 1 2 3 18
  $eqi ÉMILE -> 4 5; sqlite: 4; mariadb: 4 5 6; bin: 4 5
  $eqi 100% -> 7
  $eqi "" -> 17
  $nei kAi -> all -1 -2 -3; mariadb, char: all -1 -2 -3 -18
  $nei ÉMILE -> all -4 -5; sqlite: all -4; mariadb: all -4 -5 -6; bin: all -4 -5
  $eqc Kai -> 1
  $eqc KAI -> 2
  $eqc kai -> 3; char: 3 18
  $eqc "kai " -> 18; char: 3 18
  $eqc Émile -> 4
  $eqc émile -> 5
  $eqc Emile -> 6
  $eqc "" -> 17
  $containsc ai -> 1 3 18
  $containsc AI -> 2
  $containsc é -> 5
  $containsc É -> 4
  $containsc mile -> 4 5 6
  $notContainsc ai -> all -1 -3 -18
  $notContainsc É -> all -4
  $startsWithc k -> 3 18
  $startsWithc K -> 1 2
  $startsWithc é -> 5
  $startsWithc E -> 6
  $endsWithc i -> 1 3; char: 1 3 18
  $endsWithc I -> 2
  $endsWithc " " -> 18; char: -
  $null true -> 19
  $notNull true -> all
`;

/** Whatever the case, in every collation; an accent is no matter of case. */
const ignoringCase = `
  $contains aI -> 1 2 3 18
  $contains É -> 4 5; sqlite: 4
  $notContains aI -> all -1 -2 -3 -18
  $notContains é -> all -4 -5; sqlite: all -5
  $startsWith K -> 1 2 3 18
  $startsWith k -> 1 2 3 18
  $startsWith é -> 4 5; sqlite: 5
  $endsWith I -> 1 2 3; char: 1 2 3 18
  $endsWith MILE -> 4 5 6
  $endsWith " " -> 18; char: -
`;

/** Wildcards and escapes match themselves, case-sensitively or not. */
const wildcards = `
  $contains % -> 7
  $contains _ -> 9
  $contains \\ -> 11
  $contains ! -> 12
  $contains [ -> 13
  $contains ] -> 13
  $contains [a] -> 13
  $contains * -> 14
  $contains ? -> 15
  $contains ' -> 16
  $contains %% -> -
  $contains !% -> -
  $contains "\\"" -> -
  $notContains _ -> all -9
  $notContains \\ -> all -11
  $startsWith 100% -> 7
  $startsWith a_ -> 9
  $startsWith % -> -
  $startsWith wh? -> 15
  $endsWith % -> 7
  $endsWith _b -> 9
  $endsWith *r -> 14
  $endsWith \\slash -> 11
  $endsWith ! -> 12
  $endsWith ]cket -> 13
`;

/** The cases of operators, for their counterparts with another letter at the end. */
function suffixed(all: readonly OperatorCase[], letter: string): readonly OperatorCase[] {
  return all.map((one) => ({ ...one, operator: `${one.operator}${letter}` }));
}

/** Cases that every text column must pass, in addition to {@link foreignTextCases}. */
export const textCases: readonly OperatorCase[] = [
  ...read(letters),
  ...[read(ignoringCase), suffixed(read(ignoringCase), 'i')].flat(),
  ...[read(wildcards), suffixed(read(wildcards), 'c')].flat(),
];

/**
 * Letters that no row has are found nowhere; where the column's own character set does not have them, they are refused.
 */
export const foreignTextCases = read(`
  $eq Ω😀 -> -
  $eqi Ω😀 -> -
  $eqc Ω😀 -> -
  $contains Ω😀 -> -
  $containsc Ω😀 -> -
  $startsWith Ω😀 -> -
  $startsWithc Ω😀 -> -
  $endsWith Ω😀 -> -
  $endsWithc Ω😀 -> -
  $ne Ω😀 -> all
  $nei Ω😀 -> all
  $notContains Ω😀 -> all
  $notContainsc Ω😀 -> all
  $in Ω | 😀 -> -
  $in Ω😀 | axb -> 10
  $notIn Ω | 😀 -> all
  $lt Ω😀 -> all
  $lte Ω😀 -> all
  $gt Ω😀 -> -
  $gte Ω😀 -> -
  $between Ω | Ω😀 -> -
  $notBetween Ω | Ω😀 -> all
`);

const matches = `
  $contains b -> 3 4 5 6
  $notContains b -> 1 2 7
  $startsWith a -> 2 3
  $endsWith b -> 3 4 5 6
`;

/** The operators of texts, on the sample column of texts. */
export const sampleTextCases: readonly OperatorCase[] = [
  ...read(`
    $eqi B -> 4 5
    $nei B -> 1 2 3 6 7
    $eqc b -> 4 5
    $eqc B -> -
  `),
  ...[read(matches), suffixed(read(matches), 'i'), suffixed(read(matches), 'c')].flat(),
];
