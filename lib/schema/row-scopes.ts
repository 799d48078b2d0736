import type { EntityMetadata } from 'typeorm';
import type { FilterValue } from '../values/index.js';
import type { ColumnSchema, FieldSchema, RowScope } from './filter-schema.js';
import { declaredScopes } from './rules.js';
import type { Schemas } from './schemas.js';

/**
 * What the rows of an entity must satisfy to be seen. Where its table is shared, the rows of the classes that extend it come
 * through it, too, and what such a class declares holds for its rows, and for those of the classes that extend it in turn.
 */
export function rowScopesOf(registry: Schemas, metadata: EntityMetadata): readonly RowScope[] {
  const every: Scoped = { metadata, declared: declaredScopes(metadata.target), isEvery: true };
  const scoped = [every, ...scopedBelow(metadata)].filter(({ declared }) => declared.length > 0);
  return scoped.map((one) => ({
    get schema() {
      return registry.of(one.metadata);
    },
    declared: one.declared,
    only: one.isEvery ? undefined : rowsOf(registry, one.metadata),
  }));
}

interface Scoped extends Pick<RowScope, 'declared'> {
  readonly metadata: EntityMetadata;
  readonly isEvery: boolean;
}

/** Each class below with the scopes that no entity between them declares already. */
function scopedBelow(metadata: EntityMetadata): Scoped[] {
  const below = sharingTable(metadata);
  const entities = new Set<unknown>([metadata, ...below].map(({ target }) => target));
  return below.map((child) => ({
    metadata: child,
    declared: declaredScopes(child.target, (level) => entities.has(level)),
    isEvery: false,
  }));
}

/** The entities that extend an entity and have its table; TypeORM also counts those that have a table of their own. */
function sharingTable(metadata: EntityMetadata): EntityMetadata[] {
  const root = rootOf(metadata);
  return metadata.childEntityMetadatas.filter((child) => child !== root && rootOf(child) === root);
}

/** TypeORM gives the entity that has the table as the parent of every class in it, and none where a table is not shared. */
function rootOf(metadata: EntityMetadata): EntityMetadata {
  return metadata.parentEntityMetadata ?? metadata;
}

function rowsOf(registry: Schemas, metadata: EntityMetadata): RowScope['only'] {
  if (metadata.discriminatorColumn === undefined) {
    throw new TypeError(`${metadata.name} shares a table without a discriminator column`);
  }
  const column = registry.columns.of(metadata.discriminatorColumn);
  const family = [metadata, ...sharingTable(metadata)];
  return {
    discriminator: discriminatorField(column),
    values: family.map(({ discriminatorValue }) => valueOf(discriminatorValue, column)),
  };
}

/** No view has it: a discriminator is asked about by the library alone. */
function discriminatorField(column: ColumnSchema): FieldSchema {
  const { propertyPath } = column.metadata;
  return {
    type: 'field',
    clientPath: [propertyPath],
    propertyPath,
    column,
    operators: new Map(),
    sortable: false,
    when: undefined,
  };
}

/** The value as one of the column's kind: `@ChildEntity(1)` may stand in a column of text. */
function valueOf(discriminator: unknown, { kind, facts }: ColumnSchema): FilterValue {
  const reading =
    typeof discriminator === 'string' ? kind.read(discriminator, facts) : kind.readNative(discriminator, facts);
  return reading.ok ? reading.value : String(discriminator);
}
