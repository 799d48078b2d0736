import { FilterConfigurationError } from '../configuration/index.js';
import type { ExposedField } from './exposed.js';
import type { Subject } from './members.js';
import type { Schemas } from './schemas.js';
import type { ColumnMetadata } from './typeorm-metadata.js';

/** A field as a decorator or a handler declares it, and the column that it is, or is a part of. */
export interface DeclaredField {
  /** The property path: `title`, `specs.color`. */
  readonly path: string;
  /** TypeORM's description of the column. */
  readonly column: ColumnMetadata;
  /** The rule of the field; it has a place where the field is a path of a document. */
  readonly rule: ExposedField;
  /** The schemas that it is made for. */
  readonly registry: Schemas;
  /** The subject of errors. */
  readonly subject: Subject;
}

/** Makes the error about a field that cannot be what it is declared to be. The text continues its name. */
export function wrongField({ subject, path }: DeclaredField, text: string): FilterConfigurationError {
  return new FilterConfigurationError(`${subject}: ${path} ${text}`);
}

/**
 * Refuses a transformer, which converts the whole value of a property, for a field whose requests give parts of the value.
 *
 * @param what the field that cannot have it: `a list`
 */
export function refuseTransformer(field: DeclaredField, what: string): void {
  if (field.column.transformer === undefined) return;
  throw wrongField(
    field,
    `has a transformer, which ${what} cannot have: it converts the whole value of the column, and requests give parts of it; ` +
      "remove the transformer, or declare { kind: 'opaque' } to allow $null and $notNull alone",
  );
}
