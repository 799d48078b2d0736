import { readFileSync } from 'node:fs';
// @ts-expect-error -- a script without types
import { tableOf } from '../../bench/peers/compare/page.mjs';

const results = JSON.parse(readFileSync('test/bench/peers/compare/results.json', 'utf8')) as {
  readonly date: string;
  readonly rows: readonly { readonly right: string; readonly ours: string }[];
};

describe('docs/comparison.md', () => {
  it('has the table of the recorded answers', () => {
    expect(readFileSync('docs/comparison.md', 'utf8')).toContain(`\n\n${tableOf(results)}\n\n`);
  });

  it('has the right answers of this library', () => {
    for (const { right, ours } of results.rows) expect(ours).toBe(right);
  });
});
