import { unescape } from 'node:querystring';
import { type IssueCollector, Location } from '../../issues/index.js';
import { decode } from '../text/decode.js';
import { eachPiece } from '../text/pieces.js';
import { hasFragment, isWithinLimits } from './read-query-string.js';
import type { WireOptions } from './wire-options.js';

/** One parameter of a query string, decoded. */
export interface SentPair {
  readonly key: string;
  /** The value; null for a key without `=`. */
  readonly value: string | null;
}

/**
 * Splits a query string into its parameters, for readers of other spellings. The limits on the whole text hold, and
 * what cannot be decoded is refused.
 */
export function readPairs(text: string, options: WireOptions, issues: IssueCollector): readonly SentPair[] {
  if (!isWithinLimits(text, options, issues) || hasFragment(text, options, issues)) return [];
  const pairs: SentPair[] = [];
  eachPiece(text, (start, end) => {
    const pair = pairOf(text.slice(start, end));
    if (pair !== undefined) pairs.push(pair);
    else issues.add(Location.root(options.params.filters), { code: 'malformed_encoding' }, malformed);
  });
  return pairs;
}

const malformed = 'cannot be read: the query string has malformed percent-encoding';

function pairOf(piece: string): SentPair | undefined {
  const { key: rawKey, value: rawValue } = splitPair(piece);
  const key = decode(rawKey);
  const value = rawValue === null ? null : decode(rawValue);
  return key === undefined || value === undefined ? undefined : { key, value };
}

/** Splits a parameter that may be unreadable. Bytes that are not UTF-8 become U+FFFD. */
export function pairAsSent(piece: string): SentPair {
  const { key, value } = splitPair(piece);
  return { key: decode(key) ?? unescape(key), value: value === null ? null : (decode(value) ?? unescape(value)) };
}

function splitPair(piece: string): SentPair {
  const equals = piece.indexOf('=');
  return equals < 0 ? { key: piece, value: null } : { key: piece.slice(0, equals), value: piece.slice(equals + 1) };
}
