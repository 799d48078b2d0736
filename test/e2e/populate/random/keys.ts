import type { EntitySchemaColumnOptions } from 'typeorm';
import type { EngineName } from '../../../support/databases.js';

/** Kinds of columns that rows are referred to by. */
export const keyKinds = ['int', 'bigint', 'uuid', 'date', 'binary', 'text', 'upper'] as const;

export type KeyKind = (typeof keyKinds)[number];

/** A kind of key: its column, and its values by whole numbers, in their order. */
interface Kind {
  readonly column: (engine: EngineName) => EntitySchemaColumnOptions;
  /** Returns a value as the database has it. */
  readonly stored: (number: number, engine: EngineName) => unknown;
  /** Returns a value as an answer has it, in the form of `canonical`. */
  readonly shown: (number: number, engine: EngineName) => unknown;
}

const padded = (number: number, length: number) => String(number).padStart(length, '0');
const uuidOf = (number: number) => `00000000-0000-4000-8000-${padded(number, 12)}`;
const dateOf = (number: number) => `20${padded(number, 2)}-02-${padded((number % 27) + 1, 2)}`;
const bytesOf = (number: number) => Buffer.from([0, 92, 34, 100 + number]);
/** Numbers of SQLite are numbers of JavaScript; the others' have more digits. */
const bigOf = (number: number, engine: EngineName) =>
  engine === 'sqlite' ? 2 ** 40 + number : String(9_007_199_254_740_993n + 2n * BigInt(number));

const binaryTypes = { sqlite: 'blob', postgres: 'bytea', mariadb: 'varbinary' } as const;

/** A transformer of a key, as applications have for codes. */
const lowered = {
  to: (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value),
  from: (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value),
};

export const kinds: Readonly<Record<KeyKind, Kind>> = {
  int: { column: () => ({ type: 'int' }), stored: (number) => number, shown: (number) => number },
  bigint: {
    column: () => ({ type: 'bigint' }),
    stored: bigOf,
    shown: (number, engine) => String(bigOf(number, engine)),
  },
  uuid: {
    column: (engine) => (engine === 'sqlite' ? { type: 'varchar', length: 36 } : { type: 'uuid' }),
    stored: uuidOf,
    shown: uuidOf,
  },
  date: { column: () => ({ type: 'date' }), stored: dateOf, shown: dateOf },
  binary: {
    column: (engine) => ({ type: binaryTypes[engine], ...(engine === 'mariadb' && { length: 4 }) }),
    stored: bytesOf,
    shown: (number) => hexOf(bytesOf(number)),
  },
  text: {
    column: () => ({ type: 'varchar', length: 20 }),
    stored: (number) => `key ${padded(number, 2)}`,
    shown: (number) => `key ${padded(number, 2)}`,
  },
  upper: {
    column: () => ({ type: 'varchar', length: 20, transformer: lowered }),
    stored: (number) => `KEY ${padded(number, 2)}`,
    shown: (number) => `key ${padded(number, 2)}`,
  },
};

function hexOf(bytes: Buffer): string {
  return `0x${bytes.toString('hex')}`;
}

/** Returns rows as JSON has them. Engines give whole numbers of 64 bits as texts, or as numbers. */
export function canonical(rows: unknown): unknown {
  const text = JSON.stringify(rows, (_, value: unknown) => {
    if (typeof value === 'number' && Math.abs(value) > 2 ** 32) return String(value);
    return isBytes(value) ? hexOf(Buffer.from(value.data)) : value;
  });
  return JSON.parse(text) as unknown;
}

function isBytes(value: unknown): value is { readonly data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
}
