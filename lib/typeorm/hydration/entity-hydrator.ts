import type { ObjectLiteral } from 'typeorm';
import type { EntityTable, EntityTables, JoinedTable } from '../tables.js';
import { type ColumnReader, type Row, columnReader } from './column-reader.js';
import { entityMaker } from './entity-maker.js';
import { rowReader } from './row-reader.js';

/** Makes entities from the rows of one table, one entity for each key. */
export type TableHydrator = (rows: readonly Row[]) => ObjectLiteral[];

/**
 * Makes the entity of rows with one key.
 *
 * @param first the first of the rows
 * @param rows all of them; left out for one row
 * @returns undefined where the rows hold no entity
 */
export type EntityHydrator = (first: Row, rows?: readonly Row[]) => ObjectLiteral | undefined;

/** Reads a relation from the joined rows. */
type RelationReader = (rows: readonly Row[], entity: ObjectLiteral) => void;

/**
 * Makes the hydrator of one entity.
 *
 * @param tableOf makes the hydrator of a joined table
 */
export function entityHydrator(
  { alias, metadata }: EntityTable,
  tables: EntityTables,
  tableOf: (table: JoinedTable) => TableHydrator,
): EntityHydrator {
  const read = rowReader(columnReaders({ alias, metadata }, tables));
  const make = entityMaker(metadata, tables.driver);
  const relations = tables.joined
    .filter(({ parent, relation }) => parent === alias && metadata.relations.includes(relation))
    .map((table) => relationReader(table, tableOf(table)));
  // An entity may consist only of the relations in its key.
  const isMadeOfRelations = relations.length > 0 && metadata.primaryColumns.every(({ isVirtual }) => isVirtual);
  return (first, rows) => {
    const entity = make();
    const hasData = read(first, entity) || isMadeOfRelations;
    for (const add of relations) add(rows ?? [first], entity);
    return hasData ? entity : undefined;
  };
}

/** Makes the readers of the selected columns, in the order of their declaration. */
function columnReaders({ alias, metadata }: EntityTable, tables: EntityTables): readonly ColumnReader[] {
  const { selections, driver, resultName } = tables;
  const ofChild = ({ target }: (typeof metadata.columns)[number]): boolean =>
    metadata.childEntityMetadatas.some((child) => child.target === target);
  return metadata.columns
    .filter((column) => !column.isVirtual && !ofChild(column))
    .filter(({ propertyPath }) => selections.has(alias) || selections.has(`${alias}.${propertyPath}`))
    .map((column) => columnReader(column, resultName(alias, column.databaseName), driver));
}

/** Makes the reader of one relation: the joined entities, or the only one, or null. */
function relationReader({ relation, isMany }: JoinedTable, hydrate: TableHydrator): RelationReader {
  return (rows, entity) => {
    const related = hydrate(rows);
    relation.setEntityValue(entity, isMany ? related : (related[0] ?? null));
  };
}
