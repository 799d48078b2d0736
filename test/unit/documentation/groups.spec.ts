import { existsSync, readdirSync } from 'node:fs';
import { pagesOutside } from '../../../docs/.vitepress/addresses.js';
import { readGroups } from '../../../docs/.vitepress/groups.js';

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
      'Reference',
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
