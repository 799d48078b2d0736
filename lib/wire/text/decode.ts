/**
 * Decodes a text as a form or `encodeURIComponent` encodes it: `+` is a space.
 *
 * @returns undefined for an incomplete escape, and for bytes that are not UTF-8
 */
export function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
