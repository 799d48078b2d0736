import { readFileSync } from 'node:fs';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';

const page = readFileSync('docs/indexes.md', 'utf8');
const own = readFileSync('test/e2e/explain/page.e2e-spec.ts', 'utf8');

onEngines('the example of docs/indexes.md', { entities: blogEntities, seed: seedBlog }, (world) => {
  it('prints the way, the statements with their plans, and the missing indexes', async () => {
    const filters = world.filtersWith({});
    const posts = world.repository(Post);
    const lines: unknown[][] = [];
    const console = { log: (...line: unknown[]) => lines.push(line) };
    // run
    const query = filters.parse(Post, 'filters[title][$ne]=Draft&sort=id&pagination[pageSize]=2');
    const { way, why, statements, missing } = await filters.explain(posts, query, { plan: true });
    console.log(way, why);
    for (const { for: purpose, sql, unserved, plan } of statements) console.log(purpose, sql, unserved, plan);

    const advice = await filters.indexes(Post);
    for (const { serves, ddl } of [...missing, ...advice.missing])
      console.log(`-- ${serves.join(', ')}\n${ddl.join(';\n')};`);
    // end
    expect(lines[0]?.[0]).toBe('usual');
    expect(lines[1]).toEqual(['page', expect.stringMatching(/^SELECT/), ['title'], expect.anything()]);
    expect(lines.flat().join('\n')).toMatch(/-- filter title\nCREATE INDEX/);
  });

  it('is the code that runs here', () => {
    const [, code = ''] = /\/\/ run\n([\s\S]*?) *\/\/ end/.exec(own) ?? [];
    expect(page).toContain(code.replaceAll(/^ {4}/gm, ''));
  });
});
