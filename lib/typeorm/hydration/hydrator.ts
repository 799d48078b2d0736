import type { ObjectLiteral } from 'typeorm';
import type { EntityTable, EntityTables } from '../tables.js';
import type { Row } from './column-reader.js';
import { type EntityHydrator, type TableHydrator, entityHydrator } from './entity-hydrator.js';
import { groupsOf, haveRoundedKeys, rowKey } from './row-key.js';

/**
 * Compiles a builder's tables to a function that makes entities from its rows. They have the classes, keys and order of
 * TypeORM's own. Decisions that depend only on the tables are made once, not for each row.
 */
export function hydratorOf(tables: EntityTables): TableHydrator {
  return tableHydrator(tables.root, tables);
}

/** Makes the hydrator of a table: it groups the rows by the primary key, in the order of their first appearance. */
function tableHydrator(table: EntityTable, tables: EntityTables): TableHydrator {
  const { alias, metadata } = table;
  const names = metadata.primaryColumns.map(({ databaseName }) => tables.resultName(alias, databaseName));
  const keyOf = rowKey(names);
  const keys = { names, areDistinct: table === tables.root && tables.hasEntityPerRow };
  const hydrate = classHydrator(table, tables);
  const [keyName, ...more] = names;
  return (rows) => {
    const entities: ObjectLiteral[] = [];
    const add = (first: Row, group?: readonly Row[]): void => {
      const entity = hydrate(first, group);
      if (entity !== undefined) entities.push(entity);
    };
    const areEach = keyName !== undefined && more.length === 0 && haveDistinct(rows, keyName);
    if (areEach || haveRoundedKeys(rows, keys)) for (const row of rows) add(row);
    else for (const group of allGroupsOf(rows, keyOf)) if (group[0] !== undefined) add(group[0], group);
    return entities;
  };
}

/** Greatest number of keys that are looked up in a list. A Set of so few takes longer to make. */
const mostInList = 32;

/**
 * True where every row is an entity of its own: its keys are texts or numbers, all different, so none
 * need be written as text.
 */
function haveDistinct(rows: readonly Row[], keyName: string): boolean {
  const type = typeof rows[0]?.[keyName];
  if (type !== 'string' && type !== 'number') return false;
  const keys: unknown[] = [];
  for (const row of rows) {
    const key = row[keyName];
    if (typeof key !== type) return false;
    if (rows.length <= mostInList && keys.includes(key)) return false;
    keys.push(key);
  }
  return rows.length <= mostInList || new Set(keys).size === keys.length;
}

/** Groups rows by key. */
function allGroupsOf(rows: readonly Row[], keyOf: (row: Row) => string): Iterable<readonly Row[]> {
  if (rows.length < 2) return rows.length === 0 ? [] : [rows];
  return groupsOf(rows, keyOf).values();
}

/** Makes the hydrator of a table's entities, by the class that the discriminator names. */
function classHydrator({ alias, metadata }: EntityTable, tables: EntityTables): EntityHydrator {
  const hydratorFor = (part: EntityTable): EntityHydrator =>
    entityHydrator(part, tables, (joined) => tableHydrator(joined, tables));
  const own = hydratorFor({ alias, metadata });
  const { discriminatorColumn, childEntityMetadatas } = metadata;
  if (discriminatorColumn === undefined || childEntityMetadatas.length === 0) return own;
  const name = tables.resultName(alias, discriminatorColumn.databaseName);
  const children = childEntityMetadatas.map((child) => ({
    value: child.discriminatorValue,
    hydrate: hydratorFor({ alias, metadata: child }),
  }));
  return (first, rows) => {
    const child = children.find(({ value }) => (rows ?? [first]).some((row) => row[name] === value));
    return (child?.hydrate ?? own)(first, rows);
  };
}
