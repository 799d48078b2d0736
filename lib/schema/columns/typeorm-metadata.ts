import type { EntityMetadata } from 'typeorm';
import { getMetadataArgsStorage } from 'typeorm/globals.js';

/*
 * Facts of TypeORM's metadata that TypeORM has no function for. Everything else in this folder reads plain members of
 * `EntityMetadata`; a surprise in how TypeORM fills them is explained here, once.
 */

/** TypeORM's description of one column. Its class is not exported by the entry point of every supported version. */
export type ColumnMetadata = EntityMetadata['columns'][number];

type IndexMetadata = EntityMetadata['indices'][number];

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

/**
 * Returns the escaped columns of every index that the entity declares: its primary key, its unique constraints and its
 * indexes. Partial indexes are left out, because a query can use one only if it repeats its condition.
 */
export function indexesOf(metadata: EntityMetadata, escape: (name: string) => string): readonly (readonly string[])[] {
  const { primaryColumns, uniques, ownIndices, indices } = metadata;
  const complete = [...new Set([...ownIndices, ...indices])].filter(({ where }) => where === undefined);
  const lists = [primaryColumns, ...[...uniques, ...complete].map(({ columns }) => columns)];
  return lists.map((columns) => columns.map(({ databaseName }) => escape(databaseName)));
}

/**
 * Returns true for the first column of a primary key, unique constraint or index that its entity declares. TypeORM's
 * metadata lacks indexes made by hand in the database.
 */
export function startsAnIndex(column: ColumnMetadata): boolean {
  const { primaryColumns, uniques, ownIndices, indices } = column.entityMetadata;
  const declared = [...ownIndices, ...indices];
  const lists = [primaryColumns, ...[...uniques, ...declared].map(({ columns }) => columns)];
  return lists.some(([first]) => first === column) || declared.some((index) => startsUnsynchronized(index, column));
}

/** Returns true for the first column of an index with `synchronize: false`. TypeORM keeps only its names. */
function startsUnsynchronized(index: IndexMetadata, { propertyPath }: ColumnMetadata): boolean {
  const { synchronize, embeddedMetadata, givenColumnNames } = index;
  if (synchronize || !Array.isArray(givenColumnNames)) return false;
  const [name] = givenColumnNames;
  return propertyPath === (embeddedMetadata === undefined ? name : `${embeddedMetadata.propertyPath}.${name}`);
}

/**
 * Returns the properties that only subclasses declare. In a single-table hierarchy, TypeORM lists the columns and
 * relations of every child in the parent's metadata, although the parent's class lacks them.
 */
export function subclassProperties(target: unknown): ReadonlySet<string> {
  const { columns, relations, embeddeds } = getMetadataArgsStorage();
  const declared = [...columns, ...relations, ...embeddeds];
  const own = new Set(declared.filter((one) => isOf(target, one.target)).map(({ propertyName }) => propertyName));
  const ofSubclasses = declared.filter((one) => one.target !== target && isOf(one.target, target));
  return new Set(ofSubclasses.map(({ propertyName }) => propertyName).filter((name) => !own.has(name)));
}

/** Returns true where `child` is the class `parent` or extends it. False where either is not a class. */
export function isOf(child: unknown, parent: unknown): boolean {
  if (typeof child !== 'function' || typeof parent !== 'function') return false;
  return child === parent || child.prototype instanceof parent;
}
