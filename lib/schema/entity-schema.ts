import type { EntityMetadata } from 'typeorm';
import { Faults, FilterConfigurationError, checkFunction, didYouMean } from '../configuration/index.js';
import { declaredSortOf } from './members/declared-sort.js';
import type { ExposedField, Exposure } from './rules/exposed.js';
import { ExposureReader } from './members/exposure.js';
import { expressionOf } from './members/expressions.js';
import type {
  FieldSchema,
  FilterSchema,
  NamedFilterSchema,
  RelationSchema,
  View,
  ViewKind,
} from './views/filter-schema.js';
import { MemberTree } from './members/member-tree.js';
import { type Declaration, type Subject, fieldOf } from './members/members.js';
import { checkNames } from './rules/names.js';
import { namedFiltersOf } from './members/named-filters.js';
import { limitedFilter, onlyWith } from './members/narrowing.js';
import { once, oncePer } from './rules/once.js';
import { relationOf } from './members/relations.js';
import { rowScopesOf } from './views/row-scopes.js';
import type { FilterableRecord } from './rules/records.js';
import type { ViewOverrides } from './rules/rules.js';
import type { Visibility } from './rules/member-rules.js';
import type { Schemas } from './views/schemas.js';
import { isRounded } from './columns/rounded.js';
import { indexesOf, tableOwnerOf } from './columns/typeorm-metadata.js';
import { viewOf } from './views/view.js';

const undecorated: FilterableRecord = { rules: { fields: [], relations: [] }, properties: new Map() };

/** Makes the schema of one entity from its decorators and TypeORM's metadata, and its views. */
export class EntitySchemaBuilder {
  private readonly record: FilterableRecord | undefined;

  /** @param subject the subject of errors: the entity's declaration, or the handler that overrides a view */
  constructor(
    readonly registry: Schemas,
    readonly metadata: EntityMetadata,
    readonly subject: Subject = registry.records.declarationOf(metadata.target, metadata.name).subject,
  ) {
    this.record = registry.records.of(metadata.target);
  }

  /**
   * Makes the schema. Its views are made when they are first read; see `checkView`.
   *
   * @throws FilterConfigurationError where a scope is not a function, or an embedded class has a decorator of its own
   */
  build(): FilterSchema {
    const { metadata, registry, record } = this;
    if (record !== undefined) this.checkEmbedded(metadata.embeddeds);
    for (const { scope, by, subject: ofScope } of registry.records.scopesOf(metadata.target)) {
      const subject = by === metadata.name ? this.subject : `${ofScope}, which ${metadata.name} extends`;
      checkFunction({ subject, name: 'scope', value: scope }, 'the context');
    }
    const primaryKey = metadata.primaryColumns.map((column) => registry.columns.of(column));
    const schema: FilterSchema = {
      name: metadata.name,
      metadata,
      dialect: registry.dialect,
      table: registry.tables.of(metadata),
      primaryKey,
      roundedKey: primaryKey.filter(isRounded),
      indexes: indexesOf(metadata, registry.escape),
      deleteDate: metadata.deleteDateColumn && registry.columns.of(metadata.deleteDateColumn),
      discriminator: this.discriminator(),
      scopes: rowScopesOf(registry, metadata),
      declaration: registry.records.declarationOf(metadata.target, metadata.name),
      filterable: record !== undefined,
      isBare: record?.rules !== undefined && record.rules.fields === undefined && record.rules.relations === undefined,
      lists: {
        search: record?.rules?.search,
        facets: record?.rules?.facets,
        aggregates: record?.rules?.aggregates,
        populate: registry.visibilities.withSafeRules(record?.rules?.populate, metadata.name),
      },
      view: oncePer((kind: ViewKind) => this.view(schema, kind, {})),
    };
    return Object.freeze(schema);
  }

  /** Refuses decorators on embedded classes, because nothing reads them: only the entity exposes its columns. */
  private checkEmbedded(embeddeds: EntityMetadata['embeddeds']): void {
    for (const { type, propertyPath, embeddeds: inner } of embeddeds) {
      const record = this.registry.records.of(type);
      if (record !== undefined) {
        throw new FilterConfigurationError(
          `${this.subject}: ${propertyPath} is embedded, and @Filterable() on an embedded class has no effect; ` +
            `decorate the property ${propertyPath}, or name its columns in \`fields\`: '${propertyPath}.…'`,
        );
      }
      this.checkEmbedded(inner);
    }
  }

  /**
   * Makes a view of the entity as its decorators declare it, changed by one handler's overrides. Views of the kind
   * `all` cannot be overridden.
   *
   * @throws FilterConfigurationError where a decorator or an override names something that does not exist
   */
  view(schema: FilterSchema, kind: ViewKind, overrides: ViewOverrides): View {
    const record = this.record ?? undecorated;
    const reader = new ExposureReader(this.metadata, this.subject, this.registry.isFilterable);
    if (kind === 'all') return this.viewWith({ kind, schema }, reader.everything(record), {});
    const exposure = reader.override(reader.read(record), overrides);
    return this.viewWith({ kind, schema }, exposure, { ...overrides, sort: overrides.sort ?? record.rules?.sort });
  }

