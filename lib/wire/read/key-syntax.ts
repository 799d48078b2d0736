import { decode } from '../text/decode.js';

const nul = 0x00;
const equals = 0x3d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Returns the position of the first `=` outside brackets, where a key ends, or -1. */
export function endOfKey(piece: string): number {
  const first = piece.indexOf('=');
  if (first < 0 || piece[first - 1] === ']' || isEscape(piece, first - 3, 'd')) return first;
  let open = false;
  for (let at = 0; at < piece.length; at += 1) {
    const code = piece.charCodeAt(at);
    if (code === equals && !open) return at;
    if (code === openBracket || isEscape(piece, at, 'b')) open = true;
    else if (code === closeBracket || isEscape(piece, at, 'd')) open = false;
  }
  return -1;
}

/** Returns true where `%5B` or `%5D` begins at a position. */
function isEscape(piece: string, at: number, lastDigit: 'b' | 'd'): boolean {
  return piece[at] === '%' && piece[at + 1] === '5' && piece[at + 2]?.toLowerCase() === lastDigit;
}

/**
 * Splits a decoded key into its names, in one pass over its characters. Nearly every key passes here.
 *
 * @returns undefined for a malformed key, or nested brackets, which {@link decodeKey} and {@link pathOf} examine
 */
export function plainPath(key: string, parameter: string): string[] | undefined {
  const path = [parameter];
  for (let at = parameter.length; at < key.length; at += 1) {
    if (key.charCodeAt(at) !== openBracket) return undefined;
    const first = at + 1;
    for (at = first; ; at += 1) {
      const code = key.charCodeAt(at);
      if (code === closeBracket) break;
      // Beyond the end the code is NaN.
      if (!(code > nul) || code === openBracket) return undefined;
    }
    if (at === first && at + 1 < key.length) return undefined;
    path.push(key.slice(first, at));
  }
  return path;
}

/**
 * Splits a key that {@link decodeKey} decoded into its names. A name may be empty, or contain brackets.
 *
 * @returns undefined unless the key is `[…][…]` throughout: for `[a`, `[a]b`, `]`, `.a`, `[[a]]`, `[a[b]c]`
 */
export function pathOf(key: string, parameter: string): string[] | undefined {
  const path = [parameter];
  let open = parameter.length;
  while (open < key.length) {
    const close = key.indexOf(']', open);
    const next = key.indexOf('[', open + 1);
    const end = next < 0 ? key.length : next;
    if (key[open] !== '[' || close !== end - 1) return undefined;
    path.push(withBrackets(key.slice(open + 1, close)));
    open = end;
  }
  return path;
}

/*
 * A bracket within a name carries a NUL until the key is split. Other NULs cannot occur, because a
 * key with one is refused.
 */
const innerOpen = '\0(';
const innerClose = '\0)';

function withBrackets(segment: string): string {
  return segment.includes('\0') ? segment.replaceAll(innerOpen, '[').replaceAll(innerClose, ']') : segment;
}

const bracket = /([[\]]|%5B|%5D)/i;
const opening: ReadonlySet<string> = new Set(['[', '%5B', '%5b']);

/**
 * Decodes a key once. Encoded brackets are structure, too, with one exception: inside a segment that a bare bracket
 * opens, an encoded `[` and its encoded `]` are text. A name with brackets is written so.
 */
export function decodeKey(raw: string): string {
  let text = '';
  let depth = 0;
  let openedBare = false;
  for (const [position, token] of raw.split(bracket).entries()) {
    if (position % 2 === 0) {
      text += decode(token) ?? token;
    } else if (opening.has(token)) {
      const inner = depth > 0 && openedBare && token !== '[';
      if (depth === 0) openedBare = token === '[';
      depth += inner || depth === 0 ? 1 : 0;
      text += inner ? innerOpen : '[';
    } else {
      const inner = depth > 1 && token !== ']';
      depth = inner ? depth - 1 : 0;
      text += inner ? innerClose : ']';
    }
  }
  return text;
}
