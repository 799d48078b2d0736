/** Number of digits that a JavaScript number always holds exactly. */
const mostDigits = 15;
/** Codes of the characters `0` and `9`. */
const [zero, nine] = [0x30, 0x39];

/** Returns the index after the digits that begin at an index. Without digits this is the index itself. */
export function endOfDigits(text: string, first: number): number {
  let end = first;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

/** Returns false also for NaN, the code beyond the end of a text. */
function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/**
 * Reads the whole number between two indexes of a text, in canonical form: digits alone, without leading zeros.
 *
 * @returns undefined for `007`, `-1`, `1e3`, and for a number too long to be exact
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
