import type { EntityMetadata } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Dialect } from '../dialects/index.js';

/*
 * What TypeORM's metadata says of tables, and of the columns that join them. Surprises in how TypeORM fills it are
 * explained here, once.
 */

/** TypeORM's description of one column. Its class is not exported by the entry point of every supported version. */
export type ColumnMetadata = EntityMetadata['columns'][number];

/** TypeORM's description of one relation. Its class is not exported by the entry point of every supported version. */
export type RelationMetadata = EntityMetadata['relations'][number];

/**
 * Returns the entity that owns the table: the root of a single-table hierarchy, and otherwise the entity
 * itself. TypeORM sets `parentEntityMetadata` only on child entities, to the root, although its type
 * says that it is always set.
 */
export function tableOwnerOf(metadata: EntityMetadata): EntityMetadata {
  return metadata.parentEntityMetadata ?? metadata;
}

/** Table under its name at boot. */
export interface Table {
  readonly metadata: EntityMetadata;
  /** With its schema, as TypeORM had it. */
  readonly path: string;
  /** The same, escaped. */
  readonly sql: string;
}

/** Tables of one data source. A program can rename an entity's table at any time, for all requests at once. */
export class Tables {
  private readonly paths: ReadonlyMap<EntityMetadata, string>;

  constructor(
    metadatas: readonly EntityMetadata[],
    private readonly escape: (name: string) => string,
  ) {
    this.paths = new Map(metadatas.map((metadata) => [metadata, metadata.tablePath]));
  }

  /** Returns the table of an entity or a junction. A part of its path may be empty: `database..table`. */
  of(metadata: EntityMetadata): Table {
    const path = this.paths.get(metadata) ?? metadata.tablePath;
    const parts = path.split('.').map((part) => (part === '' ? part : this.escape(part)));
    return Object.freeze({ metadata, path, sql: parts.join('.') });
  }
}

/**
 * Refuses a table that was renamed since boot. Between two statements of a page, the program answers other requests, so
 * that they could read the tables of two tenants.
 */
export function checkTables(tables: Iterable<Table>): void {
  for (const { metadata, path } of tables) if (metadata.tablePath !== path) throw renamed(metadata, path);
}

function renamed({ name, tablePath }: EntityMetadata, path: string): FilterConfigurationError {
  return new FilterConfigurationError(
    `The table of ${name} was ${path} at boot, and is ${tablePath} now. A list reads the table of boot, because all requests share its ` +
      'name: use a data source for each tenant, or choose its schema by search_path on PostgreSQL, or its database by USE ' +
      'on MariaDB',
  );
}

/** Two columns that are equal in related rows. Both names are escaped, without an alias. */
export interface ColumnPair {
  /** The column on the side where the relation starts. */
  readonly own: string;
  /** The column on the side where it leads. */
  readonly related: string;
}

/**
 * Columns that join the rows of two entities. A many-to-many relation has the columns of a junction table; every other
 * relation has columns of the two tables.
 */
export type Link =
  | { readonly via: 'columns'; readonly pairs: readonly ColumnPair[] }
  | {
      readonly via: 'junction';
      readonly table: Table;
      /** From the entity to the junction: `own` is a column of the entity, `related` of the junction. */
      readonly ownJunctionColumns: readonly ColumnPair[];
      /** From the junction onwards: `own` is a column of the junction, `related` of the related entity. */
      readonly relatedJunctionColumns: readonly ColumnPair[];
    };

/**
 * Returns the metadata of the relation with its join columns. For a relation inside an embedded object, TypeORM makes
 * new metadata for each child of a single-table hierarchy, but sets the join columns only on the root's.
 */
export function relationWithColumns(relation: RelationMetadata): RelationMetadata {
  const owner = tableOwnerOf(relation.entityMetadata);
  if (relation.embeddedMetadata === undefined || owner === relation.entityMetadata) return relation;
  const { propertyPath, target } = relation;
  return owner.relations.find((twin) => twin.propertyPath === propertyPath && twin.target === target) ?? relation;
}

/**
 * Returns true where columns join the rows of the relation. An inverse side without an owning side has none, and a
 * subquery without a join condition would match every related row.
 */
export function hasJoinColumns(relation: RelationMetadata): boolean {
  return relation.junctionEntityMetadata !== undefined || foreignKeyColumns(relation).length > 0;
}

function foreignKeyColumns({ isOwning, joinColumns, inverseRelation }: RelationMetadata): readonly ColumnMetadata[] {
  if (isOwning) return joinColumns;
  return inverseRelation === undefined ? [] : relationWithColumns(inverseRelation).joinColumns;
}

/** Splits a junction's columns by the entity that they refer to. TypeORM names them by the owning side instead. */
function junctionColumns({ junctionEntityMetadata, isOwning }: RelationMetadata) {
  const { ownerColumns = [], inverseColumns = [] } = junctionEntityMetadata ?? {};
  return isOwning ? { own: ownerColumns, related: inverseColumns } : { own: inverseColumns, related: ownerColumns };
}

