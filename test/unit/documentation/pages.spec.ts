import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pagesOutside } from '../../../docs/.vitepress/addresses.js';
import { anchorOf } from '../../../docs/.vitepress/anchors.js';
import { readGroups } from '../../../docs/.vitepress/groups.js';

const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
/** What a folder says of itself, for those who change it. */
const ofFolders = [...readmesIn('.ci'), ...readmesIn('lib'), ...readmesIn('test')];
const pages = [
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'sample-app/README.md', ...ofFolders],
  ...inDocs.map((name) => path.join('docs', name)),
];

function readmesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : readmesIn(file);
    return entry.name === 'README.md' ? [file] : [];
  });
}

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

describe('paths', () => {
  const pages = ['CONTRIBUTING.md', 'README.md', 'SECURITY.md', ...ofFolders, ...namesIn('docs')];

  function namesIn(folder: string): readonly string[] {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  }

  /** The places where a path of the documentation may begin, and the ends that it may leave out. */
  const beginnings = ['', 'lib/'];
  const ends = ['', '.ts', '.mjs', '.spec.ts', '.e2e-spec.ts'];

  /** Folders of other projects that a page names beside ours. */
  const elsewhere: ReadonlySet<string> = new Set(['test/functional', 'test/core']);

  describe.each(pages)('%s', (page) => {
    const text = readFileSync(page, 'utf8');
    const paths = [...text.matchAll(/`((?:lib|test|parse|sql|wire|engine|page)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );

    it('names files and folders that exist', () => {
      const missing = paths.filter(
        (path) =>
          !elsewhere.has(path) && !beginnings.some((first) => ends.some((last) => existsSync(first + path + last))),
      );
      expect(missing).toEqual([]);
    });
  });
});

/** Tables and plots belong to the page that shows them. */
const parts = /^docs\/(index\.md|benchmarks\/)/;

const groups = readGroups('.');
const grouped = groups.flatMap(({ pages }) => pages.map(({ file }) => file));

describe('docs/index.md', () => {
  it('has six groups', () => {
    expect(groups.map(({ text }) => text)).toEqual([
      'Start',
      'Requests',
      'Serving',
      'Clients',
      'Speed and scale',
      'About',
    ]);
  });

  it('has every page of docs, and those beside it, in one group', () => {
    const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .map((name) => `docs/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.md') && !name.includes('/.') && !parts.test(name));
    expect([...grouped].sort()).toEqual([...inDocs, ...pagesOutside].sort());
  });

  it.each(grouped)('leads to %s, which exists', (file) => expect(existsSync(file)).toBe(true));
});
