import type { FieldRule, RelationRule, Visibility } from './member-rules.js';

/** The place of a field inside a JSON document. */
export interface DocumentPlace {
  /** The property path of the document's column: `specs`. */
  readonly document: string;
  /** Alias of the column in requests, if it has one. */
  readonly documentAs: string | undefined;
  /** Former names of the column, if it has any. */
  readonly documentFormerly: readonly string[] | undefined;
  /** End of the column's name, if it is deprecated. */
  readonly documentDeprecated: FieldRule['deprecated'];
  /** Decides whether the column exists, and the path with it. Undefined where it always does. */
  readonly documentWhen: Visibility | undefined;
  /** The path's own name, below the column's: `size.width`. */
  readonly name: string;
  /** The keys of objects that lead to the value. */
  readonly keys: readonly string[];
}

/** Rule of a field in a view, with a place for a path of a document. */
export interface ExposedField extends FieldRule {
  /** True for a column without a rule: it is exposed because every column is. */
  readonly isImplied?: true;
  readonly place?: DocumentPlace | undefined;
  /** True for a path of a document that an index serves. */
  readonly indexed?: boolean | undefined;
}

/** Members of a view, each with its rule. Maps keep the order of declaration, and errors list them in this order. */
export interface Exposure {
  /**
   * The rules of fields by property path: `title`, `address.city` under an embedded property,
   * `specs.color` in a document.
   */
  readonly fields: ReadonlyMap<string, ExposedField>;
  /** The rules of relations by property path. */
  readonly relations: ReadonlyMap<string, RelationRule>;
}
