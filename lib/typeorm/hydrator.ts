import type { DataSource, EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { part } from '../caches/index.js';
import { dialectOf, isGiven } from '../dialects/index.js';
import { leadsToOneRow } from '../schema/index.js';
import { type BuilderJoin, dataSourceOf, entityMetadataOf, resultName } from './host.js';

export type Row = Readonly<Record<string, unknown>>;

/* Tables that a builder's entities are made of, as far as its statement alone decides them. */

/** Table whose columns a builder selects for entities. */
interface EntityTable {
  readonly alias: string;
  readonly metadata: EntityMetadata;
}

/** Table whose entities become a relation's value in another table's entities. */
interface JoinedTable extends EntityTable {
  readonly parent: string;
  readonly relation: EntityMetadata['relations'][number];
  readonly isMany: boolean;
}

/** Source of entities: a builder's tables, and their selections. */
export interface EntityTables {
  readonly root: EntityTable;
  /** The joined tables that are selected, in the order of the joins. */
  readonly joined: readonly JoinedTable[];
  /** True where each row is an entity of the root. */
  readonly hasEntityPerRow: boolean;
  /** The selections in TypeORM's words: an alias for all columns of a table, `alias.property` for one of them. */
  readonly selections: ReadonlySet<string>;
  readonly driver: DataSource['driver'];
}

/**
 * What entities are made of: all that TypeORM would put into them (`whole`), also if each row is known to be one of
 * them whatever is joined (`each`), or what their columns alone say (`columns`), without the ids of related rows.
 */
export type EntitiesMade = 'whole' | 'each' | 'columns';

type ExpressionMap = SelectQueryBuilder<ObjectLiteral>['expressionMap'];

/** Returns the tables of a builder's entities, or the reason why the rows of its statement are not enough for them. */
export function entityTablesOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  made: EntitiesMade = 'whole',
): EntityTables | string {
  const { expressionMap } = builder;
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined) return 'the builder selects from no entity';
  const joins = expressionMap.joinAttributes.filter((join) => join.metadata !== undefined && join.isSelected);
  const root: EntityTable = { alias: builder.alias, metadata };
  const joined = joins.flatMap(joinedTableOf);
  const reason = reasonOfMap(expressionMap, joins) ?? reasonOfTables([root, ...joined], expressionMap, made);
  if (reason !== undefined) return reason;
  const { aliases, joinAttributes, selects } = expressionMap;
  const isOneTable = aliases.filter(({ type }) => type === 'from').length === 1;
  return {
    root,
    joined,
    hasEntityPerRow: made !== 'whole' || (isOneTable && !joinAttributes.some(multiplies)),
    driver: dataSourceOf(builder).driver,
    selections: new Set(selects.map(({ selection }) => selection)),
  };
}

/** True for a join that can match several rows: of a to-many relation, or on a condition of the host's own. */
export function multiplies({ relation }: BuilderJoin): boolean {
  return relation === undefined || !leadsToOneRow(relation);
}

/** Returns the table of a join along a relation. TypeORM makes no entities of any other join. */
function joinedTableOf({
  alias,
  relation,
  metadata,
  isMany,
  parentAlias,
  relationPropertyPath,
}: BuilderJoin): JoinedTable[] {
  if (relation === undefined || metadata === undefined || parentAlias === undefined) return [];
  if (relation.propertyPath !== relationPropertyPath) return [];
  return [{ alias: alias.name, metadata, parent: parentAlias, relation, isMany }];
}

/** Returns the reason that the builder's own state gives: its entities are not made of the rows of one statement. */
function reasonOfMap(map: ExpressionMap, joins: readonly BuilderJoin[]): string | undefined {
  if (map.relationLoadStrategy !== 'join') return 'relations are loaded by statements of their own';
  if (map.relationIdAttributes.length > 0 || hasOf(map, 'relationCountAttributes')) {
    return 'ids or numbers of related rows are loaded by statements of their own';
  }
  if (map.options.includes('create-pojo')) return 'plain objects are made in place of entities';
  return joins.some(({ mapToProperty }) => mapToProperty !== undefined) ? 'a join is mapped to a property' : undefined;
}

