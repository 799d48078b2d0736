import { type ListTable, unbound } from './store.js';

/**
 * Conditions on a list of `json`: `each` is the elements as rows, `x` the value of one, `there` is NULL without a list.
 */
export const postgresLists = {
  $has: [
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN ($1)))',
      fails: '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1))))',
      parameters: {
        text: ["50%_!*?['"],
        tinyint: ['-128'],
        smallint: ['-32768'],
        mediumint: ['-8388608'],
        integer: ['7'],
        bigint: ['9007199254740993'],
        decimal: ['0.1'],
        float: ['0.1'],
        boolean: [false],
        date: ['2024-02-29'],
        uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
      },
    },
  ],
  $hasEvery: [
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN ($1)) AND EXISTS (SELECT 1 FROM each WHERE x IN ($2)))',
      fails:
        '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1)) AND EXISTS (SELECT 1 FROM each WHERE x IN ($2))))',
      parameters: {
        text: ["50%_!*?['", 'Zoë\\'],
        tinyint: ['-128', '127'],
        smallint: ['-32768', '32767'],
        mediumint: ['-8388608', '8388607'],
        integer: ['7', '2147483647'],
        bigint: ['9007199254740993', '9223372036854775807'],
        decimal: ['0.1', '12345678901234567890.123'],
        float: ['0.1', '1e+300'],
        boolean: [false, true],
        date: ['2024-02-29', '2024-03-31'],
        uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
      },
    },
  ],
  $hasSome: [
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN ($1, $2)))',
      fails: '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1, $2))))',
      parameters: {
        text: ["50%_!*?['", 'Zoë\\'],
        tinyint: ['-128', '127'],
        smallint: ['-32768', '32767'],
        mediumint: ['-8388608', '8388607'],
        integer: ['7', '2147483647'],
        bigint: ['9007199254740993', '9223372036854775807'],
        decimal: ['0.1', '12345678901234567890.123'],
        float: ['0.1', '1e+300'],
        boolean: [false, true],
        date: ['2024-02-29', '2024-03-31'],
        uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
      },
    },
  ],
  $empty: [{ holds: 'none', fails: 'some', parameters: unbound }],
  $null: [{ holds: 'there IS NULL', fails: 'there IS NOT NULL', parameters: unbound }],
  $notNull: [{ holds: 'there IS NOT NULL', fails: 'there IS NULL', parameters: unbound }],
} as const satisfies ListTable;

/**
 * Conditions on a list of `jsonb`. `doc` is the column, whose GIN index serves @>. That compares all digits of a number
 * and the case of a text, so that floats and uuids are read one by one.
 */
export const containedLists = {
  $has: [
    {
      holds: '(doc @> CAST($1 AS jsonb))',
      fails: '(there IS NOT NULL AND NOT (doc @> CAST($1 AS jsonb)))',
      parameters: {
        text: [`{"a":{"b":["50%_!*?['"]}}`],
        tinyint: ['{"a":{"b":[-128]}}'],
        smallint: ['{"a":{"b":[-32768]}}'],
        mediumint: ['{"a":{"b":[-8388608]}}'],
        integer: ['{"a":{"b":[7]}}'],
        bigint: ['{"a":{"b":[9007199254740993]}}'],
        decimal: ['{"a":{"b":[0.1]}}'],
        boolean: ['{"a":{"b":[false]}}'],
        date: ['{"a":{"b":["2024-02-29"]}}'],
      },
    },
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN ($1)))',
      fails: '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1))))',
      parameters: { float: ['0.1'], uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e'] },
    },
  ],
  $hasEvery: [
    {
      holds: '(doc @> CAST($1 AS jsonb))',
      fails: '(there IS NOT NULL AND NOT (doc @> CAST($1 AS jsonb)))',
      parameters: {
        text: [`{"a":{"b":["50%_!*?['","Zoë\\\\"]}}`],
        tinyint: ['{"a":{"b":[-128,127]}}'],
        smallint: ['{"a":{"b":[-32768,32767]}}'],
        mediumint: ['{"a":{"b":[-8388608,8388607]}}'],
        integer: ['{"a":{"b":[7,2147483647]}}'],
        bigint: ['{"a":{"b":[9007199254740993,9223372036854775807]}}'],
        decimal: ['{"a":{"b":[0.1,12345678901234567890.123]}}'],
        boolean: ['{"a":{"b":[false,true]}}'],
        date: ['{"a":{"b":["2024-02-29","2024-03-31"]}}'],
      },
    },
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN ($1)) AND EXISTS (SELECT 1 FROM each WHERE x IN ($2)))',
      fails:
        '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1)) AND EXISTS (SELECT 1 FROM each WHERE x IN ($2))))',
      parameters: {
        float: ['0.1', '1e+300'],
        uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
      },
    },
  ],
  $hasSome: [
    {
      holds: '(doc @> CAST($1 AS jsonb) OR doc @> CAST($2 AS jsonb))',
      fails: '(there IS NOT NULL AND NOT (doc @> CAST($1 AS jsonb) OR doc @> CAST($2 AS jsonb)))',
      parameters: {
        text: [`{"a":{"b":["50%_!*?['"]}}`, '{"a":{"b":["Zoë\\\\"]}}'],
        tinyint: ['{"a":{"b":[-128]}}', '{"a":{"b":[127]}}'],
        smallint: ['{"a":{"b":[-32768]}}', '{"a":{"b":[32767]}}'],
        mediumint: ['{"a":{"b":[-8388608]}}', '{"a":{"b":[8388607]}}'],
        integer: ['{"a":{"b":[7]}}', '{"a":{"b":[2147483647]}}'],
        bigint: ['{"a":{"b":[9007199254740993]}}', '{"a":{"b":[9223372036854775807]}}'],
        decimal: ['{"a":{"b":[0.1]}}', '{"a":{"b":[12345678901234567890.123]}}'],
        boolean: ['{"a":{"b":[false]}}', '{"a":{"b":[true]}}'],
        date: ['{"a":{"b":["2024-02-29"]}}', '{"a":{"b":["2024-03-31"]}}'],
      },
    },
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN ($1, $2)))',
      fails: '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN ($1, $2))))',
      parameters: {
        float: ['0.1', '1e+300'],
        uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
      },
    },
  ],
  $empty: [{ holds: 'none', fails: 'some', parameters: unbound }],
  $null: [{ holds: 'there IS NULL', fails: 'there IS NOT NULL', parameters: unbound }],
  $notNull: [{ holds: 'there IS NOT NULL', fails: 'there IS NULL', parameters: unbound }],
} as const satisfies ListTable;
