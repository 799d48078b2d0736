import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../../dialects/index.js';
import { relatedJunctionColumns, relatedKeyColumns } from './link.js';
import { type ColumnMetadata, type RelationMetadata, tableOwnerOf } from './typeorm-metadata.js';

/*
 * Constraints that the database certainly enforces. Relying on them, the SQL may leave out a NULL check, an outer
 * join or a subquery. TypeORM's metadata describes every table as if TypeORM had created it, so a constraint is
 * only trusted for tables that TypeORM does create. Views have none, and the owner of a `synchronize: false`
 * table decides about its own.
 */

/**
 * Returns true where the database may hold a NULL in the column. Primary keys are trusted without a check: without
 * them, no row could be identified.
 */
export function canBeNull(column: ColumnMetadata, dialect: Dialect): boolean {
  if (column.isPrimary) return false;
  const isGenerated = column.asExpression !== undefined;
  const allowsNull = column.isNullable || (isGenerated && dialect.generatedAreNullable === true);
  return allowsNull || !isCreatedByTypeorm(column.entityMetadata);
}

/** Returns true where a foreign key constraint guarantees that the referenced row exists. */
export function isConstrained(relation: RelationMetadata, dialect: Dialect): boolean {
  const { entityMetadata, inverseEntityMetadata, joinColumns, createForeignKeyConstraints } = relation;
  if (!createForeignKeyConstraints || !isCreatedByTypeorm(entityMetadata) || isView(inverseEntityMetadata))
    return false;
  if (![entityMetadata, inverseEntityMetadata].every((metadata) => enforcesForeignKeys(metadata, dialect)))
    return false;
  return entityMetadata.foreignKeys.some(
    ({ columns }) => columns.length === joinColumns.length && columns.every((column) => joinColumns.includes(column)),
  );
}

/**
 * Returns true where each junction row stands for one related row: a foreign key constraint guarantees that the row
 * exists, and the referenced columns contain a key of its table.
 */
export function isLinkToOneRow(relation: RelationMetadata, dialect: Dialect): boolean {
  const { junctionEntityMetadata: junction, inverseEntityMetadata: related } = relation;
  if (junction === undefined || !isCreatedByTypeorm(junction) || isView(related)) return false;
  if (![junction, related].every((metadata) => enforcesForeignKeys(metadata, dialect))) return false;
  const own = relatedJunctionColumns(relation);
  const isConstrained = junction.foreignKeys.some(
    ({ columns }) => columns.length === own.length && columns.every((column) => own.includes(column)),
  );
  return isConstrained && referToKey(related, relatedKeyColumns(relation));
}

/**
 * Returns true where a row has at most one related row, because the referenced columns contain a key of the related
 * table. `@ManyToOne()` alone does not guarantee it: MariaDB lets a foreign key refer to columns that are not unique,
 * and without a constraint every engine does.
 */
export function leadsToOneRow(relation: RelationMetadata): boolean {
  if (relation.isOneToMany || relation.isManyToMany) return false;
  return referToKey(relation.inverseEntityMetadata, relatedKeyColumns(relation));
}

/** Returns true where columns of a table contain one of its keys. */
function referToKey(related: EntityMetadata, columns: readonly ColumnMetadata[]): boolean {
  return columns.length > 0 && keysOf(related, columns).some((key) => isWithin(key, columns));
}

/**
 * Lists the unique column sets of a table. For an inherited column, the declaring entity has the constraints, not
 * the related entity itself.
 */
function keysOf(related: EntityMetadata, columns: readonly ColumnMetadata[]): (readonly ColumnMetadata[])[] {
  const declaring = columns[0]?.entityMetadata ?? related;
  const keys: (readonly ColumnMetadata[])[] = [related.primaryColumns];
  if (!isCreatedByTypeorm(declaring)) return keys;
  const indices = [...declaring.indices, ...declaring.ownIndices].filter(
    ({ isUnique, where, synchronize }) => isUnique && where === undefined && synchronize,
  );
  return [...keys, ...[...declaring.uniques, ...indices].map((unique) => unique.columns)];
}

function isWithin(key: readonly ColumnMetadata[], columns: readonly ColumnMetadata[]): boolean {
  return key.length > 0 && key.every((column) => columns.includes(column));
}

/** Returns true where TypeORM creates the table of the entity from this metadata. */
function isCreatedByTypeorm(metadata: EntityMetadata): boolean {
  const owner = tableOwnerOf(metadata);
  return owner.synchronize && !isView(owner);
}

function isView({ tableType }: EntityMetadata): boolean {
  return tableType === 'view';
}

/** Returns true where the table's storage engine enforces foreign keys. MySQL's MyISAM silently ignores them. */
function enforcesForeignKeys({ engine }: EntityMetadata, { foreignKeyEngines }: Dialect): boolean {
  return engine === undefined || foreignKeyEngines === undefined || foreignKeyEngines.has(engine.toLowerCase());
}
