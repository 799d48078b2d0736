import type { EntityMetadata } from 'typeorm';
import type { FilterValue } from '../values/index.js';
import type { ColumnSchema } from './expression.js';
import type { FieldSchema, RowScope } from './filter-schema.js';
import { declaredScopes } from './records.js';
import type { Schemas } from './schemas.js';
import { tableOwnerOf } from './typeorm-metadata.js';

/**
 * Lists the scopes that the rows of an entity must satisfy. A query for the root of a single-table hierarchy returns rows of
 * its subclasses, too. A scope that a subclass declares must hold for them there as well, and so for the classes that extend
 * the subclass in turn; otherwise the list of the root would show what the list of the subclass hides.
 */
export function rowScopesOf(registry: Schemas, metadata: EntityMetadata): readonly RowScope[] {
  const own: EntityScopes = { metadata, declared: declaredScopes(metadata.target) };
  const all = [own, ...subclassScopes(metadata)].filter(({ declared }) => declared.length > 0);
  return all.map((scopes) => ({
    get schema() {
      return registry.of(scopes.metadata);
    },
    declared: scopes.declared,
    only: scopes === own ? undefined : rowsOf(registry, scopes.metadata),
  }));
}

/** An entity of a hierarchy, and the scopes that it adds to those of the entities above it. */
interface EntityScopes extends Pick<RowScope, 'declared'> {
  readonly metadata: EntityMetadata;
}

/** Lists the scopes of each subclass in the table, without those that it inherits from an entity that is listed itself. */
function subclassScopes(metadata: EntityMetadata): EntityScopes[] {
  const subclasses = subclassesInTable(metadata);
  const entities = new Set<unknown>([metadata, ...subclasses].map(({ target }) => target));
  return subclasses.map((subclass) => ({
    metadata: subclass,
    declared: declaredScopes(subclass.target, (level) => entities.has(level)),
  }));
}

/** Lists the entities that extend an entity and share its table; TypeORM's list has those with tables of their own, too. */
function subclassesInTable(metadata: EntityMetadata): EntityMetadata[] {
  const owner = tableOwnerOf(metadata);
  return metadata.childEntityMetadatas.filter((child) => child !== owner && tableOwnerOf(child) === owner);
}

/** Describes the rows of a child entity by the discriminator values of the entity and of its subclasses. */
function rowsOf(registry: Schemas, metadata: EntityMetadata): RowScope['only'] {
  if (metadata.discriminatorColumn === undefined) {
    throw new TypeError(`${metadata.name} shares a table without a discriminator column`);
  }
  const column = registry.columns.of(metadata.discriminatorColumn);
  const family = [metadata, ...subclassesInTable(metadata)];
  return {
    discriminator: discriminatorField(column),
    values: family.map(({ discriminatorValue }) => valueOf(discriminatorValue, column)),
  };
}

/** Makes a field for conditions on the discriminator, which no view has: only the library itself compares it. */
function discriminatorField(column: ColumnSchema): FieldSchema {
  const { propertyPath } = column;
  return {
    type: 'field',
    clientPath: [propertyPath],
    propertyPath,
    keyPath: undefined,
    expression: column,
    members: undefined,
    operators: new Map(),
    sortable: false,
    when: undefined,
  };
}

/** Reads a discriminator value as one of the column's kind: that of `@ChildEntity(1)` may be kept in a text column. */
function valueOf(discriminator: unknown, { kind, facts }: ColumnSchema): FilterValue {
  const reading =
    typeof discriminator === 'string' ? kind.read(discriminator, facts) : kind.readNative(discriminator, facts);
  return reading.ok ? reading.value : String(discriminator);
}
