import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata, RelationMetadata } from './column-metadata.js';

/** Two columns that are equal where rows are related; both escaped, without aliases. */
export interface ColumnPair {
  readonly own: string;
  readonly related: string;
}

/** How the rows of two entities are related: by columns of their own, or by a junction table between them. */
export type Link =
  | { readonly via: 'columns'; readonly pairs: readonly ColumnPair[] }
  | {
      readonly via: 'junction';
      /** The escaped table, with its schema. */
      readonly table: string;
      /** `here` is a column of this entity, `there` one of the junction. */
      readonly ownJunctionColumns: readonly ColumnPair[];
      /** `here` is a column of the junction, `there` one of the related entity. */
      readonly relatedJunctionColumns: readonly ColumnPair[];
    };

type Escape = (name: string) => string;

/**
 * The relation as TypeORM has given it columns. Those of an embedded object it reads again for every class of a shared table,
 * and gives columns to the reading of the entity that has the table alone.
 */
export function builtRelation(relation: RelationMetadata): RelationMetadata {
  const parent = relation.entityMetadata.parentEntityMetadata as EntityMetadata | undefined;
  if (relation.embeddedMetadata === undefined || parent === undefined) return relation;
  const { propertyPath, target } = relation;
  return parent.relations.find((twin) => twin.propertyPath === propertyPath && twin.target === target) ?? relation;
}

/** Whether rows are tied by any column. Where there is none, a subquery would find every row of the related entity. */
export function isTied(relation: RelationMetadata): boolean {
  return relation.junctionEntityMetadata !== undefined || foreignKeyColumns(relation).length > 0;
}

/** The foreign key's columns, on whichever side it is. */
function foreignKeyColumns({ isOwning, joinColumns, inverseRelation }: RelationMetadata): readonly ColumnMetadata[] {
  if (isOwning) return joinColumns;
  return inverseRelation === undefined ? [] : builtRelation(inverseRelation).joinColumns;
}

/** Reads a relation's columns from TypeORM's metadata, whichever side owns it. */
export function linkOf(relation: RelationMetadata, escape: Escape, table: (path: string) => string): Link {
  const junction = relation.junctionEntityMetadata;
  if (junction !== undefined) {
    const { near, far } = junctionColumns(junction, relation);
    return {
      via: 'junction',
      table: table(junction.tablePath),
      ownJunctionColumns: near.map((column) => flipped(pairOf(column, escape))),
      relatedJunctionColumns: far.map((column) => pairOf(column, escape)),
    };
  }
  const pairs = foreignKeyColumns(relation).map((column) => pairOf(column, escape));
  return { via: 'columns', pairs: relation.isOwning ? pairs : pairs.map(flipped) };
}

/** The columns of the related entity by which its rows are found; see {@link linkOf}. */
export function relatedKeyColumns(relation: RelationMetadata): readonly ColumnMetadata[] {
  const junction = relation.junctionEntityMetadata;
  if (junction === undefined && !relation.isOwning) return foreignKeyColumns(relation);
  const near = junction === undefined ? foreignKeyColumns(relation) : junctionColumns(junction, relation).far;
  return near.flatMap(({ referencedColumn }) => referencedColumn ?? []);
}

function junctionColumns({ ownerColumns, inverseColumns }: EntityMetadata, { isOwning }: RelationMetadata) {
  return isOwning ? { near: ownerColumns, far: inverseColumns } : { near: inverseColumns, far: ownerColumns };
}

/** A foreign key's column and the column it refers to. */
function pairOf(column: ColumnMetadata, escape: Escape): ColumnPair {
  const referenced = column.referencedColumn;
  if (referenced === undefined) throw new TypeError(`the join column ${column.databaseName} refers to no column`);
  return { own: escape(column.databaseName), related: escape(referenced.databaseName) };
}

function flipped({ own: here, related: there }: ColumnPair): ColumnPair {
  return { own: there, related: here };
}
