import type { SortTerm } from '../ast/index.js';
import { type RelationSchema, isColumn } from '../schema/index.js';

/** A relation whose rows a list loads, in their order. */
export interface SortedRelation {
  readonly relation: RelationSchema;
  readonly sort: readonly SortTerm[];
}

/** A populated relation whose rows no declared index finds in their order, and the columns that one would have. */
export interface UnindexedRelation {
  readonly relation: RelationSchema;
  /** Columns of the related table, escaped: references to the parent, then the declared order. */
  readonly columns: readonly string[];
}

/**
 * Returns the populatable relations to many rows that no declared index serves. The database then finds the first rows
 * of a parent by reading all of them, or the whole table. A junction table has indexes of TypeORM's own.
 */
export function unindexedRelations(relations: readonly SortedRelation[]): readonly UnindexedRelation[] {
  return relations.flatMap((sorted) => {
    const { relation } = sorted;
    const columns = wantedColumns(sorted);
    return columns === undefined || isServed(relation, columns) ? [] : [{ relation, columns: columns.all }];
  });
}

/** The columns of an index: `keys` first, in any order, and then the declared order. */
export interface WantedColumns {
  readonly keys: readonly string[];
  readonly all: readonly string[];
  /** Columns of the order that are sorted downwards. */
  readonly descending: ReadonlySet<string>;
}

/**
 * Returns the columns by which an index finds the first related rows of a parent. Undefined for a relation to one row,
 * and for one through a junction table.
 */
export function wantedColumns({ relation, sort }: SortedRelation): WantedColumns | undefined {
  const { link, toMany } = relation;
  if (!toMany || link.via !== 'columns') return undefined;
  const keys = link.pairs.map(({ related }) => related);
  const order: string[] = [];
  const descending = new Set<string>();
  for (const { target, direction } of sort) {
    // An order by anything else has no index.
    if (target.hops.length > 0 || target.field === 'count' || !isColumn(target.field.expression)) break;
    const { columnName } = target.field.expression;
    order.push(columnName);
    if (direction === 'desc') descending.add(columnName);
  }
  return { keys, all: [...keys, ...order], descending };
}

function isServed({ target, indexedByConstraint }: RelationSchema, { keys, all }: WantedColumns): boolean {
  if (indexedByConstraint && all.length === keys.length) return true;
  return target.indexes.some(
    (index) =>
      keys.every((column) => index.slice(0, keys.length).includes(column)) &&
      all.slice(keys.length).every((column, place) => index[keys.length + place] === column),
  );
}
