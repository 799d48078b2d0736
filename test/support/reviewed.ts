import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Compares lines with a file that was reviewed, such as `operators.postgres.sql` beside its spec. `npm test -- -u`
 * writes the file anew, for the reviewer of the difference. Without `-u` a missing file fails, and so does a line that
 * nothing writes any more.
 *
 * @param file - The URL of the file: `new URL('operators.sql', import.meta.url)`
 */
export function expectReviewed(file: URL, lines: readonly string[]): void {
  const text = `${lines.join('\n')}\n`;
  if (process.env.UPDATE_REVIEWED === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
