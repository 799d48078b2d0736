import type { Written } from '../table.js';

/** Comparisons of the text at a path, which is `x`. */
export const postgresTexts = {
  $eq: ['x = $1', 'x <> $1', ["50%_!*?['"]],
  $ne: ['x <> $1', 'x = $1', ["50%_!*?['"]],
  $lt: ['x < $1', 'x >= $1', ["50%_!*?['"]],
  $lte: ['x <= $1', 'x > $1', ["50%_!*?['"]],
  $gt: ['x > $1', 'x <= $1', ["50%_!*?['"]],
  $gte: ['x >= $1', 'x < $1', ["50%_!*?['"]],
  $in: ['x = ANY($1)', 'x <> ALL($1)', [["50%_!*?['", 'Zoë\\']]],
  $notIn: ['x <> ALL($1)', 'x = ANY($1)', [["50%_!*?['", 'Zoë\\']]],
  $between: ['x BETWEEN $1 AND $2', 'x NOT BETWEEN $1 AND $2', ["50%_!*?['", 'Zoë\\']],
  $notBetween: ['x NOT BETWEEN $1 AND $2', 'x BETWEEN $1 AND $2', ["50%_!*?['", 'Zoë\\']],
  $null: ['x IS NULL', 'x IS NOT NULL', []],
  $notNull: ['x IS NOT NULL', 'x IS NULL', []],
  $eqi: ['LOWER(x) = LOWER($1)', 'NOT (LOWER(x) = LOWER($1))', ["50%_!*?['"]],
  $nei: ['NOT (LOWER(x) = LOWER($1))', 'LOWER(x) = LOWER($1)', ["50%_!*?['"]],
  $eqc: ['(x = $1 AND x COLLATE "C" = $1)', 'NOT ((x = $1 AND x COLLATE "C" = $1))', ["50%_!*?['"]],
  $contains: [
    `x COLLATE "default" ILIKE $1 ESCAPE '!'`,
    `NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')`,
    ["%50!%!_!!*?['%"],
  ],
  $notContains: [
    `NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')`,
    `x COLLATE "default" ILIKE $1 ESCAPE '!'`,
    ["%50!%!_!!*?['%"],
  ],
  $startsWith: [
    `x COLLATE "default" ILIKE $1 ESCAPE '!'`,
    `NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')`,
    ["50!%!_!!*?['%"],
  ],
  $endsWith: [
    `x COLLATE "default" ILIKE $1 ESCAPE '!'`,
    `NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')`,
    ["%50!%!_!!*?['"],
  ],
  $containsi: [
    `x COLLATE "default" ILIKE $1 ESCAPE '!'`,
    `NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')`,
    ["%50!%!_!!*?['%"],
  ],
  $notContainsi: [
    `NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')`,
    `x COLLATE "default" ILIKE $1 ESCAPE '!'`,
    ["%50!%!_!!*?['%"],
  ],
  $startsWithi: [
    `x COLLATE "default" ILIKE $1 ESCAPE '!'`,
    `NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')`,
    ["50!%!_!!*?['%"],
  ],
  $endsWithi: [
    `x COLLATE "default" ILIKE $1 ESCAPE '!'`,
    `NOT (x COLLATE "default" ILIKE $1 ESCAPE '!')`,
    ["%50!%!_!!*?['"],
  ],
  $containsc: [
    `x COLLATE "default" LIKE $1 ESCAPE '!'`,
    `NOT (x COLLATE "default" LIKE $1 ESCAPE '!')`,
    ["%50!%!_!!*?['%"],
  ],
  $notContainsc: [
    `NOT (x COLLATE "default" LIKE $1 ESCAPE '!')`,
    `x COLLATE "default" LIKE $1 ESCAPE '!'`,
    ["%50!%!_!!*?['%"],
  ],
  $startsWithc: [
    `x COLLATE "default" LIKE $1 ESCAPE '!'`,
    `NOT (x COLLATE "default" LIKE $1 ESCAPE '!')`,
    ["50!%!_!!*?['%"],
  ],
  $endsWithc: [
    `x COLLATE "default" LIKE $1 ESCAPE '!'`,
    `NOT (x COLLATE "default" LIKE $1 ESCAPE '!')`,
    ["%50!%!_!!*?['"],
  ],
} as const satisfies Readonly<Record<string, Written>>;
