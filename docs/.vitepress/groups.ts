import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A page in a group: its name, and its path from the root of the repository. */
export interface GroupedPage {
  readonly text: string;
  readonly file: string;
}

/** A group of pages, as `docs/index.md` has it. */
export interface PageGroup {
  readonly text: string;
  readonly pages: readonly GroupedPage[];
}

/**
 * Reads the groups of pages from the index: a group is a heading, and each of its pages a line of its list. The sidebar
 * is made of them, so that a page has one place.
 */
export function readGroups(root: string): readonly PageGroup[] {
  const [, ...parts] = readFileSync(path.join(root, 'docs/index.md'), 'utf8').split(/^## /m);
  return parts.map((part) => ({
    text: part.slice(0, part.indexOf('\n')),
    pages: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+\.md)\)/gm)].map(([, text = '', target = '']) => ({
      text,
      file: path.posix.join('docs', target),
    })),
  }));
}
