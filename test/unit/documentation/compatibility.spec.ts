import { readFileSync } from 'node:fs';
// @ts-expect-error -- a script without types
import { tablesOf } from '../../compatibility/page.mjs';

const results = JSON.parse(readFileSync('test/compatibility/results.json', 'utf8')) as Record<
  string,
  { date: string }[]
>;

describe('the tested versions in docs/databases.md', () => {
  it('are made of the results of runs', () => {
    expect(readFileSync('docs/databases.md', 'utf8')).toContain(`\n\n${tablesOf(results)}\n\n`);
  });

  it('have a date for each result, and a part of its own for each run', () => {
    expect(Object.keys(results).filter((part) => !['peers', 'nodes', 'engines'].includes(part))).toEqual([]);
    const dates = Object.values(results).flatMap((rows) => rows.map(({ date }) => date));
    expect(dates.length).toBeGreaterThan(0);
    for (const date of dates) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
  });
});
