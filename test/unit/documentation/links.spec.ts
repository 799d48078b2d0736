import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { anchorOf } from '../../../docs/.vitepress/anchors.js';

const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
const pages = [
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'sample-app/README.md'],
  ...inDocs.map((name) => path.join('docs', name)),
];

/** The text of a page without its code. */
function proseOf(page: string): string {
  return readFileSync(page, 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));
}

/** The anchors of a page's headings, as GitHub makes them, and the site with the same function. */
function anchorsOf(page: string): ReadonlySet<string> {
  return new Set([...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchorOf(text)));
}

describe.each(pages)('%s', (page) => {
  it('links to pages, files and headings that exist', () => {
    const links = [...proseOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
    const dead = links.filter(([, file = '', anchor]) => {
      const target = file === '' ? page : path.join(path.dirname(page), file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });
});
