import type { EngineName } from '../../../support/databases.js';
import type { Written } from './table.js';

/** Conditions on a `simple-array`, which is a text of elements and commas: `x` is the column. */
export const simpleArrays = {
  sqlite: {
    $has: [
      "(x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0))",
      "NOT ((x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0)))",
      ["50%_!*?['"],
    ],
    $hasEvery: [
      "(x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0 AND INSTR(',' || x || ',', ',' || ? || ',') > 0))",
      "NOT ((x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0 AND INSTR(',' || x || ',', ',' || ? || ',') > 0)))",
      ["50%_!*?['", 'Zoë\\'],
    ],
    $hasSome: [
      "(x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0 OR INSTR(',' || x || ',', ',' || ? || ',') > 0))",
      "NOT ((x <> '' COLLATE BINARY AND (INSTR(',' || x || ',', ',' || ? || ',') > 0 OR INSTR(',' || x || ',', ',' || ? || ',') > 0)))",
      ["50%_!*?['", 'Zoë\\'],
    ],
    $empty: ["x = '' COLLATE BINARY", "x <> '' COLLATE BINARY", []],
    $null: ['x IS NULL', 'x IS NOT NULL', []],
    $notNull: ['x IS NOT NULL', 'x IS NULL', []],
  },
  postgres: {
    $has: [
      `string_to_array(x COLLATE "default", ',') @> $1`,
      `NOT (string_to_array(x COLLATE "default", ',') @> $1)`,
      [["50%_!*?['"]],
    ],
    $hasEvery: [
      `string_to_array(x COLLATE "default", ',') @> $1`,
      `NOT (string_to_array(x COLLATE "default", ',') @> $1)`,
      [["50%_!*?['", 'Zoë\\']],
    ],
    $hasSome: [
      `string_to_array(x COLLATE "default", ',') && $1`,
      `NOT (string_to_array(x COLLATE "default", ',') && $1)`,
      [["50%_!*?['", 'Zoë\\']],
    ],
    $empty: [`x COLLATE "default" = ''`, `x COLLATE "default" <> ''`, []],
    $null: ['x IS NULL', 'x IS NOT NULL', []],
    $notNull: ['x IS NOT NULL', 'x IS NULL', []],
  },
  mariadb: {
    $has: [
      "(LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0))",
      "NOT ((LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0)))",
      ["50%_!*?['"],
    ],
    $hasEvery: [
      "(LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0 AND LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0))",
      "NOT ((LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0 AND LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0)))",
      ["50%_!*?['", 'Zoë\\'],
    ],
    $hasSome: [
      "(LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0 OR LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0))",
      "NOT ((LENGTH(x) <> 0 AND (LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0 OR LOCATE(CONCAT(',', CAST(CONVERT(? USING utf8mb4) AS BINARY), ','), CONCAT(',', CAST(CONVERT(x USING utf8mb4) AS BINARY), ',')) > 0)))",
      ["50%_!*?['", 'Zoë\\'],
    ],
    $empty: ['LENGTH(x) = 0', 'LENGTH(x) <> 0', []],
    $null: ['x IS NULL', 'x IS NOT NULL', []],
    $notNull: ['x IS NOT NULL', 'x IS NULL', []],
  },
} as const satisfies Readonly<Record<EngineName, Readonly<Record<string, Written>>>>;
