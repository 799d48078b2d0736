import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { ColumnMetadata, RelationMetadata } from './column-metadata.js';
import { relatedKeyColumns } from './link.js';

/*
 * What the database itself holds, as far as metadata can tell. Metadata describes every table, but only those that TypeORM
 * makes have the constraints that it describes: a view has none, and a table of an entity with `synchronize: false` has
 * whatever its owner gave it.
 */

/** Whether a column can be NULL. A primary key is taken at its word: without it no row could be told from another. */
export function canBeNull(column: ColumnMetadata, dialect: Dialect): boolean {
  if (column.isPrimary) return false;
  const isGenerated = column.asExpression !== undefined;
  return column.isNullable || !isSynchronized(column.entityMetadata) || (isGenerated && dialect.generatedAreNullable === true);
}

/** Whether a foreign key constraint holds a relation, so that the row it refers to is there. */
export function isConstrained(relation: RelationMetadata, dialect: Dialect): boolean {
  const { entityMetadata, inverseEntityMetadata, joinColumns, createForeignKeyConstraints } = relation;
  if (!createForeignKeyConstraints || !isSynchronized(entityMetadata) || isView(inverseEntityMetadata)) return false;
  if (![entityMetadata, inverseEntityMetadata].every((metadata) => holdsForeignKeys(metadata, dialect))) return false;
  return entityMetadata.foreignKeys.some(
    ({ columns }) => columns.length === joinColumns.length && columns.every((column) => joinColumns.includes(column)),
  );
}

/**
 * Whether a relation leads to one row at most, because a key of the related table makes it so. A foreign key may refer to
 * columns that are not unique: MariaDB allows it, and without a constraint every engine does.
 */
export function leadsToOneRow(relation: RelationMetadata): boolean {
  if (relation.isOneToMany || relation.isManyToMany) return false;
  const far = relatedKeyColumns(relation);
  return far.length > 0 && uniqueSets(relation.inverseEntityMetadata, far).some((key) => isWithin(key, far));
}

/** The columns of each key of a table; those of a column that an entity inherits stand with the class that declares it. */
function uniqueSets(target: EntityMetadata, related: readonly ColumnMetadata[]): (readonly ColumnMetadata[])[] {
  const owner = related[0]?.entityMetadata ?? target;
  const keys: (readonly ColumnMetadata[])[] = [target.primaryColumns];
  if (!isSynchronized(owner)) return keys;
  const indices = [...owner.indices, ...owner.ownIndices].filter(
    ({ isUnique, where, synchronize }) => isUnique && where === undefined && synchronize,
  );
  return [...keys, ...[...owner.uniques, ...indices].map(({ columns }) => columns)];
}

function isWithin(key: readonly ColumnMetadata[], columns: readonly ColumnMetadata[]): boolean {
  return key.length > 0 && key.every((column) => columns.includes(column));
}

/** Whether TypeORM makes the table, from this metadata. A child entity is kept in the table of its parent. */
function isSynchronized(metadata: EntityMetadata): boolean {
  // TypeORM sets the parent of a child entity only, whatever the declaration says.
  const table = (metadata.parentEntityMetadata as EntityMetadata | undefined) ?? metadata;
  return table.synchronize && !isView(table);
}

function isView({ tableType }: EntityMetadata): boolean {
  return tableType === 'view';
}

function holdsForeignKeys({ engine }: EntityMetadata, { foreignKeyEngines }: Dialect): boolean {
  return engine === undefined || foreignKeyEngines === undefined || foreignKeyEngines.has(engine.toLowerCase());
}
