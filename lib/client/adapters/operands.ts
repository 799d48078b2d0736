import { type Asked, refusal } from './operators.js';

/** A value that a condition compares with. */
export type Operand = string | number | bigint | boolean | Date;

/** Reads one value. NaN, an invalid date, null and objects are refused. */
export function operand(value: unknown, { place }: Asked): Operand {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  throw refusal(place, 'takes a value: a text, a number, a boolean or a Date');
}

/** Reads a text to search for. The empty text is refused, because every text contains it. */
export function text(value: unknown, asked: Asked): string {
  const read = typeof value === 'number' ? String(operand(value, asked)) : value;
  if (typeof read === 'string' && read !== '') return read;
  throw refusal(asked.place, 'takes a text that is not empty; leave the condition out where there is none');
}

/** Reads a number, or the digits of one. */
export function numeric(value: unknown, asked: Asked): number | string {
  if (typeof value === 'number') return Number(operand(value, asked));
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return value;
  throw refusal(asked.place, 'takes a number');
}

/** Reads a list of one value or more. */
export function list(value: unknown, asked: Asked): readonly Operand[] {
  if (Array.isArray(value) && value.length > 0) return value.map((member) => operand(member, asked));
  throw refusal(asked.place, 'takes a list that is not empty; leave the condition out where there is none');
}

/** Reads the two ends of a range. */
export function ends(value: unknown, { place }: Asked): readonly [unknown, unknown] {
  if (!Array.isArray(value) || value.length > 2) throw refusal(place, 'takes a pair: [from, to]');
  const pair: readonly unknown[] = value;
  return [pair[0], pair[1]];
}

/** Returns true for an empty value: an input that nobody has filled in. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
