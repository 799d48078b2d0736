import type { Location } from '../issues.js';

/*
 * Once it is scanned, a key is a text: what follows the parameter's name, decoded, with brackets for structure and for
 * nothing else: `[author][name][$eq]`, or an empty text for the parameter itself. A bracket that belongs to a name is
 * written with a NUL, which nothing else can bring in, because a NUL in a key is refused.
 */
export const innerOpen = '\0(';
export const innerClose = '\0)';

/** A segment as the client meant it. */
export function meant(segment: string): string {
  return segment.includes('\0') ? segment.replaceAll(innerOpen, '[').replaceAll(innerClose, ']') : segment;
}

/** The place of a key below its parameter. */
export function locate(root: Location, key: string): Location {
  if (key === '') return root;
  return key
    .slice(1, -1)
    .split('][')
    .reduce((location, segment) => location.child(meant(segment)), root);
}

/** Indexes are written one way only; `00`, `-1` and `1e3` are names. Fifteen digits are exact as a number. */
const longestIndex = 15;
const [zero, nine] = [0x30, 0x39];

/** The list index that the last segment of a key is, or undefined. */
export function lastIndexOfKey(key: string): number | undefined {
  const first = key.lastIndexOf('[') + 1;
  return first === 0 ? undefined : indexBetween(key, first, key.length - 1);
}

/** The list index that stands in a text from one place to another, or undefined. */
export function indexBetween(text: string, first: number, end: number): number | undefined {
  const length = end - first;
  if (length < 1 || length > longestIndex) return undefined;
  if (text.charCodeAt(first) === zero && length > 1) return undefined;
  let index = 0;
  for (let at = first; at < end; at += 1) {
    const digit = text.charCodeAt(at);
    if (digit < zero || digit > nine) return undefined;
    index = index * 10 + (digit - zero);
  }
  return index;
}