/** True for an owner with counts of related rows, which TypeORM has before 1.0. */
function hasOf(owner: object, counts: 'relationCountAttributes' | 'relationCounts'): boolean {
  const list: unknown = Reflect.get(owner, counts);
  return Array.isArray(list) && list.length > 0;
}

function reasonOfTables(
  tables: readonly EntityTable[],
  { selects }: ExpressionMap,
  made: EntitiesMade,
): string | undefined {
  if (new Set(tables.map(({ alias }) => alias)).size < tables.length) return 'two tables have one alias';
  const renamed = new Set(selects.filter(({ aliasName }) => aliasName !== undefined).map(({ selection }) => selection));
  for (const { alias, metadata } of tables) {
    for (const one of [metadata, ...metadata.childEntityMetadatas]) {
      const reason = made === 'columns' ? undefined : reasonOfEntity(one);
      if (reason !== undefined) return `${one.name} ${reason}`;
      if (one.columns.some(({ propertyPath }) => renamed.has(`${alias}.${propertyPath}`))) {
        return `a column of ${one.name} is selected under another name`;
      }
    }
  }
  return undefined;
}

function reasonOfEntity(metadata: EntityMetadata): string | undefined {
  if (metadata.tableType === 'view') return 'is a view';
  if (metadata.lazyRelations.length > 0) return 'has lazy relations';
  if (metadata.columns.some(({ isVirtualProperty }) => isVirtualProperty)) return 'has virtual columns';
  if (metadata.relationIds.length > 0 || hasOf(metadata, 'relationCounts')) return 'has ids or numbers of related rows';
  return undefined;
}

/* The entities of rows, made as TypeORM makes them. */

type Column = EntityMetadata['columns'][number];
type Driver = EntityTables['driver'];
type Conversion = (raw: unknown) => unknown;

/** Way of a column's values from a row to an entity. */
export interface ColumnReader {
  /** Name of the column in the result. */
  readonly name: string;
  /** Property that receives the value. Undefined for a column of an embedded entity. */
  readonly property: string | undefined;
  readonly column: Column;
  /** Converts a value. Undefined where values are taken as they are. */
  readonly convert: Conversion | undefined;
}

/** @internal exported for its tests */
export function columnReader(column: Column, name: string, driver: Driver): ColumnReader {
  const property = column.embeddedMetadata === undefined ? column.propertyName : undefined;
  return { name, property, column, convert: conversionOf(column, driver) };
}

/** Puts a value into an entity, and returns true unless the value is missing. */
function putValue(reader: ColumnReader, raw: unknown, entity: ObjectLiteral): boolean {
  // A column of the entity that the statement does not select.
  if (raw === undefined) return false;
  const { property, convert } = reader;
  const value = convert === undefined ? raw : convert(raw);
  if (property === undefined) reader.column.setEntityValue(entity, value);
  else entity[property] = value;
  return raw !== null;
}

function conversionOf(column: Column, driver: Driver): Conversion | undefined {
  const { type, transformer } = column;
  if (transformer === undefined && isGiven(driver.options.type, type)) return undefined;
  const prepared = (raw: unknown): unknown => driver.prepareHydratedValue(raw, column);
  if (transformer !== undefined) return prepared;
  if ((type === Date || type === 'datetime') && dialectOf(driver.options.type)?.dateTimesAreText === true) {
    return (raw) => momentOf(raw) ?? prepared(raw);
  }
  if (type !== Number) return prepared;
  // TypeORM parses such a number from its digits, which gives the number itself.
  return (raw) => (Number.isSafeInteger(raw) && raw !== 0 ? raw : prepared(raw));
}

/**
 * Reads a date-time of SQLite in the spelling that TypeORM writes, `YYYY-MM-DD HH:MM:SS.mmm`. TypeORM's conversion
 * takes several times as long, and is left to read any other text, for which this returns undefined.
 *
 * @internal exported for its tests
 */
