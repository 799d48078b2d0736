import type { Written } from '../table.js';

/** Comparisons of the text at a path, which is `x`. */
export const mysqlTexts = {
  $eq: ['x = ?', 'x <> ?', ["50%_!*?['"]],
  $ne: ['x <> ?', 'x = ?', ["50%_!*?['"]],
  $lt: ['x < ?', 'x >= ?', ["50%_!*?['"]],
  $lte: ['x <= ?', 'x > ?', ["50%_!*?['"]],
  $gt: ['x > ?', 'x <= ?', ["50%_!*?['"]],
  $gte: ['x >= ?', 'x < ?', ["50%_!*?['"]],
  $in: ['x IN (?, ?)', 'x NOT IN (?, ?)', ["50%_!*?['", 'Zoë\\']],
  $notIn: ['x NOT IN (?, ?)', 'x IN (?, ?)', ["50%_!*?['", 'Zoë\\']],
  $between: ['x BETWEEN ? AND ?', 'x NOT BETWEEN ? AND ?', ["50%_!*?['", 'Zoë\\']],
  $notBetween: ['x NOT BETWEEN ? AND ?', 'x BETWEEN ? AND ?', ["50%_!*?['", 'Zoë\\']],
  $null: ['x IS NULL', 'x IS NOT NULL', []],
  $notNull: ['x IS NOT NULL', 'x IS NULL', []],
  $eqi: ['LOWER(x) = LOWER(CONCAT(LEFT(x, 0), ?))', 'NOT (LOWER(x) = LOWER(CONCAT(LEFT(x, 0), ?)))', ["50%_!*?['"]],
  $nei: ['NOT (LOWER(x) = LOWER(CONCAT(LEFT(x, 0), ?)))', 'LOWER(x) = LOWER(CONCAT(LEFT(x, 0), ?))', ["50%_!*?['"]],
  $eqc: [
    '(x = ? AND CAST(CONVERT(x USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY))',
    'NOT ((x = ? AND CAST(CONVERT(x USING utf8mb4) AS BINARY) = CAST(CONVERT(? USING utf8mb4) AS BINARY)))',
    ["50%_!*?['", "50%_!*?['"],
  ],
  $contains: [
    'LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))',
    'NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))',
    ["%50\\%\\_!*?['%"],
  ],
  $notContains: [
    'NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))',
    'LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))',
    ["%50\\%\\_!*?['%"],
  ],
  $startsWith: [
    'LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))',
    'NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))',
    ["50\\%\\_!*?['%"],
  ],
  $endsWith: [
    'LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))',
    'NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))',
    ["%50\\%\\_!*?['"],
  ],
  $containsi: [
    'LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))',
    'NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))',
    ["%50\\%\\_!*?['%"],
  ],
  $notContainsi: [
    'NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))',
    'LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))',
    ["%50\\%\\_!*?['%"],
  ],
  $startsWithi: [
    'LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))',
    'NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))',
    ["50\\%\\_!*?['%"],
  ],
  $endsWithi: [
    'LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4))',
    'NOT (LOWER(CONVERT(x USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)))',
    ["%50\\%\\_!*?['"],
  ],
  $containsc: [
    'CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?',
    'NOT (CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?)',
    ["%50\\%\\_!*?['%"],
  ],
  $notContainsc: [
    'NOT (CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?)',
    'CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?',
    ["%50\\%\\_!*?['%"],
  ],
  $startsWithc: [
    'CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?',
    'NOT (CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?)',
    ["50\\%\\_!*?['%"],
  ],
  $endsWithc: [
    'CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?',
    'NOT (CONVERT(x USING utf8mb4) COLLATE utf8mb4_bin LIKE ?)',
    ["%50\\%\\_!*?['"],
  ],
} as const satisfies Readonly<Record<string, Written>>;
