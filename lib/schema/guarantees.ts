import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import { relatedJunctionColumns, relatedKeyColumns } from './link.js';
import { type ColumnMetadata, type RelationMetadata, tableOwnerOf } from './typeorm-metadata.js';

/*
 * The constraints that the database is sure to enforce. The SQL relies on them where it may leave something out: a NULL
 * check, an outer join, a subquery. TypeORM's metadata describes every table as if TypeORM had created it, so a constraint
 * is believed only of tables that it does create: views have none, and tables of entities with `synchronize: false` have
 * those that their owner gave them.
 */

/**
 * Returns true where the database may hold a NULL in the column. Primary keys are believed without a check: if one could be
 * NULL, no row of the table could be told from another.
 */
export function canBeNull(column: ColumnMetadata, dialect: Dialect): boolean {
  if (column.isPrimary) return false;
  const isGenerated = column.asExpression !== undefined;
  const allowsNull = column.isNullable || (isGenerated && dialect.generatedAreNullable === true);
  return allowsNull || !isCreatedByTypeorm(column.entityMetadata);
}

/** Returns true where a foreign key constraint guarantees that the row that the foreign key refers to exists. */
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
 * Returns true where each row of a junction table stands for one row of the related table: a foreign key constraint guarantees that
 * the row exists, and the columns that it refers to contain a key of that table.
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
 * Returns true where a row has at most one related row, because the columns that the relation refers to contain a key of
 * the related table. `@ManyToOne()` alone does not guarantee it: MariaDB lets a foreign key refer to columns that are not
 * unique, and without a constraint every engine does.
 */
export function leadsToOneRow(relation: RelationMetadata): boolean {
  if (relation.isOneToMany || relation.isManyToMany) return false;
  return referToKey(relation.inverseEntityMetadata, relatedKeyColumns(relation));
}

/** Returns true where columns of a table contain a key of it. */
function referToKey(related: EntityMetadata, columns: readonly ColumnMetadata[]): boolean {
  return columns.length > 0 && keysOf(related, columns).some((key) => isWithin(key, columns));
}

/**
 * Lists the column sets that are unique in a table. The constraints of an inherited column are listed by the entity that
 * declares the column, not by the related entity itself.
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

/** Returns true where the table's storage engine enforces foreign keys; MySQL's MyISAM ignores them without an error. */
function enforcesForeignKeys({ engine }: EntityMetadata, { foreignKeyEngines }: Dialect): boolean {
  return engine === undefined || foreignKeyEngines === undefined || foreignKeyEngines.has(engine.toLowerCase());
}
