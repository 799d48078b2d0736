import type { Slice } from '../ast/index.js';
import type { ValueRules } from './operand-parser.js';

/** The texts of the parameters of a slice, by their names. */
export type SliceTexts = Readonly<Record<string, string>>;

/**
 * Reads the slice of a request whose shape was read before. Undefined for a text that `readSlice` would refuse, or take for something
 * else than a plain value.
 *
 * @param like a slice that was read of the same parameters
 */
export function readSliceTexts(like: Slice, texts: SliceTexts, rules: ValueRules): Slice | undefined {
  const { offset, pageSize: usual } = rules.budget.limits;
  const withCount = texts['withCount'] === undefined ? undefined : flagIn(texts['withCount'], rules);
  const take = sizeIn(texts[like.type === 'offset' ? 'limit' : 'pageSize'], usual, rules);
  if (withCount === null || take === undefined) return undefined;
  switch (like.type) {
    case 'offset': {
      const start = numberIn(texts['start'], 0);
      return start === undefined || start > offset ? undefined : { type: 'offset', start, limit: take, withCount };
    }
    case 'page': {
      const page = numberIn(texts['page'], 1);
      if (page === undefined || page < 1 || (page - 1) * take > offset) return undefined;
      return { type: 'page', page, pageSize: take, withCount };
    }
    case 'cursor': {
      const { direction } = like;
      const cursor = texts[direction] ?? '';
      return isPrintable(cursor) ? { type: 'cursor', direction, cursor, pageSize: take, withCount } : undefined;
    }
  }
}

/** Returns true for a text without half a pair of surrogates, which no answer could repeat. */
export function isPrintable(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Reads a number of rows; undefined for one that is refused, or that a compatibility mode takes for another. */
function sizeIn(text: string | undefined, usual: number, { budget: { limits } }: ValueRules): number | undefined {
  const size = numberIn(text, usual);
  return size === undefined || size < 1 || size > limits.maxPageSize ? undefined : size;
}

/** Reads a whole number; undefined for what is none from 0 on. */
function numberIn(text: string | undefined, absent: number): number | undefined {
  if (text === undefined) return absent;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Reads true or false; null for what is neither. */
function flagIn(text: string, { compatibility }: ValueRules): boolean | null {
  return compatibility.withCount.get(text) ?? null;
}
