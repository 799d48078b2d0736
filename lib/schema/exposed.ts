import type { FieldRule, RelationRule, Visibility } from './rules.js';

/** The place of a field inside a JSON document. */
export interface DocumentPlace {
  /** The property path of the document's column: `specs`. */
  readonly document: string;
  /** The alias of the column, below which requests know the path; undefined where it has none. */
  readonly documentAs: string | undefined;
  /** Decides whether the column exists, and so whether the path does; undefined where it always does. */
  readonly documentWhen: Visibility | undefined;
  /** The path's own name, below that of the column: `size.width`. */
  readonly name: string;
  /** The keys of objects that lead to the value. */
  readonly keys: readonly string[];
}

/** The rule of a field that a view is to have; for a path of a document also its place. */
export interface ExposedField extends FieldRule {
  /** True for a column that no rule names: it is exposed because every column is. */
  readonly isImplied?: true;
  readonly place?: DocumentPlace | undefined;
  /** True for a path of a document that an index serves. */
  readonly indexed?: boolean | undefined;
}

/** The members that a view is to have, each with its rule. Maps keep the order of declaration, which errors list them in. */
export interface Exposure {
  /** The rules of fields by property path: `title`, `address.city` under an embedded property, `specs.color` in a document. */
  readonly fields: ReadonlyMap<string, ExposedField>;
  /** The rules of relations by property path. */
  readonly relations: ReadonlyMap<string, RelationRule>;
}
