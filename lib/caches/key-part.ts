/**
 * Writes a part of a key after its length, so that two different lists of parts never give one text. A missing
 * part differs from an empty one.
 */
export function part(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}

/** Writes parts of a key, one after the other. */
export function partsOf(texts: readonly string[]): string {
  let written = '';
  for (const text of texts) written += part(text);
  return written;
}
