import { type ListTable, unbound } from './store.js';

/**
 * Conditions on a list: `each` is the elements as rows, `x` the value of one, `there` is NULL without a list. A decimal
 * is cast, because MariaDB would compare its text as a double.
 */
export const mysqlLists = {
  $has: [
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN (?)))',
      fails: '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (?))))',
      parameters: {
        text: ["50%_!*?['"],
        tinyint: [-128n],
        smallint: [-32768n],
        mediumint: [-8388608n],
        integer: [7n],
        bigint: [9007199254740993n],
        float: [0.1],
        boolean: [0n],
        date: ['2024-02-29'],
        uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
      },
    },
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)))))',
      fails: '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30))))))',
      parameters: { decimal: ['0.1'] },
    },
  ],
  $hasEvery: [
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN (?)) AND EXISTS (SELECT 1 FROM each WHERE x IN (?)))',
      fails:
        '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (?)) AND EXISTS (SELECT 1 FROM each WHERE x IN (?))))',
      parameters: {
        text: ["50%_!*?['", 'Zoë\\'],
        tinyint: [-128n, 127n],
        smallint: [-32768n, 32767n],
        mediumint: [-8388608n, 8388607n],
        integer: [7n, 2147483647n],
        bigint: [9007199254740993n, 9223372036854775807n],
        float: [0.1, 1e300],
        boolean: [0n, 1n],
        date: ['2024-02-29', '2024-03-31'],
        uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
      },
    },
    {
      holds:
        '(EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)))) AND EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)))))',
      fails:
        '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)))) AND EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30))))))',
      parameters: { decimal: ['0.1', '12345678901234567890.123'] },
    },
  ],
  $hasSome: [
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN (?, ?)))',
      fails: '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (?, ?))))',
      parameters: {
        text: ["50%_!*?['", 'Zoë\\'],
        tinyint: [-128n, 127n],
        smallint: [-32768n, 32767n],
        mediumint: [-8388608n, 8388607n],
        integer: [7n, 2147483647n],
        bigint: [9007199254740993n, 9223372036854775807n],
        float: [0.1, 1e300],
        boolean: [0n, 1n],
        date: ['2024-02-29', '2024-03-31'],
        uuid: ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
      },
    },
    {
      holds: '(EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30)))))',
      fails:
        '(there IS NOT NULL AND NOT (EXISTS (SELECT 1 FROM each WHERE x IN (CAST(? AS DECIMAL(65, 30)), CAST(? AS DECIMAL(65, 30))))))',
      parameters: { decimal: ['0.1', '12345678901234567890.123'] },
    },
  ],
  $empty: [{ holds: 'none', fails: 'some', parameters: unbound }],
  $null: [{ holds: 'there IS NULL', fails: 'there IS NOT NULL', parameters: unbound }],
  $notNull: [{ holds: 'there IS NOT NULL', fails: 'there IS NULL', parameters: unbound }],
} as const satisfies ListTable;
