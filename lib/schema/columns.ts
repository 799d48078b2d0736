import type { DataSource, EntityMetadata } from 'typeorm';
import { getMetadataArgsStorage } from 'typeorm/globals.js';
import {
  type BindFacts,
  type Characters,
  type FilterValue,
  type StoredKind,
  type ValueFacts,
  type ValueKind,
  type ValueKindName,
  declaredCharacters,
  isYear,
  isZoned,
  keptKind,
  shortRealOf,
  kindOfColumn,
  storedKindOf,
  valueKinds,
} from '../values/index.js';
import type {
  Dialect,
  DocumentKind,
  DocumentPath,
  ElementQuestion,
  ExactOrderName,
  ListElements,
  ListQuestion,
  Spellings,
} from '../dialects/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import { type TransformerFault, faultOfTransformer, transformedBy } from './transformers.js';

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
function startsAnIndex(column: ColumnMetadata): boolean {
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

/**
 * SQL over one row of an entity, and the kind of its values. Reading, binding, comparing and sorting depend only on
 * this. Every field has one.
 */
export interface ExpressionSchema {
  /** TypeORM's description of the column that it is, or reads a part of. */
  readonly metadata: ColumnMetadata;
  /** Name in the program: `title`, `address.city`. With the metadata, it identifies an expression. */
  readonly propertyPath: string;
  /** Returns its SQL for a row, by the escaped alias of the row's table. */
  readonly sqlOf: (alias: string) => string;
  /** Escaped name of the column, without an alias. Undefined where it is not a column of the table. */
  readonly columnName: string | undefined;
  /**
   * Column whose type, collation and transformer apply to its values. Undefined where none does, as inside a document.
   */
  readonly column: ColumnMetadata | undefined;
  /** Kind of value in requests: the kind of the column's type, or the kind that a rule declares (`kind: 'uuid'`). */
  readonly kind: ValueKind;
  /** Kind of the column's type, whatever a rule declares. */
  readonly storedKind: ValueKind;
  /** Values as the database keeps them: of {@link storedKind}, or bytes, which have no kind. */
  readonly stored: StoredKind;
  /** Facts that reading a value depends on: enum members, sign, time zone, character set. */
  readonly facts: ValueFacts;
  /**
   * Returns true where the column's transformer makes a storable value. Undefined without a transformer. It keeps a
   * transformer that throws on unexpected input from failing a request.
   */
  readonly accepts: ((value: FilterValue) => boolean) | undefined;
  /** Facts that binding a value as a parameter depends on. */
  readonly bindFacts: BindFacts;
  /** True where the database may hold a NULL in it, declared or not. */
  readonly nullable: boolean;
  /** Order of its values on pages by cursor, where the engine orders and compares the values themselves differently. */
  readonly exactOrder?: ExactOrderName | undefined;
  /** True where a declared index starts with it, or a document's path is declared to have an index. */
  readonly indexed: boolean;
  /** Part of a JSON document that it reads, if it does. */
  readonly document: DocumentPart | undefined;
  /** Conditions on a list of such values. Undefined where a row has one value. */
  readonly list: ListSchema | undefined;
  /** True where each use of it is a subquery, which the limits count as one. */
  readonly isSubquery: boolean;
}

/** A value in a JSON document, a list in it, or the document itself. */
export interface DocumentPart {
  /** Returns the path to it, by the escaped alias of the row's table. */
  readonly at: (alias: string) => DocumentPath;
  /**
   * Kind of the value, or of the list's values. Undefined for the document itself, which is only tested for presence.
   */
  readonly kind: DocumentKind | undefined;
}

/** A list of values in a column, or in a document. Its SQL is for a row, by the escaped alias of the row's table. */
export interface ListSchema {
  /** True for an array of the engine's own. Any other list is a text, which is read whole to find an element. */
  readonly isArray: boolean;
  /**
   * Writes the condition that the list has some elements, or its negation. Either is false or unknown where it is NULL.
   */
  readonly has: (alias: string, question: ListQuestion) => string;
  /** Writes the condition that the list is empty, or its negation. Either is false or unknown where it is NULL. */
  readonly empty: (alias: string, negated: boolean) => string;
  /** Writes the condition that a list of texts has an element that contains a text, or its negation. */
  readonly hasMatch: (alias: string, question: ElementQuestion) => string;
  /** Writes the elements as rows beside the row, from its column alone. Undefined where the engine cannot. */
  readonly elements?: ((alias: string) => ListElements) | undefined;
}

/** A column of the entity's table, the simplest expression: primary keys and foreign keys are always columns. */
export interface ColumnSchema extends ExpressionSchema {
  readonly columnName: string;
}

/** Returns true where rows can be sorted by an expression: false comes before true, and enums as they are stored. */
export function hasOrder({ kind, list }: ExpressionSchema): boolean {
  return list === undefined && kind.comparable;
}

/** Returns true for a column of the entity's table. */
export function isColumn(expression: ExpressionSchema): expression is ColumnSchema {
  return expression.columnName !== undefined;
}

/** Returns true for two expressions with the same value in every row, whatever kinds they are read as. */
export function isSameExpression(one: ExpressionSchema, other: ExpressionSchema): boolean {
  return one.metadata === other.metadata && one.propertyPath === other.propertyPath;
}

/**
 * Returns the order that a column's texts need on pages by cursor.
 *
 * @returns undefined where the engine's own order is exact
 */
function exactOrderOf(column: ColumnMetadata, dialect: Dialect): ExactOrderName | undefined {
  const { exactOrders, inexactColumns } = dialect;
  if (exactOrders === undefined) return undefined;
  const { collation, entityMetadata, databaseName } = column;
  const isDeclared = collation !== undefined && new RegExp(exactOrders.collations).test(collation);
  return isDeclared || inexactColumns?.has(`${entityMetadata.tableName}.${databaseName}`) ? 'weights' : undefined;
}

/** Returns the order for texts of a host's SQL. Its columns are unknown, so one inexact column decides for all. */
export function exactOrderOfSql({ inexactColumns }: Dialect): ExactOrderName | undefined {
  return inexactColumns === undefined ? undefined : 'weights';
}

/** Table under its name at boot. */
export interface Table {
  readonly metadata: EntityMetadata;
  /** The name with its schema, as TypeORM had it. */
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

function relatedJunctionColumns(relation: RelationMetadata): readonly ColumnMetadata[] {
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
  const { entityMetadata, inverseEntityMetadata, joinColumns, createForeignKeyConstraints } = relation;
  if (!createForeignKeyConstraints || !isCreatedByTypeorm(entityMetadata) || isView(inverseEntityMetadata))
    return false;
  if (![entityMetadata, inverseEntityMetadata].every((metadata) => enforcesForeignKeys(metadata, dialect)))
    return false;
  return entityMetadata.foreignKeys.some(
    ({ columns }) => columns.length === joinColumns.length && columns.every((column) => joinColumns.includes(column)),
  );
}

/**
 * Returns true where each junction row stands for one related row: a foreign key constraint guarantees that the row
 * exists, and the referenced columns contain a key of its table.
 */
export function isLinkToOneRow(relation: RelationMetadata, dialect: Dialect): boolean {
  const { junctionEntityMetadata: junction, inverseEntityMetadata: related } = relation;
  if (junction === undefined || !isCreatedByTypeorm(junction) || isView(related)) return false;
  if (![junction, related].every((metadata) => enforcesForeignKeys(metadata, dialect))) return false;
  const own = relatedJunctionColumns(relation);
  const isConstrained = junction.foreignKeys.some(
    ({ columns }) => columns.length === own.length && columns.every((column) => own.includes(column)),
  );
  return isConstrained && referToKey(related, relatedKeyColumns(relation));
}

/**
 * Returns true where a row has at most one related row, because the referenced columns contain a key of the related
 * table. `@ManyToOne()` alone does not guarantee it: MariaDB lets a foreign key refer to columns that are not unique,
 * and without a constraint every engine does.
 */
export function leadsToOneRow(relation: RelationMetadata): boolean {
  if (relation.isOneToMany || relation.isManyToMany) return false;
  return referToKey(relation.inverseEntityMetadata, relatedKeyColumns(relation));
}

/** Returns true where columns of a table contain one of its keys. */
function referToKey(related: EntityMetadata, columns: readonly ColumnMetadata[]): boolean {
  return columns.length > 0 && keysOf(related, columns).some((key) => isWithin(key, columns));
}

/**
 * Lists the unique column sets of a table. For an inherited column, the declaring entity has the constraints, not
 * the related entity itself.
 */
function keysOf(related: EntityMetadata, columns: readonly ColumnMetadata[]): (readonly ColumnMetadata[])[] {
  const declaring = columns[0]?.entityMetadata ?? related;
  const keys: (readonly ColumnMetadata[])[] = [related.primaryColumns];
  if (!isCreatedByTypeorm(declaring)) return keys;
  const indices = [...declaring.indices, ...declaring.ownIndices].filter(
    ({ isUnique, where, synchronize }) => isUnique && where === undefined && synchronize,
  );
  return [...keys, ...[...declaring.uniques, ...indices].map((unique) => unique.columns)];
}

function isWithin(key: readonly ColumnMetadata[], columns: readonly ColumnMetadata[]): boolean {
  return key.length > 0 && key.every((column) => columns.includes(column));
}

function isCreatedByTypeorm(metadata: EntityMetadata): boolean {
  const owner = tableOwnerOf(metadata);
  return owner.synchronize && !isView(owner);
}

function isView({ tableType }: EntityMetadata): boolean {
  return tableType === 'view';
}

/** Returns true where the table's storage engine enforces foreign keys. MySQL's MyISAM silently ignores them. */
function enforcesForeignKeys({ engine }: EntityMetadata, { foreignKeyEngines }: Dialect): boolean {
  return engine === undefined || foreignKeyEngines === undefined || foreignKeyEngines.has(engine.toLowerCase());
}

type ReportOfFault = (message: string, cause?: unknown, level?: 'error' | 'warn') => void;

/**
 * Columns of one data source, as validation and SQL need them. Each is made once for each kind of value that it is read
 * as, because a decorator can declare another kind than the column's type implies.
 */
export class ColumnSchemas {
  private readonly existing = new Map<ColumnMetadata, Map<ValueKindName, ColumnSchema>>();
  private readonly faults = new Map<ColumnMetadata, Map<ValueKindName, TransformerFault | undefined>>();
  private readonly reported = new Set<string>();
  private readonly storedIn: string;

  /**
   * @param zone time zone of dates and date-times in requests that name none
   * @param report receives the faults of transformers
   */
  constructor(
    private readonly source: DataSource,
    private readonly dialect: Dialect,
    private readonly zone: string,
    private readonly report: ReportOfFault,
  ) {
    this.storedIn = storedIn(source, dialect);
  }

  /**
   * Returns the schema of a column.
   *
   * @param declared kind that a decorator declares; by default the kind of the column's type
   */
  of(metadata: ColumnMetadata, declared?: ValueKindName): ColumnSchema {
    const name = declared ?? kindOfColumn(metadata, this.dialect);
    const byKind = this.existing.get(metadata) ?? new Map<ValueKindName, ColumnSchema>();
    this.existing.set(metadata, byKind);
    const existing = byKind.get(name);
    if (existing !== undefined) return existing;
    const column = this.make(metadata, name);
    byKind.set(name, column);
    return column;
  }

  /** Tries the transformer of a field, if it has one, once for each kind that its values are read as. */
  faultOf(field: ExpressionSchema): TransformerFault | undefined {
    const { column, kind } = field;
    if (column?.transformer === undefined) return undefined;
    const faults = this.faults.get(column) ?? new Map<ValueKindName, TransformerFault | undefined>();
    this.faults.set(column, faults);
    const tried = { ...field, metadata: column };
    if (!faults.has(kind.name)) faults.set(kind.name, faultOfTransformer(tried, this.source.driver));
    return faults.get(kind.name);
  }

  /** Reports a fault of a transformer, unless it was reported before: clients could otherwise fill the log. */
  readonly reportOnce: ReportOfFault = (message, cause, level) => {
    if (this.reported.has(message)) return;
    this.reported.add(message);
    this.report(message, cause, level);
  };

  private make(metadata: ColumnMetadata, declared: ValueKindName): ColumnSchema {
    const storedKind = valueKinds[kindOfColumn(metadata, this.dialect)];
    const kind = this.kindOf(metadata, declared, storedKind);
    const columnName = this.source.driver.escape(metadata.databaseName);
    return Object.freeze({
      metadata,
      propertyPath: metadata.propertyPath,
      sqlOf: (alias: string) => `${alias}.${columnName}`,
      columnName,
      column: metadata,
      kind,
      accepts: accepts(metadata, kind, this.reportOnce),
      storedKind,
      stored: storedKindOf(metadata, storedKind, this.dialect),
      facts: this.factsOf(metadata),
      bindFacts: {
        dialect: this.dialect,
        zoned: isZoned(metadata.type),
        storedIn: this.storedIn,
        hidesDigits: hidesDigits(metadata, kind, this.dialect),
      },
      nullable: canBeNull(metadata, this.dialect),
      exactOrder: exactOrderOf(metadata, this.dialect),
      indexed: startsAnIndex(metadata),
      document: undefined,
      list: undefined,
      isSubquery: false,
    });
  }

  /** With a transformer, values are those of the property, and the column's type says nothing about them. */
  private kindOf(metadata: ColumnMetadata, declared: ValueKindName, stored: ValueKind): ValueKind {
    if (metadata.transformer !== undefined) return valueKinds[declared];
    const kind = keptKind(declared, stored.name) ?? valueKinds[declared];
    return stored.name === 'real' ? shortRealOf(metadata, kind, this.dialect) : kind;
  }

  private factsOf(metadata: ColumnMetadata): ValueFacts {
    return Object.freeze({
      zone: this.zone,
      unsigned: metadata.unsigned,
      characters: this.dialect.charsetsOfColumns === true ? charactersOf(metadata) : undefined,
      ...(isYear(metadata.type) ? { year: true } : {}),
      ...(metadata.enum === undefined ? {} : { members: metadata.enum }),
    });
  }
}

/**
 * Returns the characters that an entity declares for a column by `charset` or `collation`. The name of a collation
 * begins with its character set: `latin1_swedish_ci`.
 *
 * @returns undefined without a declaration, or for a set with all of Unicode
 */
function charactersOf({ charset, collation }: ColumnMetadata): Characters | undefined {
  const name = charset ?? collation?.split('_', 1)[0];
  return name === undefined ? undefined : declaredCharacters(name);
}

/** Returns the zone of stored date-times without a zone; see {@link Dialect.wallClock}. */
function storedIn(source: DataSource, dialect: Dialect): string {
  switch (dialect.wallClock) {
    case 'utc':
      return 'UTC';
    case 'process':
      return 'local';
    case 'connection': {
      const { timezone } = source.options as { timezone?: string };
      return timezone ?? 'local';
    }
  }
}

/**
 * Makes the test that a column's transformer accepts a value, or returns undefined without a transformer. A transformer
 * is code of the host, which may throw at an unknown value, or return nothing for it.
 */
function accepts(
  { transformer, entityMetadata, propertyPath }: ColumnMetadata,
  kind: ValueKind,
  report: ReportOfFault,
): ColumnSchema['accepts'] {
  if (transformer === undefined) return undefined;
  const isAccepted = (value: FilterValue): boolean => {
    try {
      return transformedBy(transformer, kind.toProperty(value)) !== undefined;
    } catch (error) {
      const name = `${entityMetadata.name}.${propertyPath}`;
      report(
        `The transformer of ${name} threw at a value of a request. The value is refused; this is logged once.`,
        error,
      );
      return false;
    }
  };
  return (value) => isProperty(value) && comparandsOf(value).every(isAccepted);
}

/** Returns false for microseconds, which the Date of a property would lose. */
function isProperty(value: FilterValue): boolean {
  return typeof value !== 'object' || value.type !== 'instant' || value.micros === 0;
}

/** Returns the values that a column is compared with. A range has two: its ends. */
function comparandsOf(value: FilterValue): readonly FilterValue[] {
  if (typeof value !== 'object' || value.type === 'instant') return [value];
  return value.type === 'day' ? [value.start, value.end] : [value.first, value.last];
}

/** Greatest number of digits after the second that a JavaScript Date has. */
const digitsOfDate = 3;

/**
 * Refuses what is related to an entity where its rows are told apart by a date-time with more digits than a JavaScript
 * Date has, or with a number of digits that the entity does not declare. On SQLite, TypeORM writes those of a Date.
 *
 * @param about begins the error
 */
export function checkKeyOfDates({ name, primaryKey }: KeyedByColumns, about: string): void {
  const column = primaryKey.find(isRounded);
  if (column === undefined) return;
  throw new FilterConfigurationError(
    `${about} needs the primary key of ${name}, and a JavaScript Date may round its ${column.propertyPath}; ` +
      'declare that column with `precision: 3` or less, or leave out what needs it',
  );
}

/** Returns true for date-times that keep more digits than a JavaScript Date has. */
export function isRounded({ stored, metadata, bindFacts: { dialect } }: ExpressionSchema): boolean {
  return stored.storedAs === 'datetime' && !dialect.dateTimesAreText && hasMoreDigits(metadata);
}

function hasMoreDigits({ precision }: Pick<ColumnMetadata, 'precision'>): boolean {
  return typeof precision !== 'number' || precision > digitsOfDate;
}

/**
 * Returns true for date-times of more digits than rows show. A transformer decides itself what rows show, and TypeORM
 * stores no more than a Date has where it stores texts.
 */
function hidesDigits(metadata: ColumnMetadata, { storedAs }: ValueKind, { dateTimesAreText }: Dialect): boolean {
  const isShownAsDate = storedAs === 'datetime' && metadata.transformer === undefined;
  return isShownAsDate && !dateTimesAreText && hasMoreDigits(metadata);
}

/** Returns true for date-times of which requests name days: no request names what rows show. */
export function isShownOtherwise({ kind, stored }: ExpressionSchema): boolean {
  return kind.name === 'date' && stored.storedAs === 'datetime';
}

/** Returns how equal values of an expression are grouped, by the type of their column, and by what rows show. */
export function spellingsOf(sql: string, { column, stored, bindFacts }: ExpressionSchema): Spellings {
  const { storedAs } = stored;
  const type = typeof column?.type === 'string' ? column.type : '';
  const hidesDigits = storedAs === 'datetime' && bindFacts.hidesDigits === true;
  return bindFacts.dialect.spellings({ sql, storedAs, type, hidesDigits });
}

interface KeyedByColumns {
  readonly name: string;
  readonly primaryKey: readonly ColumnSchema[];
}

/** True for a property path that is another one, or lies within it: `address.city` within `address`. */
export function isWithinPath(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}.`);
}
