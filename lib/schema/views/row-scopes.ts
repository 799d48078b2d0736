import type { EntityMetadata } from 'typeorm';
import type { FilterValue } from '../../values/index.js';
import type { ColumnSchema } from '../columns/expression.js';
import type { FieldSchema, RowScope } from './filter-schema.js';
import type { Schemas } from './schemas.js';
import { tableOwnerOf } from '../columns/typeorm-metadata.js';

/**
 * Lists the scopes that the rows of an entity must satisfy. A query for the root of a single-table hierarchy also
 * returns rows of its subclasses. A subclass's scope must hold for them there as well, and for the classes that extend
 * the subclass; otherwise the root's list would show what the subclass's list hides.
 */
export function rowScopesOf(registry: Schemas, metadata: EntityMetadata): readonly RowScope[] {
  const own: EntityScopes = { metadata, declared: registry.records.scopesOf(metadata.target) };
  const all = [own, ...subclassScopes(registry, metadata)].filter(({ declared }) => declared.length > 0);
  return all.map((scopes) => ({
    get schema() {
      return registry.of(scopes.metadata);
    },
    declared: scopes.declared,
    only: scopes === own ? undefined : rowsOf(registry, scopes.metadata),
  }));
}

/** Entity of a hierarchy, and the scopes that it adds to its bases'. */
interface EntityScopes extends Pick<RowScope, 'declared'> {
  readonly metadata: EntityMetadata;
}

/** Lists the scopes of each subclass in the table, without those inherited from a listed entity. */
function subclassScopes({ records }: Schemas, metadata: EntityMetadata): EntityScopes[] {
  const subclasses = subclassesInTable(metadata);
  const entities = new Set<unknown>([metadata, ...subclasses].map(({ target }) => target));
  return subclasses.map((subclass) => ({
    metadata: subclass,
    declared: records.scopesOf(subclass.target, (level) => entities.has(level)),
  }));
}

/** Lists the entities that extend an entity and share its table. TypeORM's list also has subclasses with own tables. */
function subclassesInTable(metadata: EntityMetadata): EntityMetadata[] {
  const owner = tableOwnerOf(metadata);
  return metadata.childEntityMetadatas.filter((child) => child !== owner && tableOwnerOf(child) === owner);
}

/** Describes a child entity's rows by its own and its subclasses' discriminator values. */
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

/** Makes a field for conditions on the discriminator. It is in no view: only the library itself compares it. */
function discriminatorField(column: ColumnSchema): FieldSchema {
  const { propertyPath } = column;
  return {
    type: 'field',
    clientPath: [propertyPath],
    formerPaths: [],
    deprecated: [],
    propertyPath,
    keyPath: undefined,
    expression: column,
    members: undefined,
    operators: new Map(),
    sortable: false,
    when: undefined,
  };
}

/** Reads a discriminator value as the column's kind: a text column may keep the value of `@ChildEntity(1)`. */
function valueOf(discriminator: unknown, { kind, facts }: ColumnSchema): FilterValue {
  const reading =
    typeof discriminator === 'string' ? kind.read(discriminator, facts) : kind.readNative(discriminator, facts);
  return reading.ok ? reading.value : String(discriminator);
}
