import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/** Columns whose values are those of a row in another table. */
export interface Reference {
  readonly columns: readonly ColumnMetadata[];
  /** The path of the table that is referred to. */
  readonly to: string;
  readonly referenced: readonly ColumnMetadata[];
}

/** A table with all that the entities that share it say of it. */
export interface Table {
  readonly path: string;
  readonly columns: readonly ColumnMetadata[];
  readonly references: readonly Reference[];
  readonly discriminators: readonly unknown[];
  /** The keys of each entity, by names of columns: a table that two entities share has no key for both of them. */
  readonly keys: readonly (readonly string[])[];
  /** The names of columns that no two rows may have the same value in. */
  readonly distinct: ReadonlySet<string>;
}

/** Lists the tables of a data source that rows can be inserted into. */
export function tablesOf(source: DataSource): readonly Table[] {
  const byPath = new Map<string, EntityMetadata[]>();
  for (const metadata of source.entityMetadatas) {
    if (metadata.tableType === 'view') continue;
    byPath.set(metadata.tablePath, [...(byPath.get(metadata.tablePath) ?? []), metadata]);
  }
  return [...byPath].map(([path, metadatas]) => tableOf(path, metadatas));
}

function tableOf(path: string, metadatas: readonly EntityMetadata[]): Table {
  const columns = new Map<string, ColumnMetadata>();
  for (const column of metadatas.flatMap((metadata) => metadata.columns)) {
    if (!column.isVirtualProperty && column.asExpression === undefined) columns.set(column.databaseName, column);
  }
  const references = new Map<string, Reference>();
  for (const reference of metadatas.flatMap(referencesOf)) {
    const key = [reference.to, ...reference.columns.map(({ databaseName }) => databaseName)].join();
    if (!references.has(key)) references.set(key, reference);
  }
  return {
    path,
    columns: [...columns.values()],
    references: [...references.values()],
    discriminators: metadatas.flatMap(({ discriminatorColumn, discriminatorValue }) =>
      discriminatorColumn === undefined || discriminatorValue === undefined ? [] : [discriminatorValue],
    ),
    keys: metadatas.map(({ primaryColumns }) => primaryColumns.map(({ databaseName }) => databaseName)),
    distinct: new Set(metadatas.flatMap(distinctOf)),
  };
}

function referencesOf(metadata: EntityMetadata): Reference[] {
  const ofRelations = metadata.relations
    .filter(({ isOwning, isManyToMany, joinColumns }) => isOwning && !isManyToMany && joinColumns.length > 0)
    .map(({ joinColumns }) => joinColumns);
  const ofJunction = [metadata.ownerColumns, metadata.inverseColumns].filter(({ length }) => length > 0);
  const ofKeys = metadata.foreignKeys.map(({ columns, referencedColumns, referencedEntityMetadata }) => ({
    columns,
    to: referencedEntityMetadata.tablePath,
    referenced: referencedColumns,
  }));
  return [...ofKeys, ...[...ofRelations, ...ofJunction].flatMap(referenceBy)];
}

/** Returns the reference of columns that know what they refer to, without a foreign key as well. */
function referenceBy(columns: readonly ColumnMetadata[]): Reference[] {
  const referenced = columns.flatMap(({ referencedColumn }) => referencedColumn ?? []);
  const [first] = referenced;
  if (first === undefined || referenced.length < columns.length) return [];
  return [{ columns, to: first.entityMetadata.tablePath, referenced }];
}

function distinctOf({ indices, uniques, primaryColumns }: EntityMetadata): string[] {
  const groups = [
    ...indices.filter(({ isUnique }) => isUnique).map(({ columns }) => columns),
    ...uniques.map(({ columns }) => columns),
    primaryColumns,
  ];
  return groups.filter(({ length }) => length > 0).map(([first]) => first?.databaseName ?? '');
}
