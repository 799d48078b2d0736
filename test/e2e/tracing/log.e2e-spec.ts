import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { logSlowLists } from './slow-lists.js';

/** What a process prints that is asked once, with the option and the variable of the page. */
function printed(): string {
  const env = { ...process.env, NODE_DEBUG: 'nestjs-filterable', NO_COLOR: '1' };
  const { stdout, stderr, status } = spawnSync(process.execPath, ['test/e2e/tracing/night/server.mjs'], {
    ...{ env, encoding: 'utf8' },
  });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return `${stdout}\n${stderr}`;
}

const page = readFileSync('docs/operations.md', 'utf8');

onEngines('the log of a slow list', { entities: blogEntities, on: ['sqlite'] }, (world) => {
  it('has a line for a slow list, which is the code of the documentation', async () => {
    expect(page).toContain(readFileSync('test/e2e/tracing/slow-lists.ts', 'utf8').trim());
    const lines: string[] = [];
    const stop = logSlowLists(0, (line) => lines.push(line));
    try {
      const query = world.filters.parse(Post, 'filters[title][$contains]=kanarienvogel&facets=status', {
        facets: ['status'],
      });
      await world.filters.page(world.repository(Post), query);
    } finally {
      stop();
    }
    expect(lines).toHaveLength(1);
    const [line = ''] = lines;
    expect(line).not.toContain('kanarien');
    expect(JSON.parse(line)).toMatchObject({
      operation: 'page',
      entity: 'Post',
      request: { filters: { title: { $contains: '?' } }, facets: { status: 'true' } },
      scopes: {},
      statements: [{ text: expect.stringContaining('SELECT') as unknown, rows: 0 }, { rows: 0 }],
    });
    stop();
  });

  it('shows what a process prints, by the command of docs/configuration.md', () => {
    const configuration = readFileSync('docs/configuration.md', 'utf8');
    expect(configuration).toContain('```sh\nNODE_DEBUG=nestjs-filterable npm start\n```');
    const [, block = ''] = /^```\n(FilterQuery<[^]*?)^```$/m.exec(page) ?? [];
    const shown = block.trim().split('\n');
    expect(shown).toHaveLength(4);
    const lines = printed().replaceAll(/^NESTJS-FILTERABLE \d+/gm, 'NESTJS-FILTERABLE 4711');
    for (const line of shown) expect(lines).toContain(`${line}\n`);
  });

  it('can print what a list asked, and tell the rows of two users apart', () => {
    const query = world.filters.parse(Post, 'filters[title]=a&sort=id');
    expect(inspect(query)).toBe(`FilterQuery<Post> ${query.toString()}`);
    expect(query.toJSON()).toEqual({ filters: { title: { $eq: 'a' } }, sort: ['id:asc'] });
    expect(query.cost.total).toBeGreaterThan(0);
    const other = world.filters.and(query, { tenantId: 1 });
    expect(other.toString()).toBe(query.toString());
    expect(other.cacheKey().split('#')[1]).not.toBe(query.cacheKey().split('#')[1]);
    expect(world.filters.describe(Post)).toMatchObject({ fields: expect.anything() as unknown });
  });
});
