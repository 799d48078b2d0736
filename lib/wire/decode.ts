/**
 * Decodes a text as a form or `encodeURIComponent` encodes it: `+` is a space. Undefined where it cannot be decoded: half an
 * escape, or bytes that are not UTF-8.
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
