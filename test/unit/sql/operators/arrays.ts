import type { ListTable } from './documents/store.js';

const nothing = {
  text: [],
  varchar: [],
  smallint: [],
  integer: [],
  bigint: [],
  decimal: [],
  real: [],
  float: [],
  boolean: [],
  date: [],
  datetime: [],
  instant: [],
  time: [],
  uuid: [],
  enum: [],
} as const;

/**
 * Conditions on an array of PostgreSQL, which is `x`. Texts are compared twice: for the index, and then by their bytes,
 * because a collation may find different texts equal.
 */
export const arrays = {
  $has: [
    {
      holds: '(x @> $1 AND CAST(x AS text[]) COLLATE "C" @> $2)',
      fails: 'NOT ((x @> $1 AND CAST(x AS text[]) COLLATE "C" @> $2))',
      parameters: { text: [["50%_!*?['"], ["50%_!*?['"]], varchar: [["50%_!*?['"], ["50%_!*?['"]] },
    },
    {
      holds: 'x @> $1',
      fails: 'NOT (x @> $1)',
      parameters: {
        smallint: [['-32768']],
        integer: [['7']],
        bigint: [['9007199254740993']],
        decimal: [['0.1']],
        real: [['0.10000000149011612']],
        float: [['0.1']],
        boolean: [[false]],
        date: [['2024-02-29']],
        datetime: [['2024-03-01 10:00:00']],
        instant: [['2024-03-01 10:00:00+00']],
        time: [['09:30:00']],
        uuid: [['0f8fad5b-d9cb-469f-a165-70867728950e']],
        enum: [['small']],
      },
    },
  ],
  $hasEvery: [
    {
      holds: '(x @> $1 AND CAST(x AS text[]) COLLATE "C" @> $2)',
      fails: 'NOT ((x @> $1 AND CAST(x AS text[]) COLLATE "C" @> $2))',
      parameters: {
        text: [
          ["50%_!*?['", 'Zoë\\'],
          ["50%_!*?['", 'Zoë\\'],
        ],
        varchar: [
          ["50%_!*?['", 'Zoë\\'],
          ["50%_!*?['", 'Zoë\\'],
        ],
      },
    },
    {
      holds: 'x @> $1',
      fails: 'NOT (x @> $1)',
      parameters: {
        smallint: [['-32768', '32767']],
        integer: [['7', '2147483647']],
        bigint: [['9007199254740993', '9223372036854775807']],
        decimal: [['0.1', '12345678901234567890.123']],
        real: [['0.10000000149011612', '1000']],
        float: [['0.1', '1e+300']],
        boolean: [[false, true]],
        date: [['2024-02-29', '2024-03-31']],
        datetime: [['2024-03-01 10:00:00', '2024-03-31 10:00:00.123456']],
        instant: [['2024-03-01 10:00:00+00', '2024-03-31 10:00:00.123456+00']],
        time: [['09:30:00', '17:00:00.500']],
        uuid: [['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
        enum: [['small', 'large']],
      },
    },
  ],
  $hasSome: [
    {
      holds: '(x && $1 AND CAST(x AS text[]) COLLATE "C" && $2)',
      fails: 'NOT ((x && $1 AND CAST(x AS text[]) COLLATE "C" && $2))',
      parameters: {
        text: [
          ["50%_!*?['", 'Zoë\\'],
          ["50%_!*?['", 'Zoë\\'],
        ],
        varchar: [
          ["50%_!*?['", 'Zoë\\'],
          ["50%_!*?['", 'Zoë\\'],
        ],
      },
    },
    {
      holds: 'x && $1',
      fails: 'NOT (x && $1)',
      parameters: {
        smallint: [['-32768', '32767']],
        integer: [['7', '2147483647']],
        bigint: [['9007199254740993', '9223372036854775807']],
        decimal: [['0.1', '12345678901234567890.123']],
        real: [['0.10000000149011612', '1000']],
        float: [['0.1', '1e+300']],
        boolean: [[false, true]],
        date: [['2024-02-29', '2024-03-31']],
        datetime: [['2024-03-01 10:00:00', '2024-03-31 10:00:00.123456']],
        instant: [['2024-03-01 10:00:00+00', '2024-03-31 10:00:00.123456+00']],
        time: [['09:30:00', '17:00:00.500']],
        uuid: [['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
        enum: [['small', 'large']],
      },
    },
  ],
  $empty: [{ holds: "x = '{}'", fails: "x <> '{}'", parameters: nothing }],
  $null: [{ holds: 'x IS NULL', fails: 'x IS NOT NULL', parameters: nothing }],
  $notNull: [{ holds: 'x IS NOT NULL', fails: 'x IS NULL', parameters: nothing }],
} as const satisfies ListTable;
