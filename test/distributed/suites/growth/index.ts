import { DataSource } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { type ShardedCluster, openShards, shards } from '../../topologies/shards.js';
import type { Outcome, Suite } from '../suite.js';
import { Post, entities } from './model.js';
import { growthRequests } from './requests.js';
import { seed } from './seed.js';
import { type Shipped, shippedDuring } from './shipped.js';
import { type Column, writeTable } from './table.js';

/** The numbers of posts, each ten times the one before. */
const sizes = (process.env['DISTRIBUTED_SIZES'] ?? '10000,100000,1000000').split(',').map(Number);

/** What shards send for a page, as the tables grow. A page by cursor takes the same few rows at every size. */
export const growth: Suite = {
  name: 'growth',
  appliesTo: ({ name }) => name === shards.name,
  async run({ log }) {
    const columns: Column[] = [];
    for (const size of sizes) {
      const cluster = await openShards();
      try {
        await seed(cluster, size);
        columns.push({ size, cells: await measure(cluster, size) });
      } finally {
        await cluster.close();
      }
      for (const [index, cell] of columns.at(-1)?.cells.entries() ?? []) {
        log({ suite: 'growth', size, request: growthRequests[index]?.name, ...cell });
      }
    }
    return outcomeOf(columns);
  },
};

async function measure(cluster: ShardedCluster, size: number): Promise<(Shipped | undefined)[]> {
  const source = await new DataSource({ ...cluster.options, entities }).initialize();
  const filters = FilterService.forDataSource(source, { limits: { offset: 1_000_000 } });
  try {
    const cells: (Shipped | undefined)[] = [];
    for (const { query, overrides, isDeep, upTo = size } of growthRequests) {
      const text = isDeep === undefined ? query : await deepQuery(filters, source, query);
      const read = () => filters.page(source.getRepository(Post), filters.parse(Post, text, overrides));
      cells.push(size > upTo ? undefined : await shippedDuring(cluster, read));
    }
    return cells;
  } finally {
    await source.destroy();
  }
}

/** Returns the request for the page behind the middle of the list. */
async function deepQuery(filters: FilterService, source: DataSource, text: string): Promise<string> {
  const from = source.getRepository(Post).createQueryBuilder('post').where('post.score <= 50000');
  const { meta } = await filters.page(from, filters.parse(Post, text));
  const next = meta.pagination.next ?? null;
  if (next === null) throw new Error(`there is no middle: ${text}`);
  return `${text}${encodeURIComponent(next)}`;
}

async function outcomeOf(columns: readonly Column[]): Promise<Outcome> {
  await writeTable(growthRequests, columns);
  const failures = growthRequests.flatMap(({ name, most = Infinity }, index) =>
    columns.flatMap(({ size, cells }) => {
      const rows = cells[index]?.rows ?? Infinity;
      return rows <= most ? [] : [`${name}: ${rows} rows at ${size} posts, ${most} allowed`];
    }),
  );
  const deepest = growthRequests.findIndex(({ isDeep }) => isDeep);
  const rows = columns.map(({ cells }) => cells[deepest]?.rows ?? '?').join(', ');
  return { summary: `by cursor ${rows} rows at ${columns.map(({ size }) => size).join(', ')}`, failures };
}
