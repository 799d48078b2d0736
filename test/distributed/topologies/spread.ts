import type { DataSource, DataSourceOptions } from 'typeorm';
import { withSource } from './tables.js';
import type { Entities } from './topology.js';

/** A shard by the name that the head has for it. */
interface Shard {
  readonly name: string;
  readonly options: DataSourceOptions;
}

/**
 * The columns to spread tables by, where that is not the primary key: rows that belong together stand together. A table
 * with
 * `head` stays whole.
 */
export type SpreadBy = Readonly<Record<string, string>>;

/**
 * Makes tables that are spread over shards: TypeORM makes them on every server, and those of the head become partitions
 * that are foreign tables. No sharded engine can keep foreign keys, so there are none.
 */
export async function spread(
  head: DataSourceOptions,
  shards: readonly Shard[],
  { entities, by = {} }: { readonly entities: Entities; readonly by?: SpreadBy | undefined },
): Promise<void> {
  for (const { options } of shards) {
    await withSource({ ...options, entities }, async (source) => {
      await makeAnew(source);
      await dropForeignKeys(source);
    });
  }
  await withSource({ ...head, entities }, async (source) => {
    await makeAnew(source);
    for (const { tableName, primaryColumns } of source.entityMetadatas) {
      if (by[tableName] === 'head') continue;
      const key = by[tableName] ?? primaryColumns.map(({ databaseName }) => `"${databaseName}"`).join(', ');
      for (const statement of partitionsOf(tableName, key, shards)) await source.query(statement);
    }
  });
}

/** Two suites may have the same tables. */
async function makeAnew(source: DataSource): Promise<void> {
  for (const { tableName } of source.entityMetadatas) await source.query(`DROP TABLE IF EXISTS "${tableName}" CASCADE`);
  await source.synchronize();
}

async function dropForeignKeys(source: DataSource): Promise<void> {
  const keys: { table: string; name: string }[] = await source.query(
    `SELECT conrelid::regclass::text AS "table", conname AS name FROM pg_constraint WHERE contype = 'f'`,
  );
  for (const { table, name } of keys) await source.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
}

function partitionsOf(table: string, key: string, shards: readonly Shard[]): string[] {
  const parts = shards.map(
    ({ name }, index) =>
      `CREATE FOREIGN TABLE "${table}_${name}" PARTITION OF "${table}" FOR VALUES WITH (MODULUS ${shards.length}, ` +
      `REMAINDER ${index}) SERVER ${name} OPTIONS (table_name '${table}', batch_size '500')`,
  );
  return [
    `ALTER TABLE "${table}" RENAME TO "${table}_whole"`,
    `CREATE TABLE "${table}" (LIKE "${table}_whole" INCLUDING DEFAULTS) PARTITION BY HASH (${key})`,
    ...parts,
    `DROP TABLE "${table}_whole" CASCADE`,
  ];
}
