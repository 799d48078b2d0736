import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import { Restaurant } from '../restaurants/restaurant.entity.js';

/** Rows per statement, few enough for every engine's limit of parameters. */
const CHUNK = 500;

/** Inserts the rows in chunks. */
export async function insert<Entity extends ObjectLiteral>(
  manager: EntityManager,
  table: EntityTarget<Entity>,
  rows: readonly QueryDeepPartialEntity<Entity>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    const values = rows.slice(start, start + CHUNK);
    await manager.createQueryBuilder().insert().into(table).values(values).updateEntity(false).execute();
  }
}

/** Fills the junction table of restaurants and tags; TypeORM chose its columns' names. */
export async function linkTags(
  manager: EntityManager,
  links: readonly { readonly restaurant: number; readonly tag: number }[],
): Promise<void> {
  const junction = manager.connection
    .getMetadata(Restaurant)
    .findRelationWithPropertyPath('tags')?.junctionEntityMetadata;
  const [restaurant] = junction?.ownerColumns ?? [];
  const [tag] = junction?.inverseColumns ?? [];
  if (!junction || !restaurant || !tag) throw new Error('Restaurant.tags is not a many-to-many relation');
  const rows = links.map((link) => ({ [restaurant.propertyName]: link.restaurant, [tag.propertyName]: link.tag }));
  await insert(manager, junction.tableName, rows);
}

/** Moves PostgreSQL's sequences past the inserted ids, which they do not notice by themselves. */
export async function resetSequences(
  manager: EntityManager,
  tables: readonly EntityTarget<ObjectLiteral>[],
): Promise<void> {
  if (manager.connection.options.type !== 'postgres') return;
  for (const target of tables) {
    const { tablePath, generatedColumns } = manager.connection.getMetadata(target);
    for (const { databaseName: column } of generatedColumns) {
      const next = `(SELECT MAX("${column}") FROM "${tablePath}")`;
      await manager.query(`SELECT setval(pg_get_serial_sequence('"${tablePath}"', '${column}'), ${next})`);
    }
  }
}
