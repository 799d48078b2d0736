import type { BindFacts, FilterValue, StoredKind, ValueFacts, ValueKind } from '../values/index.js';
import type {
  DocumentKind,
  DocumentPath,
  ElementQuestion,
  ExactOrderName,
  ListElements,
  ListQuestion,
} from '../dialects/index.js';
import type { ColumnMetadata } from './typeorm-metadata.js';

/**
 * SQL over one row of an entity, and the kind of its values: all that reading a value for it, binding that value, comparing it
 * and sorting by it depend on. Every field has one.
 */
export interface ExpressionSchema {
  /** TypeORM's description of the column that it is, or that it reads a part of. */
  readonly metadata: ColumnMetadata;
  /** The name in the program: `title`, `address.city`. Two expressions are the same where this and the metadata are. */
  readonly propertyPath: string;
  /** Returns its SQL for a row, by the escaped alias of the row's table. */
  readonly sqlOf: (alias: string) => string;
  /** The escaped name of the column, without an alias; undefined where it is not a column of the table. */
  readonly columnName: string | undefined;
  /**
   * The column whose type, collation and transformer its values have; undefined where they have none, like those inside a
   * document.
   */
  readonly column: ColumnMetadata | undefined;
  /** The kind of value that requests give: that of the column's type, or the one that a rule declares (`kind: 'uuid'`). */
  readonly kind: ValueKind;
  /** The kind of the column's type, whatever a rule declares. */
  readonly storedKind: ValueKind;
  /** Values as the database keeps them: those of {@link storedKind}, or bytes, of which there is no kind. */
  readonly stored: StoredKind;
  /** The facts that reading a value depends on: enum members, sign, time zone, character set. */
  readonly facts: ValueFacts;
  /**
   * Returns true where the column's transformer turns the value into something that can be stored; undefined where the
   * column has no transformer. It keeps a transformer that throws on unexpected input from failing a request.
   */
  readonly accepts: ((value: FilterValue) => boolean) | undefined;
  /** The facts that binding a value as a parameter depends on. */
  readonly bindFacts: BindFacts;
  /** True where the database may hold a NULL in it, declared or not. */
  readonly nullable: boolean;
  /** Order in which pages by cursor take its values, where the engine orders and compares the values themselves otherwise. */
  readonly exactOrder?: ExactOrderName | undefined;
  /** True where a declared index starts with it, or a path of a document is declared to have an index. */
  readonly indexed: boolean;
  /** The part of a JSON document that it is; undefined where it is none. */
  readonly document: DocumentPart | undefined;
  /** The conditions on a list of such values; undefined where a row has one value. */
  readonly list: ListSchema | undefined;
  /** True where each use of it is a subquery, which the limits count as one. */
  readonly isSubquery: boolean;
}

/** A value in a JSON document, a list in it, or the document itself. */
export interface DocumentPart {
  /** Returns the path to it, by the escaped alias of the row's table. */
  readonly at: (alias: string) => DocumentPath;
  /** The kind of the value, or of those in the list; undefined for the document itself, of which only its presence is read. */
  readonly kind: DocumentKind | undefined;
}

/** A list of values in a column, or in a document. Its SQL is for a row, by the escaped alias of the row's table. */
export interface ListSchema {
  /** True where the list is an array of the engine's own. Any other is a text, all of which is read to find an element. */
  readonly isArray: boolean;
  /** Writes the condition that the list has some elements, or its negation; false or unknown where the list is NULL. */
  readonly has: (alias: string, question: ListQuestion) => string;
  /** Writes the condition that the list has no element, or its negation; false or unknown where the list is NULL. */
  readonly empty: (alias: string, negated: boolean) => string;
  /** Writes the condition that a list of texts has an element that contains a text, or its negation. */
  readonly hasMatch: (alias: string, question: ElementQuestion) => string;
  /** Writes the elements as rows beside the row, by its column alone; undefined where the engine cannot. */
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

/** Returns true for two expressions that have the same value in every row, whatever kind each is read as. */
export function isSameExpression(one: ExpressionSchema, other: ExpressionSchema): boolean {
  return one.metadata === other.metadata && one.propertyPath === other.propertyPath;
}
