import { existsSync, readFileSync, readdirSync } from 'node:fs';

const pages = ['CONTRIBUTING.md', 'README.md', 'SECURITY.md', ...namesIn('docs')];

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
