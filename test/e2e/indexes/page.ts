import { readFileSync } from 'node:fs';
import { addressesIn } from '../../support/markdown.js';

/** The text of docs/indexes.md. */
export const page = readFileSync('docs/indexes.md', 'utf8');

/** Returns the statement that makes an index: the first one of that name after some text of the page. */
export function statementOf(index: string, after = ''): string {
  const rest = restAfter(after);
  const start = rest.indexOf(`CREATE INDEX ${index} `);
  if (start < 0) throw new Error(`docs/indexes.md makes no ${index} after ${after}`);
  return rest.slice(start, rest.indexOf(';\n', start));
}

/** Returns the requests of the first block of HTTP after some text of the page. */
export function requestsAfter(text: string): readonly string[] {
  const [, block] = /```http\n([\s\S]*?)\n```/.exec(restAfter(text)) ?? [];
  if (block === undefined) throw new Error(`docs/indexes.md has no requests after ${text}`);
  return addressesIn(block);
}

function restAfter(text: string): string {
  const start = page.indexOf(text);
  if (start < 0) throw new Error(`docs/indexes.md does not say ${text}`);
  return page.slice(start);
}
