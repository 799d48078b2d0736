/** SQLite refuses an expression that is deeper than 1,000, and every word of a chain is a level more. */
const longest = 100;

/** Joins conditions by AND or OR, within a bracket; long chains in parts of their own, so that none gets deep. */
export function junction(word: 'AND' | 'OR', parts: readonly string[]): string {
  if (parts.length <= longest) return `(${parts.join(` ${word} `)})`;
  const brackets = Array.from({ length: Math.ceil(parts.length / longest) }, (_, index) =>
    junction(word, parts.slice(index * longest, (index + 1) * longest)),
  );
  return junction(word, brackets);
}