/** Reads the columns of a relation, seen from its entity: `own` is always on that entity's side. */
export function linkOf(
  relation: RelationMetadata,
  { escape, tables }: { readonly escape: (name: string) => string; readonly tables: Tables },
): Link {
  /** A foreign key's column (`own`) with its referenced column (`related`). */
  const forward = ({ databaseName, referencedColumn }: ColumnMetadata): ColumnPair => {
    if (referencedColumn === undefined) throw new TypeError(`the join column ${databaseName} refers to no column`);
    return { own: escape(databaseName), related: escape(referencedColumn.databaseName) };
  };
  const backward = (column: ColumnMetadata): ColumnPair => {
    const { own, related } = forward(column);
    return { own: related, related: own };
  };
  const junction = relation.junctionEntityMetadata;
  if (junction === undefined) {
    return { via: 'columns', pairs: foreignKeyColumns(relation).map(relation.isOwning ? forward : backward) };
  }
  const { own, related } = junctionColumns(relation);
  return {
    via: 'junction',
    table: tables.of(junction),
    ownJunctionColumns: own.map(backward),
    relatedJunctionColumns: related.map(forward),
  };
}

/** Returns the related entity's columns in its {@link Link}: `related` of each pair, as metadata. */
export function relatedKeyColumns(relation: RelationMetadata): readonly ColumnMetadata[] {
  const hasJunction = relation.junctionEntityMetadata !== undefined;
  if (!hasJunction && !relation.isOwning) return foreignKeyColumns(relation);
  const referring = hasJunction ? junctionColumns(relation).related : foreignKeyColumns(relation);
  return referring.flatMap(({ referencedColumn }) => referencedColumn ?? []);
}

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
  const { entityMetadata, joinColumns, createForeignKeyConstraints } = relation;
  return createForeignKeyConstraints && isEnforced(entityMetadata, joinColumns, relation, dialect);
}

/**
 * Returns true where each junction row stands for one related row: a foreign key constraint guarantees that the row
 * exists, and the referenced columns contain a key of its table.
 */
export function isLinkToOneRow(relation: RelationMetadata, dialect: Dialect): boolean {
  const { junctionEntityMetadata: junction, inverseEntityMetadata: related } = relation;
  if (junction === undefined || !isEnforced(junction, junctionColumns(relation).related, relation, dialect))
    return false;
  return containAKey(related, relatedKeyColumns(relation));
}

/** Returns true where a table has a foreign key of these columns to the related entity, and its engine enforces it. */
function isEnforced(
  table: EntityMetadata,
  referring: readonly ColumnMetadata[],
  { inverseEntityMetadata: related }: RelationMetadata,
  { foreignKeyEngines }: Dialect,
): boolean {
  if (!isCreatedByTypeorm(table) || related.tableType === 'view') return false;
  // MySQL's MyISAM silently ignores foreign keys.
  const enforces = ({ engine }: EntityMetadata) =>
    engine === undefined || foreignKeyEngines === undefined || foreignKeyEngines.has(engine.toLowerCase());
  if (!enforces(table) || !enforces(related)) return false;
  return table.foreignKeys.some(
    ({ columns }) => columns.length === referring.length && columns.every((column) => referring.includes(column)),
  );
}

/**
 * Returns true where a row has at most one related row, because the referenced columns contain a key of the related
 * table. `@ManyToOne()` alone does not guarantee it: MariaDB lets a foreign key refer to columns that are not unique,
 * and without a constraint every engine does.
 */
export function leadsToOneRow(relation: RelationMetadata): boolean {
  if (relation.isOneToMany || relation.isManyToMany) return false;
  return containAKey(relation.inverseEntityMetadata, relatedKeyColumns(relation));
}

/** Returns true where columns of a table contain one of its keys: its primary key, or a unique set of columns. */
function containAKey(related: EntityMetadata, columns: readonly ColumnMetadata[]): boolean {
  // For an inherited column, the declaring entity has the constraints.
  const declaring = columns[0]?.entityMetadata ?? related;
  const { uniques, indices, ownIndices } = declaring;
  const unique = [...indices, ...ownIndices].filter(
    ({ isUnique, where, synchronize }) => isUnique && where === undefined && synchronize,
  );
  const further = isCreatedByTypeorm(declaring) ? [...uniques, ...unique].map((each) => each.columns) : [];
  return [related.primaryColumns, ...further].some(
    (key) => key.length > 0 && key.every((column) => columns.includes(column)),
  );
}

function isCreatedByTypeorm(metadata: EntityMetadata): boolean {
  const owner = tableOwnerOf(metadata);
  return owner.synchronize && owner.tableType !== 'view';
}
