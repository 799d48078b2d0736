import { readFileSync } from 'node:fs';
// @ts-expect-error -- a script without types
import { pageOf } from '../../compatibility/page.mjs';

const results = JSON.parse(readFileSync('test/compatibility/results.json', 'utf8')) as Record<
  string,
  { date: string }[]
>;

describe('docs/compatibility.md', () => {
  it('is made of the results of runs', () => {
    expect(readFileSync('docs/compatibility.md', 'utf8')).toBe(pageOf(results));
  });

  it.each(['peers', 'nodes', 'engines'])('has dated results of %s', (part) => {
    expect(results[part]?.length).toBeGreaterThan(0);
    for (const { date } of results[part] ?? []) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
  });
});
