import type { Dialect } from '../dialects/index.js';
import type { ValueKindName } from './value.js';

/** From the narrowest to the widest. */
const wholeNumbers = ['tinyint', 'smallint', 'mediumint', 'integer', 'bigint'] as const;

/**
 * Which kinds a decorator may declare for a column, by the kind that the column's own type tells. A value of another kind
 * would be understood, and then refused by the database, or compared with what it can never equal. Text is whatever was
 * written into it, and of a type that is not known nothing can be said.
 */
const declarable: Readonly<Record<ValueKindName, readonly ValueKindName[] | 'every'>> = {
  text: 'every',
  opaque: 'every',
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

/** What one engine's columns can hold beside that. */
interface Widening {
  readonly stored: readonly ValueKindName[];
  readonly declared: readonly ValueKindName[];
  readonly applies: (dialect: Dialect) => boolean;
}

const widenings: readonly Widening[] = [
  { stored: wholeNumbers, declared: ['boolean'], applies: ({ booleans }) => booleans === 'integer' },
  { stored: ['boolean'], declared: ['tinyint'], applies: ({ booleans }) => booleans === 'integer' },
  // Every whole number has 64 bits there, and a generated key can have no other type than INTEGER.
  { stored: wholeNumbers, declared: wholeNumbers, applies: ({ looseSizes }) => looseSizes },
  { stored: ['uuid'], declared: ['text'], applies: ({ looseSizes }) => looseSizes },
];

/** The kinds that may be declared for a column, or `every`. */
export function declarableKinds(stored: ValueKindName, dialect: Dialect): readonly ValueKindName[] | 'every' {
  const everywhere = declarable[stored];
  if (everywhere === 'every') return everywhere;
  const here = widenings.filter((row) => row.stored.includes(stored) && row.applies(dialect));
  // Nothing is ever compared with an opaque column, so every column can be one.
  return [...new Set([...everywhere, ...here.flatMap(({ declared }) => declared), 'opaque' as const])];
}

function upTo(widest: (typeof wholeNumbers)[number]): readonly ValueKindName[] {
  return wholeNumbers.slice(0, wholeNumbers.indexOf(widest) + 1);
}