  /** Returns the discriminator values of a child entity's rows: its own, and its subclasses'. */
  private discriminator(): FilterSchema['discriminator'] {
    const { metadata } = this;
    const { discriminatorColumn, childEntityMetadatas } = metadata;
    if (discriminatorColumn === undefined || tableOwnerOf(metadata) === metadata) return undefined;
    return {
      sql: this.registry.escape(discriminatorColumn.databaseName),
      values: [metadata, ...childEntityMetadatas].map(({ discriminatorValue }) => discriminatorValue),
    };
  }

  private viewWith(base: Pick<View, 'kind' | 'schema'>, exposure: Exposure, overrides: ViewOverrides): View {
    const { kind, schema } = base;
    const tree = new MemberTree(this.subject);
    const members = [...this.membersOf(exposure, overrides.operators)];
    for (const member of members) tree.add(pathIn(kind, member), member);
    const named = kind === 'all' ? [] : this.namedFilters(overrides.operators);
    for (const filter of named) tree.add(filter.clientPath, filter);
    if (kind === 'client') for (const member of [...members, ...named]) tree.addFormerNames(member);
    else tree.addByKeys(members.flatMap((member) => (member.type === 'field' ? [member] : [])));
    const parts = { kind, schema, members: tree.members };
    const { sort: keys, operators } = overrides;
    if (keys === undefined) return viewOf(parts);
    // Declarations list sort keys by property, so a view with client names needs a view with property names, too.
    const exposed = kind === 'code' ? viewOf(parts) : this.viewWith({ kind: 'code', schema }, exposure, { operators });
    const declaredSort = once(() => declaredSortOf(exposed, kind, { keys, subject: this.subject }));
    return viewOf(parts, declaredSort);
  }

  /** Makes the named filters, which hold in every handler. */
  private namedFilters(operators: readonly string[] | undefined): readonly NamedFilterSchema[] {
    const filters = namedFiltersOf(this.record?.rules?.named, this);
    return operators === undefined ? filters : filters.map((filter) => limitedFilter(filter, operators));
  }

  private *membersOf(
    exposure: Exposure,
    operators: readonly string[] | undefined,
  ): Generator<FieldSchema | RelationSchema> {
    const { registry, metadata, subject } = this;
    const { visibilities } = registry;
    const declaration: Declaration = { registry, subject, operators };
    const faults = new Faults();
    for (const [path, declared] of exposure.fields) {
      const field = faults.collect(() => this.field(path, declared, declaration));
      if (field !== undefined) yield operators === undefined ? field : onlyWith(field, operators);
    }
    for (const [path, declared] of exposure.relations) {
      const relation = metadata.relations.find(({ propertyPath }) => propertyPath === path);
      if (relation === undefined) continue;
      const rule = visibilities.withSafeWhen(declared, `${metadata.name}.${path}`);
      const related = faults.collect(() => relationOf(relation, rule, declaration));
      if (related !== undefined) yield related;
    }
    faults.throwIfAny();
  }

  /** Makes a field of a column, or of a part of one. Undefined where the entity has no such column. */
  private field(path: string, declared: ExposedField, declaration: Declaration): FieldSchema | undefined {
    const { registry, metadata, subject } = this;
    const named = declared.place?.document ?? path;
    const isNamed = ({ propertyPath }: { readonly propertyPath: string }): boolean => propertyPath === named;
    const column = declared.of === undefined ? metadata.columns.find(isNamed) : metadata.columns[0];
    if (column === undefined) return undefined;
    const safe = (when: ExposedField['when'], name: string): ExposedField['when'] =>
      registry.visibilities.withSafeWhen({ when }, `${metadata.name}.${name}`).when;
    const visible = [safe(declared.place?.documentWhen, named), safe(declared.when, path)];
    const rule = { ...declared, when: allOf(visible.filter((when) => when !== undefined)) };
    return fieldOf(expressionOf({ path, entity: metadata, column, rule, registry, subject }), rule, declaration);
  }
}

/** Returns the path of a member in requests of a kind. */
function pathIn(kind: ViewKind, { clientPath, propertyPath }: FieldSchema | RelationSchema): readonly string[] {
  return kind === 'client' ? clientPath : propertyPath.split('.');
}

/** Returns a function that combines several visibilities, or undefined for none. */
function allOf(visibilities: readonly Visibility[]): Visibility | undefined {
  return visibilities.length < 2 ? visibilities[0] : (context: unknown) => visibilities.every((when) => when(context));
}

/**
 * Checks the operators that a handler allows.
 *
 * @throws FilterConfigurationError for an unknown operator, neither built in nor the host's own
 */
export function checkOperators(registry: Schemas, tokens: readonly string[], subject: string): void {
  checkNames(tokens, 'operators', subject);
  const existing = [...registry.options.operators.keys()];
  for (const token of tokens) {
    if (existing.includes(token)) continue;
    throw new FilterConfigurationError(`${subject}: \`operators\` names ${token}; ${didYouMean(token, existing)}`);
  }
}
