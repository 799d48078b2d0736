/** Fifteen digits are exact as a JavaScript number. */
const mostDigits = 15;
const [zero, nine] = [0x30, 0x39];

/** Where the digits end that begin at a place of a text. */
export function endOfDigits(text: string, first: number): number {
  let end = first;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** Beyond the end of a text the code is NaN, which is none. */
function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/**
 * The whole number that stands in a text from one place to another, if it is written in its one canonical way: digits
 * alone, without leading zeros. Undefined for `007`, `-1`, `1e3`, and for what is too long to be exact.
 */
export function canonicalNumber(text: string, first = 0, end = text.length): number | undefined {
  const length = end - first;
  if (length < 1 || length > mostDigits) return undefined;
  if (text.charCodeAt(first) === zero && length > 1) return undefined;
  let number = 0;
  for (let at = first; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) return undefined;
    number = number * 10 + (code - zero);
  }
  return number;
}
