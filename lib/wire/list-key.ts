import { isEscape } from './key-syntax.js';

/** The keys of a list's members as they were sent: they differ in the index alone, or not at all where it is `[]`. */
export interface ListKey {
  /** The text before the index: `filters[id][$in][`. */
  readonly before: string;
  /** The text from the index to the value: `]=`. */
  readonly after: string;
  /** False for `[]`. */
  readonly isIndexed: boolean;
}

const zero = 0x30;

/** Returns the keys of the list of which a key is that of the first member: it ends with `[0]` or `[]`. Undefined for any other key. */
export function listKeyOf(raw: string): ListKey | undefined {
  const close = raw.endsWith(']') ? raw.length - 1 : isEscape(raw, raw.length - 3, 'd') ? raw.length - 3 : -1;
  if (close < 0) return undefined;
  const isIndexed = raw.charCodeAt(close - 1) === zero;
  const index = isIndexed ? close - 1 : close;
  if (raw[index - 1] !== '[' && !isEscape(raw, index - 3, 'b')) return undefined;
  return { before: raw.slice(0, index), after: `${raw.slice(close)}=`, isIndexed };
}

/** Returns the key of a member, as {@link valueOfMember} finds it. */
export function keyOfMember({ before, after, isIndexed }: ListKey, index: number): string {
  return before + (isIndexed ? index : '') + after.slice(0, -1);
}

/** Returns the position at which the value of a member begins, where its key stands at a position of a text; -1 where it does not. */
export function valueOfMember({ before, after, isIndexed }: ListKey, index: number, text: string, at: number): number {
  if (!text.startsWith(before, at)) return -1;
  let end = at + before.length;
  if (isIndexed) {
    const digits = String(index);
    if (!text.startsWith(digits, end)) return -1;
    end += digits.length;
  }
  return text.startsWith(after, end) ? end + after.length : -1;
}