export function momentOf(raw: unknown): Date | undefined {
  if (typeof raw !== 'string' || raw.length !== 23) return undefined;
  if (raw[4] !== '-' || raw[7] !== '-' || raw[10] !== ' ' || raw[13] !== ':' || raw[16] !== ':' || raw[19] !== '.') {
    return undefined;
  }
  const [year, month, day] = [numberAt(raw, 0, 4), numberAt(raw, 5, 7), numberAt(raw, 8, 10)];
  const [hour, minute, second] = [numberAt(raw, 11, 13), numberAt(raw, 14, 16), numberAt(raw, 17, 19)];
  const millisecond = numberAt(raw, 20, 23);
  // Date.UTC() takes the first hundred years for others. NaN is in no range.
  const isDay = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && millisecond >= 0;
  return isDay && isTime ? new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond)) : undefined;
}

function numberAt(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : NaN;
  }
  return number;
}

/** Puts the values of a row into an entity, and returns true where there are any. */
export type RowReader = (row: Row, entity: ObjectLiteral) => boolean;

/**
 * Makes the reader of an entity's columns. Most statements select these first and in their order, so a row is read
 * along its own keys, without looking up a name. Columns elsewhere are looked up.
 *
 * @internal exported for its tests
 */
export function rowReader(columns: readonly ColumnReader[]): RowReader {
  return (row, entity) => {
    let hasData = false;
    let at = 0;
    for (const key in row) {
      const column = columns[at];
      if (column?.name !== key) break;
      const raw = row[key];
      const { property, convert } = column;
      // Calling a function for each value would take a quarter of the time.
      if (property === undefined || raw === undefined) {
        if (putValue(column, raw, entity)) hasData = true;
      } else {
        entity[property] = convert === undefined ? raw : convert(raw);
        if (raw !== null) hasData = true;
      }
      at += 1;
    }
    for (; at < columns.length; at += 1) {
      const column = columns[at];
      if (column !== undefined && putValue(column, row[column.name], entity)) hasData = true;
    }
    return hasData;
  };
}

/** Makes the function that writes a row's primary key, by its columns, as a text that only equal keys share. */
export function rowKey(names: readonly string[]): (row: Row) => string {
  const [name, ...more] = names;
  if (name !== undefined && more.length === 0) return (row) => textOf(row[name]);
  return (row) => {
    let key = '';
    for (const column of names) key += part(textOf(row[column]));
    return key;
  };
}

/** Writes one value as `Array.join` does, unless it is an object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/**
 * Returns a function that makes empty entities as TypeORM does. What TypeORM decides for each is decided once.
 *
 * @internal exported for its tests
 */
export function entityMaker(metadata: EntityMetadata, { options }: EntityTables['driver']): () => ObjectLiteral {
  const { target, isAlwaysUsingConstructor, lazyRelations } = metadata;
  if (typeof target !== 'function' || options.typename !== undefined || lazyRelations.length > 0) {
    return () => metadata.create(undefined, { fromDeserializer: true }) as ObjectLiteral;
  }
  const prototype = target.prototype as ObjectLiteral;
  if (!isAlwaysUsingConstructor) return () => Object.create(prototype) as ObjectLiteral;
  // TypeORM calls the constructor without arguments, too.
  const Class = target as new () => ObjectLiteral;
  return () => new Class();
}

export type TableHydrator = (rows: readonly Row[]) => ObjectLiteral[];

/** Makes the entity of rows with one key: the first alone, or all of them. Undefined where they hold none. */
type EntityHydrator = (first: Row, rows?: readonly Row[]) => ObjectLiteral | undefined;

function entityHydrator({ alias, metadata }: EntityTable, tables: EntityTables): EntityHydrator {
  const read = rowReader(columnReaders({ alias, metadata }, tables));
  const make = entityMaker(metadata, tables.driver);
  const relations = tables.joined
    .filter(({ parent, relation }) => parent === alias && metadata.relations.includes(relation))
    .map((table) => ({ table, hydrate: tableHydrator(table, tables) }));
  // An entity may consist only of the relations in its key.
  const isMadeOfRelations = relations.length > 0 && metadata.primaryColumns.every(({ isVirtual }) => isVirtual);
  return (first, rows) => {
    const entity = make();
    const hasData = read(first, entity) || isMadeOfRelations;
    for (const { table, hydrate } of relations) {
      const related = hydrate(rows ?? [first]);
      table.relation.setEntityValue(entity, table.isMany ? related : (related[0] ?? null));
    }
    return hasData ? entity : undefined;
  };
}

