import type { BindFacts, FilterValue, StoredKind, ValueFacts, ValueKind } from '../../values/index.js';
import type {
  DocumentKind,
  DocumentPath,
  ElementQuestion,
  ExactOrderName,
  ListElements,
  ListQuestion,
} from '../../dialects/index.js';
import type { ColumnMetadata } from './typeorm-metadata.js';

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
