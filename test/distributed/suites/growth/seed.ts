import { at } from '../../topologies/postgres-options.js';
import type { ShardedCluster } from '../../topologies/shards.js';
import { withSource } from '../../topologies/tables.js';
import { entities, spreadBy } from './model.js';

const router = 'large_router';

/**
 * Makes a blog of so many posts. Each shard makes its own rows: which those are is the hash of the post, as on the
 * head.
 */
export async function seed(cluster: ShardedCluster, posts: number): Promise<void> {
  const { head, nodes } = cluster;
  await cluster.makeTables(entities, spreadBy);
  await Promise.all(
    nodes.map(({ url }, index) =>
      withSource(at(url, patience), async (source) => {
        const isHere = (key: string) =>
          `satisfies_hash_partition('${router}'::regclass, ${nodes.length}, ${index}, (${key})::int)`;
        await source.query(`DROP TABLE IF EXISTS ${router}`);
        await source.query(`CREATE TABLE ${router} (id int) PARTITION BY HASH (id)`);
        for (const statement of rowsOfShard(posts, isHere)) await source.query(statement);
      }),
    ),
  );
  await withSource(at(head.url, patience), async (source) => {
    for (const statement of rowsOfHead(posts)) await source.query(statement);
  });
}

const patience = 600_000;

/** Rows that look random, and are the same in every run: 2.5 comments for each post, a popular tag and another one. */
function rowsOfShard(posts: number, isHere: (key: string) => string): string[] {
  const comments = posts * 2.5;
  const post = `(g::bigint * 7919 % ${posts} + 1)`;
  return [
    `INSERT INTO large_post (id, score, title, status, "authorId")
       SELECT g, (g::bigint * 104729 % 1299709) % 100000, 'Post number ' || g,
         CASE WHEN g % 10 < 7 THEN 'published' ELSE 'draft' END, (g::bigint * 31337 % 1299721) % ${posts / 100} + 1
       FROM generate_series(1, ${posts}) g WHERE ${isHere('g')}`,
    `INSERT INTO large_comment (id, stars, "postId")
       SELECT g, CASE WHEN g % 2000 = 0 THEN 9 ELSE g % 23 % 6 END, ${post} FROM generate_series(1, ${comments}) g WHERE ${isHere(post)}`,
    `INSERT INTO large_post_tag ("largePostId", "largeTagId")
       SELECT g, (g::bigint * 7919 % 65537) % 10 + 1 FROM generate_series(1, ${posts}) g WHERE ${isHere('g')}`,
    `INSERT INTO large_post_tag ("largePostId", "largeTagId")
       SELECT g, (g::bigint * 6271 % 65539) % 90 + 11 FROM generate_series(1, ${posts}) g WHERE ${isHere('g')}`,
    'VACUUM ANALYZE',
    'CREATE EXTENSION IF NOT EXISTS pg_stat_statements',
  ];
}

function rowsOfHead(posts: number): string[] {
  return [
    `INSERT INTO large_author (id, country) SELECT g, g % 50 FROM generate_series(1, ${posts / 100}) g`,
    `INSERT INTO large_tag (id, name) SELECT g, 'tag ' || g FROM generate_series(1, 100) g`,
    'ANALYZE',
  ];
}
