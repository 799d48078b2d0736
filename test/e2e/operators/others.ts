import { type OperatorCase, nullCases } from './case.js';

const booleans: readonly OperatorCase[] = [
  ['$eq', 'true', [2, 4, 6]],
  ['$eq', '1', [2, 4, 6]],
  ['$eq', 'false', [1, 3, 5, 7]],
  ['$eq', '0', [1, 3, 5, 7]],
  ['$ne', 'true', [1, 3, 5, 7]],
  ['$in', ['true'], [2, 4, 6]],
  ['$in', ['true', 'false'], [1, 2, 3, 4, 5, 6, 7]],
  ['$notIn', ['true'], [1, 3, 5, 7]],
  ['$notIn', ['true', 'false'], []],
  ...nullCases,
];

/**
 * MariaDB puts its own UUIDs in an order of its own: by the last group first. A data source of the type `mysql` has
 * texts for them.
 */
const uuids: readonly OperatorCase[] = [
  ['$eq', '0f8fad5b-d9cb-469f-a165-70867728950e', [2]],
  ['$eq', '0F8FAD5B-D9CB-469F-A165-70867728950E', [2]],
  ['$eq', '00000000-0000-0000-0000-000000000000', [1]],
  ['$ne', '0f8fad5b-d9cb-469f-a165-70867728950e', [1, 3, 4, 5, 6, 7]],
  ['$lt', '11111111-1111-1111-8111-111111111111', [1, 2], { mariadb: [1, 4, 5, 6], mysql: [1, 2] }],
  ['$lte', '11111111-1111-1111-8111-111111111111', [1, 2, 3], { mariadb: [1, 3, 4, 5, 6], mysql: [1, 2, 3] }],
  ['$gt', '11111111-1111-1111-8111-111111111111', [4, 5, 6, 7], { mariadb: [2, 7], mysql: [4, 5, 6, 7] }],
  ['$gte', '11111111-1111-1111-8111-111111111111', [3, 4, 5, 6, 7], { mariadb: [2, 3, 7], mysql: [3, 4, 5, 6, 7] }],
  ['$in', ['6BA7B810-9dad-41d1-80b4-00c04fd430c8', 'ffffffff-ffff-ffff-ffff-ffffffffffff'], [5, 7]],
  ['$notIn', ['6BA7B810-9dad-41d1-80b4-00c04fd430c8', 'ffffffff-ffff-ffff-ffff-ffffffffffff'], [1, 2, 3, 4, 6]],
  ...nullCases,
];

const enums: readonly OperatorCase[] = [
  ['$eq', 'small', [1, 4, 6]],
  ['$ne', 'small', [2, 3, 5, 7]],
  ['$in', ['small', 'large'], [1, 3, 4, 5, 6]],
  ['$notIn', ['small', 'large'], [2, 7]],
  ...nullCases,
];

/** The members are numbers; what is stored is their labels. */
const levels: readonly OperatorCase[] = [
  ['$eq', '1', [1, 4, 6]],
  ['$ne', '1', [2, 3, 5, 7]],
  ['$in', ['1', '10'], [1, 3, 4, 5, 6]],
  ['$notIn', ['1', '10'], [2, 7]],
  ...nullCases,
];

const uuidTexts: readonly OperatorCase[] = [
  ['$eq', '0F8FAD5B-D9CB-469F-A165-70867728950E', [2]],
  ['$lt', '11111111-1111-1111-8111-111111111111', [1, 2]],
  ['$gte', '11111111-1111-1111-8111-111111111111', [3, 4, 5, 6, 7]],
  ...nullCases,
];

/** One emoji is not another, a line is no end, and SQLite knows the case of ASCII letters only. */
const unicode: readonly OperatorCase[] = [
  ['$eqc', '😀', [1]],
  ['$contains', '😀', [1]],
  ['$containsc', '😀', [1]],
  ['$notContains', '😀', [2, 3, 4, 5, 6, 7]],
  ['$startsWith', '😁', [2]],
  ['$contains', '\n', [3]],
  ['$startsWith', 'A', [3]],
  ['$startsWithc', 'a', [3]],
  ['$endsWithc', 'b', [3]],
  ['$contains', 'ß', [4]],
  ['$contains', 'SS', [5]],
  ['$startsWith', 'Ω', [6, 7], { sqlite: [6] }],
  ['$startsWithc', 'Ω', [6]],
  ['$eqi', 'ΩMEGA', [6, 7], { sqlite: [6] }],
  ['$endsWith', 'MEGA', [6, 7]],
];

/** Twice as far as a signed column reaches, and exact to the end. */
const unsigned: readonly OperatorCase[] = [
  ['$eq', '18446744073709551615', [7]],
  ['$eq', '9223372036854775808', [6]],
  ['$gt', '9223372036854775807', [6, 7]],
  ['$lte', '9007199254740993', [1, 2, 3, 4]],
  ['$in', ['0', '9007199254740993'], [1, 4]],
  ['$notBetween', ['1', '9223372036854775808'], [1, 7]],
];

/** A document that is JSON null is as good as none. */
const documents: readonly OperatorCase[] = [
  ['$null', 'true', [3, 8]],
  ['$null', 'false', [1, 2, 4, 5, 6, 7]],
  ['$notNull', 'true', [1, 2, 4, 5, 6, 7]],
  ['$notNull', 'false', [3, 8]],
];

/** For columns that not every engine has. */
export const specialCases: Readonly<Record<string, readonly OperatorCase[]>> = {
  unicode,
  level: levels,
  uuidText: uuidTexts,
  unsigned,
};

export const otherCases = {
  boolean: booleans,
  uuid: uuids,
  enum: enums,
  json: documents,
  opaque: nullCases,
} as const;
