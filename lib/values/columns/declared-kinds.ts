import type { Dialect } from '../../dialects/index.js';
import { type ColumnFacts, isKnownType, isYear } from './column-kinds.js';
import type { ValueKindName } from '../value.js';

/** Kinds of whole numbers, from the narrowest to the widest. */
const wholeNumbers = ['tinyint', 'smallint', 'mediumint', 'integer', 'bigint'] as const;

/**
 * Kinds that a decorator may declare for a column, by the kind of the column's own type. A value of another kind would
 * be refused by the database, or never equal a stored value.
 *
 * A text column holds kinds with one spelling per value, sorted as they are spelled. Numbers sort differently, because
 * as text 10 is less than 9, and true has many spellings: MySQL finds `true` by false and `5abc` by 5.
 */
const declarable: Readonly<Record<ValueKindName, readonly ValueKindName[]>> = {
  text: ['text', 'uuid', 'enum', 'date', 'time', 'json'],
  opaque: [],
  tinyint: upTo('tinyint'),
  smallint: upTo('smallint'),
  mediumint: upTo('mediumint'),
  integer: upTo('integer'),
  bigint: upTo('bigint'),
  decimal: ['decimal', ...wholeNumbers],
  real: ['float', 'real', 'decimal', ...wholeNumbers],
  float: ['float', 'real', 'decimal', ...wholeNumbers],
  boolean: ['boolean'],
  date: ['date'],
  datetime: ['datetime', 'date'],
  time: ['time'],
  uuid: ['uuid'],
  enum: ['enum'],
  json: ['json'],
};

/** Kinds that can be declared beside {@link declarable} where a dialect has a trait. */
interface Widening {
  readonly stored: readonly ValueKindName[];
  readonly declared: readonly ValueKindName[];
  readonly applies: (dialect: Dialect) => boolean;
}

const widenings: readonly Widening[] = [
  { stored: wholeNumbers, declared: ['boolean'], applies: ({ booleans }) => booleans === 'integer' },
  { stored: ['boolean'], declared: ['tinyint'], applies: ({ booleans }) => booleans === 'integer' },
  // Every whole number has 64 bits there, and a generated key can only be an INTEGER.
  { stored: wholeNumbers, declared: wholeNumbers, applies: ({ looseSizes }) => looseSizes },
  { stored: ['uuid'], declared: ['text'], applies: ({ looseSizes }) => looseSizes },
  { stored: ['text'], declared: ['datetime'], applies: ({ dateTimesAreText }) => dateTimesAreText },
];

/**
 * Returns the kinds that may be declared for a column, or `every` for an unknown type, such as a view's expression.
 * Known opaque types have comparison rules of their own, and PostgreSQL fails at a text that is not an address,
 * interval, range or document.
 *
 * @param stored the kind of the column's own type
 */
export function declarableKinds(
  stored: ValueKindName,
  dialect: Dialect,
  column: Partial<Pick<ColumnFacts, 'type' | 'isArray'>> = {},
): readonly ValueKindName[] | 'every' {
  if (isYear(column.type)) return ['smallint', 'opaque'];
  if (stored !== 'opaque') {
    // Nothing is ever compared with an opaque column, so every column can be one.
    const here = widenings.filter((row) => row.stored.includes(stored) && row.applies(dialect));
    return [...new Set([...declarable[stored], ...here.flatMap(({ declared }) => declared), 'opaque' as const])];
  }
  if (column.isArray === true) return ['opaque'];
  if (!isKnownType(column.type)) return 'every';
  return [...declarableAs(column.type, dialect), 'opaque'];
}

/** Returns the kinds that may be declared for a type whose own kind does not describe its values. */
function declarableAs(type: unknown, { declarableKinds: kinds = {} }: Dialect): readonly ValueKindName[] {
  // TypeORM writes it as text on every engine.
  if (type === 'simple-array') return ['text'];
  return typeof type === 'string' && Object.hasOwn(kinds, type) ? (kinds[type] ?? []) : [];
}

function upTo(widest: (typeof wholeNumbers)[number]): readonly ValueKindName[] {
  return wholeNumbers.slice(0, wholeNumbers.indexOf(widest) + 1);
}
