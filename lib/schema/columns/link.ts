import type { Table, Tables } from './tables.js';
import { type ColumnMetadata, type RelationMetadata, tableOwnerOf } from './typeorm-metadata.js';

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
      /** The junction table. */
      readonly table: Table;
      /** From the entity to the junction: `own` is a column of the entity, `related` of the junction. */
      readonly ownJunctionColumns: readonly ColumnPair[];
      /** From the junction onwards: `own` is a column of the junction, `related` of the related entity. */
      readonly relatedJunctionColumns: readonly ColumnPair[];
    };

type Escape = (name: string) => string;

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

/** Returns the columns of the foreign key, in either table. */
function foreignKeyColumns({ isOwning, joinColumns, inverseRelation }: RelationMetadata): readonly ColumnMetadata[] {
  if (isOwning) return joinColumns;
  return inverseRelation === undefined ? [] : relationWithColumns(inverseRelation).joinColumns;
}

/** Reads the columns of a relation, seen from its entity: `own` is always on that entity's side. */
export function linkOf(relation: RelationMetadata, { escape, tables }: { escape: Escape; tables: Tables }): Link {
  const junction = relation.junctionEntityMetadata;
  if (junction !== undefined) {
    const { own, related } = junctionColumns(relation);
    return {
      via: 'junction',
      table: tables.of(junction),
      ownJunctionColumns: own.map((column) => swapped(pairOf(column, escape))),
      relatedJunctionColumns: related.map((column) => pairOf(column, escape)),
    };
  }
  const pairs = foreignKeyColumns(relation).map((column) => pairOf(column, escape));
  return { via: 'columns', pairs: relation.isOwning ? pairs : pairs.map(swapped) };
}

/** Returns the related entity's columns in its {@link Link}: `related` of each pair, as metadata. */
export function relatedKeyColumns(relation: RelationMetadata): readonly ColumnMetadata[] {
  const hasJunction = relation.junctionEntityMetadata !== undefined;
  if (!hasJunction && !relation.isOwning) return foreignKeyColumns(relation);
  const referring = hasJunction ? junctionColumns(relation).related : foreignKeyColumns(relation);
  return referring.flatMap(({ referencedColumn }) => referencedColumn ?? []);
}

/** Returns the columns of a junction table that refer to the related entity. */
export function relatedJunctionColumns(relation: RelationMetadata): readonly ColumnMetadata[] {
  return junctionColumns(relation).related;
}

/** Splits a junction's columns by the entity that they refer to. TypeORM names them by the owning side instead. */
function junctionColumns({ junctionEntityMetadata, isOwning }: RelationMetadata) {
  const { ownerColumns = [], inverseColumns = [] } = junctionEntityMetadata ?? {};
  return isOwning ? { own: ownerColumns, related: inverseColumns } : { own: inverseColumns, related: ownerColumns };
}

/** Pairs a foreign key's column (`own`) with its referenced column (`related`). */
function pairOf(column: ColumnMetadata, escape: Escape): ColumnPair {
  const referenced = column.referencedColumn;
  if (referenced === undefined) throw new TypeError(`the join column ${column.databaseName} refers to no column`);
  return { own: escape(column.databaseName), related: escape(referenced.databaseName) };
}

function swapped({ own, related }: ColumnPair): ColumnPair {
  return { own: related, related: own };
}
