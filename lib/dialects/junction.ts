/**
 * Greatest number of parts in one chain. SQLite refuses an expression deeper than 1,000, and every AND adds a level.
 */
const maxParts = 100;

/**
 * Joins conditions by AND or OR, in brackets. Long chains become nested brackets, so that none gets deep. Without
 * conditions, AND is true and OR is false.
 */
export function junction(word: 'AND' | 'OR', parts: readonly string[]): string {
  if (parts.length === 0) return word === 'AND' ? '1 = 1' : '1 = 0';
  if (parts.length <= maxParts) return `(${parts.join(` ${word} `)})`;
  const brackets = Array.from({ length: Math.ceil(parts.length / maxParts) }, (_, index) =>
    junction(word, parts.slice(index * maxParts, (index + 1) * maxParts)),
  );
  return junction(word, brackets);
}
