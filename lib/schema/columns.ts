import type { DataSource, EntityMetadata } from 'typeorm';
import { getMetadataArgsStorage } from 'typeorm/globals.js';
import {
  type BindFacts,
  type FilterValue,
  type StoredKind,
  type ValueFacts,
  type ValueKind,
  type ValueKindName,
  declaredCharacters,
  isYear,
  isZoned,
  keptKind,
  kindOfColumn,
  shortRealOf,
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
import type { RelatedAggregate } from './aggregates.js';
import { type ColumnMetadata, canBeNull } from './joins.js';
import { type TransformerFault, faultOfTransformer, transformedBy } from './transformers.js';
import { type Report, reportingOnce } from './visibility.js';
import { oncePer } from './lazy.js';

type IndexMetadata = EntityMetadata['indices'][number];

/** Lists the columns of the primary key, and of every unique constraint and index that the entity declares. */
function indexesIn(
  { primaryColumns, uniques, ownIndices, indices }: EntityMetadata,
  isIncluded: (index: IndexMetadata) => boolean,
): readonly (readonly ColumnMetadata[])[] {
  const declared = [...new Set([...ownIndices, ...indices])].filter(isIncluded);
  return [primaryColumns, ...[...uniques, ...declared].map(({ columns }) => columns)];
}

/**
 * Returns the escaped columns of every index that the entity declares. Partial indexes are left out, because a query
 * can use one only if it repeats its condition.
 */
export function indexesOf(metadata: EntityMetadata, escape: (name: string) => string): readonly (readonly string[])[] {
  const lists = indexesIn(metadata, ({ where }) => where === undefined);
  return lists.map((columns) => columns.map(({ databaseName }) => escape(databaseName)));
}

/** Returns true for the first column of a declared index. TypeORM's metadata lacks indexes made by hand. */
function startsAnIndex(column: ColumnMetadata): boolean {
  const { entityMetadata } = column;
  const { ownIndices, indices } = entityMetadata;
  return (
    indexesIn(entityMetadata, () => true).some(([first]) => first === column) ||
    [...ownIndices, ...indices].some((index) => startsUnsynchronized(index, column))
  );
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
  const ofSubclasses = declared.filter((one) => one.target !== target && isOf(one.target, target));
  if (ofSubclasses.length === 0) return new Set();
  const own = new Set(declared.filter((one) => isOf(target, one.target)).map(({ propertyName }) => propertyName));
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
  /** The aggregate of related rows that it is. Undefined for any other expression. */
  readonly aggregate: RelatedAggregate | undefined;
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

/**
 * Columns of one data source, as validation and SQL need them. Each is made once for each kind of value that it is read
 * as, because a decorator can declare another kind than the column's type implies.
 */
export class ColumnSchemas {
  /** Reports a fault of a transformer, unless it was reported before. */
  readonly reportOnce: Report;
  private readonly made = oncePer((metadata: ColumnMetadata) =>
    oncePer((kind: ValueKindName) => this.make(metadata, kind)),
  );
  private readonly faults = new Map<ColumnSchema, TransformerFault | undefined>();
  /** Zone of stored date-times without a zone; see {@link Dialect.wallClock}. */
  private readonly storedIn: string;

  /**
   * @param zone time zone of dates and date-times in requests that name none
   * @param report receives the faults of transformers
   */
  constructor(
    private readonly source: DataSource,
    private readonly dialect: Dialect,
    private readonly zone: string,
    report: Report,
  ) {
    this.reportOnce = reportingOnce(report);
    const { timezone } = source.options as { timezone?: string };
    this.storedIn = { utc: 'UTC', process: 'local', connection: timezone ?? 'local' }[dialect.wallClock];
  }

  /**
   * Returns the schema of a column.
   *
   * @param declared kind that a decorator declares; by default the kind of the column's type
   */
  of(metadata: ColumnMetadata, declared?: ValueKindName): ColumnSchema {
    return this.made(metadata)(declared ?? kindOfColumn(metadata, this.dialect));
  }

  /** Tries the transformer of a field, if it has one, once for each kind that its values are read as. */
  faultOf(field: ExpressionSchema): TransformerFault | undefined {
    const { column, kind } = field;
    if (column?.transformer === undefined) return undefined;
    const key = this.of(column, kind.name);
    if (!this.faults.has(key)) {
      this.faults.set(key, faultOfTransformer({ ...field, metadata: column }, this.source.driver));
    }
    return this.faults.get(key);
  }

  private make(metadata: ColumnMetadata, declared: ValueKindName): ColumnSchema {
    const { dialect, zone, storedIn } = this;
    const { type, transformer, charset, collation, unsigned, enum: members } = metadata;
    const storedKind = valueKinds[kindOfColumn(metadata, dialect)];
    // With a transformer, values are those of the property, and the column's type says nothing about them.
    const kept = (transformer === undefined ? keptKind(declared, storedKind.name) : undefined) ?? valueKinds[declared];
    const isShort = transformer === undefined && storedKind.name === 'real';
    const kind = isShort ? shortRealOf(metadata, kept, dialect) : kept;
    const columnName = this.source.driver.escape(metadata.databaseName);
    // The name of a collation begins with its character set: `latin1_swedish_ci`.
    const charsetName = dialect.charsetsOfColumns === true ? (charset ?? collation?.split('_', 1)[0]) : undefined;
    const facts: ValueFacts = Object.freeze({
      zone,
      unsigned,
      characters: charsetName === undefined ? undefined : declaredCharacters(charsetName),
      ...(isYear(type) ? { year: true } : {}),
      ...(members === undefined ? {} : { members }),
    });
    return Object.freeze({
      metadata,
      propertyPath: metadata.propertyPath,
      sqlOf: (alias: string) => `${alias}.${columnName}`,
      columnName,
      column: metadata,
      kind,
      accepts: accepts(metadata, kind, this.reportOnce),
      storedKind,
      stored: storedKindOf(metadata, storedKind, dialect),
      facts,
      bindFacts: { dialect, zoned: isZoned(type), storedIn, hidesDigits: hidesDigits(metadata, kind, dialect) },
      nullable: canBeNull(metadata, dialect),
      exactOrder: exactOrderOf(metadata, dialect),
      indexed: startsAnIndex(metadata),
      document: undefined,
      list: undefined,
      isSubquery: false,
      aggregate: undefined,
    });
  }
}

/**
 * Makes the test that a column's transformer accepts a value, or returns undefined without a transformer. A transformer
 * is code of the host, which may throw at an unknown value, or return nothing for it.
 */
function accepts(
  { transformer, entityMetadata, propertyPath }: ColumnMetadata,
  kind: ValueKind,
  report: Report,
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
export function checkKeyOfDates(
  { name, primaryKey }: { readonly name: string; readonly primaryKey: readonly ColumnSchema[] },
  about: string,
): void {
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

/** True for a property path that is another one, or lies within it: `address.city` within `address`. */
export function isWithinPath(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}.`);
}
