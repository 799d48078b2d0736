import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata, RelationMetadata } from './column-metadata.js';

/** Two columns that are equal where rows are related; both escaped, without aliases. */
export interface ColumnPair {
  readonly here: string;
  readonly there: string;
}

/** How the rows of two entities are related: by columns of their own, or by a junction table between them. */
export type Link =
  | { readonly via: 'columns'; readonly pairs: readonly ColumnPair[] }
  | {
      readonly via: 'junction';
      /** The escaped table, with its schema. */
      readonly table: string;
      /** `here` is a column of this entity, `there` one of the junction. */
      readonly near: readonly ColumnPair[];
      /** `here` is a column of the junction, `there` one of the related entity. */
      readonly far: readonly ColumnPair[];
    };

type Escape = (name: string) => string;

/** Reads a relation's columns from TypeORM's metadata, whichever side owns it. */
export function linkOf(relation: RelationMetadata, escape: Escape, table: (path: string) => string): Link {
  const junction = relation.junctionEntityMetadata;
  if (junction !== undefined) {
    const { near, far } = junctionColumns(junction, relation);
    return {
      via: 'junction',
      table: table(junction.tablePath),
      near: near.map((column) => flipped(pairOf(column, escape))),
      far: far.map((column) => pairOf(column, escape)),
    };
  }
  if (relation.isOwning) return { via: 'columns', pairs: relation.joinColumns.map((column) => pairOf(column, escape)) };
  const columns = relation.inverseRelation?.joinColumns ?? [];
  return { via: 'columns', pairs: columns.map((column) => flipped(pairOf(column, escape))) };
}

/** The columns of the related entity by which its rows are found; see {@link linkOf}. */
export function farColumns(relation: RelationMetadata): readonly ColumnMetadata[] {
  const junction = relation.junctionEntityMetadata;
  if (junction === undefined && !relation.isOwning) return relation.inverseRelation?.joinColumns ?? [];
  const near = junction === undefined ? relation.joinColumns : junctionColumns(junction, relation).far;
  return near.flatMap(({ referencedColumn }) => referencedColumn ?? []);
}

function junctionColumns({ ownerColumns, inverseColumns }: EntityMetadata, { isOwning }: RelationMetadata) {
  return isOwning ? { near: ownerColumns, far: inverseColumns } : { near: inverseColumns, far: ownerColumns };
}

/** A foreign key's column and the column it refers to. */
function pairOf(column: ColumnMetadata, escape: Escape): ColumnPair {
  const referenced = column.referencedColumn;
  if (referenced === undefined) throw new TypeError(`the join column ${column.databaseName} refers to no column`);
  return { here: escape(column.databaseName), there: escape(referenced.databaseName) };
}

function flipped({ here, there }: ColumnPair): ColumnPair {
  return { here: there, there: here };
}