/** Makes the readers of the selected columns, in the order of their declaration. */
function columnReaders({ alias, metadata }: EntityTable, tables: EntityTables): readonly ColumnReader[] {
  const { selections, driver } = tables;
  const ofChild = ({ target }: (typeof metadata.columns)[number]): boolean =>
    metadata.childEntityMetadatas.some((child) => child.target === target);
  return metadata.columns
    .filter((column) => !column.isVirtual && !ofChild(column))
    .filter(({ propertyPath }) => selections.has(alias) || selections.has(`${alias}.${propertyPath}`))
    .map((column) => columnReader(column, resultName(driver, alias, column.databaseName), driver));
}

/** Compiles tables to a function that makes entities of rows, with the classes, keys and order of TypeORM's own. */
export function hydratorOf(tables: EntityTables): TableHydrator {
  return tableHydrator(tables.root, tables);
}

/** Makes the hydrator of a table: it groups the rows by the primary key, in the order of their first appearance. */
function tableHydrator(table: EntityTable, tables: EntityTables): TableHydrator {
  const { alias, metadata } = table;
  const names = metadata.primaryColumns.map(({ databaseName }) => resultName(tables.driver, alias, databaseName));
  const [keyName, ...more] = names;
  const hydrate = classHydrator(table, tables);
  const keyOf = rowKey(names);
  // Each row is an entity although keys look equal: they differ by microseconds, which a Date has lost.
  const areRounded = (rows: readonly Row[]): boolean =>
    table === tables.root &&
    tables.hasEntityPerRow &&
    rows.some((row) => names.some((name) => row[name] instanceof Date));
  const areEach = (rows: readonly Row[]): boolean =>
    rows.length < 2 || (keyName !== undefined && more.length === 0 && haveDistinct(rows, keyName)) || areRounded(rows);
  return (rows) => {
    const entities: ObjectLiteral[] = [];
    const add = (first: Row, group?: readonly Row[]): void => {
      const entity = hydrate(first, group);
      if (entity !== undefined) entities.push(entity);
    };
    if (areEach(rows)) {
      for (const row of rows) add(row);
      return entities;
    }
    const groups = new Map<string, [Row, ...Row[]]>();
    for (const row of rows) {
      const key = keyOf(row);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [row]);
      else group.push(row);
    }
    for (const group of groups.values()) add(group[0], group);
    return entities;
  };
}

/** Greatest number of keys that are looked up in a list. A Set of so few takes longer to make. */
const mostInList = 32;

/** True where every row is an entity of its own: its keys, texts or numbers, are all different. */
function haveDistinct(rows: readonly Row[], keyName: string): boolean {
  const type = typeof rows[0]?.[keyName];
  if (type !== 'string' && type !== 'number') return false;
  const keys: unknown[] = [];
  for (const row of rows) {
    const key = row[keyName];
    if (typeof key !== type) return false;
    if (rows.length <= mostInList && keys.includes(key)) return false;
    keys.push(key);
  }
  return rows.length <= mostInList || new Set(keys).size === keys.length;
}

/** Makes the hydrator of a table's entities, by the class that the discriminator names. */
function classHydrator({ alias, metadata }: EntityTable, tables: EntityTables): EntityHydrator {
  const own = entityHydrator({ alias, metadata }, tables);
  const { discriminatorColumn, childEntityMetadatas } = metadata;
  if (discriminatorColumn === undefined || childEntityMetadatas.length === 0) return own;
  const name = resultName(tables.driver, alias, discriminatorColumn.databaseName);
  const children = childEntityMetadatas.map((child) => ({
    value: child.discriminatorValue,
    hydrate: entityHydrator({ alias, metadata: child }, tables),
  }));
  return (first, rows) => {
    const child = children.find(({ value }) => (rows ?? [first]).some((row) => row[name] === value));
    return (child?.hydrate ?? own)(first, rows);
  };
}
