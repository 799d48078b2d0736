import type { EntityMetadata } from 'typeorm';
import { Faults, FilterConfigurationError, checkFunction, didYouMean } from '../configuration/index.js';
import { declaredSortOf } from './declared-sort.js';
import { type Exposure, ExposureReader } from './exposure.js';
import type { FieldSchema, FilterSchema, RelationSchema, View, ViewKind } from './filter-schema.js';
import { indexesOf } from './indexes.js';
import { type MemberMap, declarationOf, fieldOf, place } from './members.js';
import { checkNames } from './names.js';
import { onlyWith } from './narrowing.js';
import { once, oncePer } from './once.js';
import { relationOf } from './relations.js';
import { type FilterableRecord, type ViewOverrides, declaredScopes, readRecord } from './rules.js';
import type { Schemas } from './schemas.js';
import { rowScopesOf } from './row-scopes.js';
import { viewOf } from './view.js';

const nothing: FilterableRecord = { rules: { fields: [], relations: [] }, properties: new Map() };

/** Makes the schema of one entity: its decorators and TypeORM's metadata, joined and frozen. */
export class EntitySchemaBuilder {
  private readonly record: FilterableRecord | undefined;

  constructor(
    private readonly registry: Schemas,
    private readonly metadata: EntityMetadata,
    private readonly where = declarationOf(metadata),
  ) {
    this.record = typeof metadata.target === 'function' ? readRecord(metadata.target) : undefined;
  }

  build(): FilterSchema {
    const { metadata, registry, record } = this;
    if (record !== undefined) this.checkEmbedded(metadata.embeddeds);
    for (const { scope, by } of declaredScopes(metadata.target)) {
      const subject = by === metadata.name ? this.where : `@Filterable() on ${by}, which ${metadata.name} extends`;
      checkFunction({ subject, name: 'scope', value: scope }, 'the context');
    }
    const schema: FilterSchema = {
      name: metadata.name,
      metadata,
      dialect: registry.dialect,
      table: registry.table(metadata.tablePath),
      primaryKey: metadata.primaryColumns.map((column) => registry.columns.of(column)),
      indexes: indexesOf(metadata, registry.escape),
      deleteDate: metadata.deleteDateColumn && registry.columns.of(metadata.deleteDateColumn),
      discriminator: this.discriminator(),
      scopes: rowScopesOf(registry, metadata),
      filterable: record !== undefined,
      isBare: record?.rules !== undefined && record.rules.fields === undefined && record.rules.relations === undefined,
      view: oncePer((kind: ViewKind) => this.view(schema, kind, {})),
    };
    return Object.freeze(schema);
  }

  /** What is said of an embedded class would be lost: it is the entity that says what may be asked about. */
  private checkEmbedded(embeddeds: EntityMetadata['embeddeds']): void {
    for (const { type, propertyPath, embeddeds: inner } of embeddeds) {
      const record = typeof type === 'function' ? readRecord(type) : undefined;
      if (record !== undefined) {
        throw new FilterConfigurationError(
          `${this.where}: ${propertyPath} is embedded, and its class has a @Filterable() of its own, which says nothing; ` +
            `decorate the property ${propertyPath}, or name its columns in \`fields\`: '${propertyPath}.…'`,
        );
      }
      this.checkEmbedded(inner);
    }
  }

  /** A view of the entity, as its decorators say or as one handler overrides them. */
  view(schema: FilterSchema, kind: ViewKind, overrides: ViewOverrides): View {
    const reader = new ExposureReader(this.metadata, this.where, this.registry.isFilterable);
    if (kind === 'all') return this.makeView(schema, kind, reader.everything(this.record ?? nothing), {});
    const exposure = reader.override(reader.read(this.record ?? nothing), overrides);
    return this.makeView(schema, kind, exposure, { ...overrides, sort: overrides.sort ?? this.record?.rules?.sort });
  }

  /** The rows of an entity that shares its table with its siblings: its own, and those of the classes that extend it. */
  private discriminator(): FilterSchema['discriminator'] {
    const { discriminatorColumn, parentEntityMetadata } = this.metadata;
    // TypeORM sets the parent of a child entity only, whatever the declaration says.
    if (discriminatorColumn === undefined || !(parentEntityMetadata as EntityMetadata | undefined)) return undefined;
    const family = [this.metadata, ...this.metadata.childEntityMetadatas];
    return {
      sql: this.registry.escape(discriminatorColumn.databaseName),
      values: family.map((metadata) => metadata.discriminatorValue),
    };
  }

  private makeView(schema: FilterSchema, kind: ViewKind, exposure: Exposure, overrides: ViewOverrides): View {
    const members: MemberMap = new Map();
    for (const member of this.membersOf(exposure, overrides.operators)) {
      const path = kind === 'client' ? member.clientPath : member.propertyPath.split('.');
      place(members, path, member, this.where);
    }
    const parts = { kind, schema, members };
    const { sort, operators } = overrides;
    if (sort === undefined) return viewOf(parts);
    const code = kind === 'code' ? viewOf(parts) : this.makeView(schema, 'code', exposure, { operators });
    const declaredSort = once(() => declaredSortOf(schema, code, kind, sort, this.where));
    return viewOf(parts, declaredSort);
  }

  private *membersOf(
    exposure: Exposure,
    operators: readonly string[] | undefined,
  ): Generator<FieldSchema | RelationSchema> {
    const { registry, metadata, where } = this;
    const { visibilities } = registry;
    const faults = new Faults();
    for (const [path, declared] of exposure.fields) {
      const column = metadata.columns.find(({ propertyPath }) => propertyPath === path);
      if (column === undefined) continue;
      const rule = visibilities.guarded(declared, `${metadata.name}.${path}`);
      const field = faults.collect(() =>
        fieldOf(registry.columns.of(column, rule.kind), rule, registry.options.operators, where),
      );
      if (field !== undefined) yield operators === undefined ? field : onlyWith(field, operators);
    }
    for (const [path, declared] of exposure.relations) {
      const relation = metadata.relations.find(({ propertyPath }) => propertyPath === path);
      if (relation === undefined) continue;
      const rule = visibilities.guarded(declared, `${metadata.name}.${path}`);
      const related = faults.collect(() => relationOf(registry, relation, rule, operators, where));
      if (related !== undefined) yield related;
    }
    faults.throwIfAny();
  }
}

/** The operators that a handler takes must exist. */
export function checkOperators(registry: Schemas, tokens: readonly string[], where: string): void {
  checkNames(tokens, 'operators', where);
  const existing = [...registry.options.operators.keys()];
  for (const token of tokens) {
    if (existing.includes(token)) continue;
    throw new FilterConfigurationError(`${where}: \`operators\` names ${token}; ${didYouMean(token, existing)}`);
  }
}
