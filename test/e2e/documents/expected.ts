import type { DocumentKind } from '../../../lib/dialects/dialect.js';

/**
 * The values that a JSON text has, by kind; it has none of any other kind. `whole` is every kind that has room for it.
 */
export type Expected = Partial<Record<DocumentKind | 'whole' | 'number', string>>;

const ranges: readonly (readonly [DocumentKind, bigint])[] = [
  ['tinyint', 7n],
  ['smallint', 15n],
  ['mediumint', 23n],
  ['integer', 31n],
  ['bigint', 63n],
];

export const kinds: readonly DocumentKind[] = [
  'text',
  ...ranges.map(([kind]) => kind),
  ...(['decimal', 'float', 'boolean', 'date', 'uuid'] as const),
];

/** The value of one kind; null where there is none. */
export function valueOf(kind: DocumentKind, expected: Expected): string | null {
  const { whole: digits, number: any, ...rest } = expected;
  const own = rest[kind];
  if (own !== undefined) return own;
  if (kind === 'decimal' || kind === 'float') return any ?? null;
  const bits = ranges.find(([name]) => name === kind)?.[1];
  if (bits === undefined || digits === undefined) return null;
  return BigInt(digits) >= -(2n ** bits) && BigInt(digits) < 2n ** bits ? digits : null;
}
