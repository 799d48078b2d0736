import type { EntityMetadata } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { ExposedField } from '../rules/exposed.js';
import type { Subject } from './members.js';
import type { Schemas } from '../views/schemas.js';
import type { ColumnMetadata } from '../columns/typeorm-metadata.js';

/** Field as a decorator or a handler declares it, and its column. */
export interface DeclaredField {
  /** The property path: `title`, `specs.color`. */
  readonly path: string;
  /** Entity that has the field. */
  readonly entity: EntityMetadata;
  /** TypeORM's description of the column; of some column of the entity, for a field that is none. */
  readonly column: ColumnMetadata;
  /** Rule of the field, with a place for a path of a document. */
  readonly rule: ExposedField;
  /** Schemas that it belongs to. */
  readonly registry: Schemas;
  /** The subject of errors. */
  readonly subject: Subject;
}

/** Makes the error about a field that cannot be as declared. The text continues its name. */
export function wrongField({ subject, path }: DeclaredField, text: string): FilterConfigurationError {
  return new FilterConfigurationError(`${subject}: ${path} ${text}`);
}

/**
 * Refuses a transformer, which converts a property's whole value, for a field whose requests name parts of the value.
 *
 * @param what the kind of field: `a list`
 */
export function refuseTransformer(field: DeclaredField, what: string): void {
  if (field.column.transformer === undefined) return;
  throw wrongField(
    field,
    `has a transformer, which ${what} cannot have: it converts the whole value of the column, and requests give parts of it; ` +
      "remove the transformer, or declare { kind: 'opaque' } to allow $null and $notNull alone",
  );
}
