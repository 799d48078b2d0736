import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/** The rows of some classes: those with one of the values in a column. */
export interface Classes {
  readonly column: string;
  readonly values: readonly unknown[];
}

/** Columns whose values are those of a row in another table. */
export interface Reference {
  readonly columns: readonly ColumnMetadata[];
  /** The path of the table that is referred to. */
  readonly to: string;
  readonly referenced: readonly ColumnMetadata[];
  /** The classes of the rows that may be referred to, where a table has rows of several. */
  readonly among: Classes | undefined;
}

/** A class of a table that several share: a row has no values in the columns of the others. */
export interface TableClass {
  readonly discriminator: unknown;
  readonly columns: ReadonlySet<string>;
}

/** A table with all that the entities that share it say of it. */
export interface Table {
  readonly path: string;
  readonly columns: readonly ColumnMetadata[];
  readonly references: readonly Reference[];
  /** The classes that rows may be of, where the table tells them apart. */
  readonly classes: readonly TableClass[];
  /** Names of columns that no two rows have the same values in: keys, and references of one row to one. */
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
    classes: metadatas.flatMap(classOf),
    keys: metadatas.flatMap(keysOf),
    distinct: new Set(metadatas.flatMap(distinctOf)),
  };
}

/** Names the columns of keys. The database may have none of them: two entities may share a table. */
function keysOf({ primaryColumns, relations }: EntityMetadata): string[][] {
  const ofOne = relations.filter(({ isOneToOneOwner }) => isOneToOneOwner).map(({ joinColumns }) => joinColumns);
  return [primaryColumns, ...ofOne].map((columns) => columns.map(({ databaseName }) => databaseName));
}

/** The rows of an entity and its children; undefined where it shares its table with nobody. */
function classesOf(metadata: EntityMetadata): Classes | undefined {
  const { discriminatorColumn, discriminatorValue, childEntityMetadatas } = metadata;
  if (discriminatorColumn === undefined) return undefined;
  const values = [discriminatorValue, ...childEntityMetadatas.map((child) => child.discriminatorValue)];
  return { column: discriminatorColumn.databaseName, values };
}

/** In TypeORM's metadata, a base class has the columns of its children as well. */
function classOf(metadata: EntityMetadata): TableClass[] {
  const { discriminatorColumn, discriminatorValue, childEntityMetadatas, columns } = metadata;
  if (discriminatorColumn === undefined || discriminatorValue === undefined) return [];
  const children = new Set<unknown>(childEntityMetadatas.map(({ target }) => target));
  const own = columns.filter(({ target }) => !children.has(target));
  return [{ discriminator: discriminatorValue, columns: new Set(own.map(({ databaseName }) => databaseName)) }];
}

function referencesOf(metadata: EntityMetadata): Reference[] {
  const ofRelations = metadata.relations
    .filter(({ isOwning, isManyToMany, joinColumns }) => isOwning && !isManyToMany && joinColumns.length > 0)
    .map(({ joinColumns }) => joinColumns);
  const ofJunction = sidesOf(metadata);
  const ofKeys = metadata.foreignKeys.map(({ columns, referencedColumns, referencedEntityMetadata }) => ({
    columns,
    to: referencedEntityMetadata.tablePath,
    referenced: referencedColumns,
    among: classesOf(referencedEntityMetadata),
  }));
  return [...ofJunction, ...ofRelations.flatMap((columns) => referenceBy(columns)), ...ofKeys];
}

/** The two references of a junction: to rows of the classes that its relation joins, which may share a table. */
function sidesOf({ connection, tablePath, ownerColumns, inverseColumns }: EntityMetadata): Reference[] {
  const relations = connection.entityMetadatas.flatMap(({ ownRelations }) => ownRelations);
  const owner = relations.find(
    ({ isManyToManyOwner, junctionEntityMetadata }) =>
      isManyToManyOwner && junctionEntityMetadata?.tablePath === tablePath,
  );
  if (owner === undefined) return [];
  const from = connection.entityMetadatas.find(({ target }) => target === owner.target);
  return [...referenceBy(ownerColumns, from), ...referenceBy(inverseColumns, owner.inverseEntityMetadata)];
}

/** Returns the reference of columns that know what they refer to, without a foreign key as well. */
function referenceBy(
  columns: readonly ColumnMetadata[],
  target = columns[0]?.relationMetadata?.inverseEntityMetadata,
): Reference[] {
  const referenced = columns.flatMap(({ referencedColumn }) => referencedColumn ?? []);
  const [first] = referenced;
  if (first === undefined || referenced.length < columns.length) return [];
  const { entityMetadata } = first;
  return [{ columns, to: entityMetadata.tablePath, referenced, among: classesOf(target ?? entityMetadata) }];
}

function distinctOf({ indices, uniques, primaryColumns }: EntityMetadata): string[] {
  const groups = [
    ...indices.filter(({ isUnique }) => isUnique).map(({ columns }) => columns),
    ...uniques.map(({ columns }) => columns),
    primaryColumns,
  ];
  return groups.filter(({ length }) => length > 0).map(([first]) => first?.databaseName ?? '');
}
