import type { DataSource, EntityMetadata } from 'typeorm';
import type { FilterValue } from '../values/index.js';
import { type ColumnSchema, ColumnSchemas, Tables, indexesOf, tableOwnerOf } from './columns.js';
import {
  type FieldSchema,
  type FilterSchema,
  type NamedFilterSchema,
  type RelationSchema,
  type RowScope,
  type SchemaOptions,
  type Schemas,
  type View,
  type ViewKind,
  Visibilities,
  checkView,
  once,
  oncePer,
  viewOf,
} from './model.js';
import { Faults, FilterConfigurationError, checkEach, checkFunction, didYouMean } from '../configuration/index.js';
import {
  type Declaration,
  MemberTree,
  type Subject,
  declaredSortOf,
  fieldOf,
  limitedFilter,
  onlyWith,
  relationOf,
} from './members.js';
import type { ExposedField, Exposure, ViewOverrides, Visibility } from './declarations.js';
import { ExposureReader, namedFiltersOf } from './exposure.js';
import { expressionOf } from './expressions.js';
import { type FilterableRecord, Records, checkDeclaredOnce, checkNames, rulesByTarget } from './records.js';
import { type Dialect, dialectOf, driversBy } from '../dialects/index.js';

/**
 * Lists the scopes that the rows of an entity must satisfy. A query for the root of a single-table hierarchy also
 * returns rows of its subclasses. A subclass's scope must hold for them there as well, and for the classes that extend
 * the subclass; otherwise the root's list would show what the subclass's list hides.
 */
function rowScopesOf(registry: Schemas, metadata: EntityMetadata): readonly RowScope[] {
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
      indexes: indexesOf(metadata, registry.escape),
      deleteDate: metadata.deleteDateColumn && registry.columns.of(metadata.deleteDateColumn),
      discriminator: this.discriminator(),
      scopes: rowScopesOf(registry, metadata),
      declaration: registry.records.declarationOf(metadata.target, metadata.name),
      filterable: record !== undefined,
      isBare: record?.rules !== undefined && record.rules.fields === undefined && record.rules.relations === undefined,
      leftOut: once(() => this.leftOut()),
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
    const members = [...this.membersOf(exposure, kind, overrides.operators)];
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
    kind: ViewKind,
    operators: readonly string[] | undefined,
  ): Generator<FieldSchema | RelationSchema> {
    const { registry, metadata, subject } = this;
    const { visibilities } = registry;
    const declaration: Declaration = { registry, subject, operators };
    const faults = new Faults();
    for (const [path, declared] of exposure.fields) {
      const field = faults.collect(() => this.field(path, declared, declaration, kind));
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

  /**
   * Makes a field of a column, or of a part of one. Undefined where the entity has no such column, and where nothing
   * names the field and its transformer does not suit requests.
   */
  private field(
    path: string,
    declared: ExposedField,
    declaration: Declaration,
    view: ViewKind,
  ): FieldSchema | undefined {
    const { registry, metadata, subject } = this;
    const named = declared.place?.document ?? path;
    const isNamed = ({ propertyPath }: { readonly propertyPath: string }): boolean => propertyPath === named;
    const column = declared.of === undefined ? metadata.columns.find(isNamed) : metadata.columns[0];
    if (column === undefined) return undefined;
    const safe = (when: ExposedField['when'], name: string): ExposedField['when'] =>
      registry.visibilities.withSafeWhen({ when }, `${metadata.name}.${name}`).when;
    const visible = [safe(declared.place?.documentWhen, named), safe(declared.when, path)];
    const rule = { ...declared, when: allOf(visible.filter((when) => when !== undefined)) };
    const expression = expressionOf({ path, entity: metadata, column, rule, registry, subject });
    // A program's own conditions are in the terms of the entity's properties, which rules need not name.
    const isProperty = view === 'all' && rule.kind === undefined && rule.of === undefined;
    const kind = isProperty ? registry.columns.faultOf(expression)?.kind : undefined;
    const field = fieldOf(kind === undefined ? expression : registry.columns.of(column, kind), rule, declaration);
    return view === 'all' || this.suits(field, rule) ? field : undefined;
  }

  /**
   * Returns false for a field that no declaration names, and whose transformer makes answers that requests cannot name.
   *
   * @throws FilterConfigurationError for a field that a declaration names. A declared kind is trusted, and reported
   */
  private suits({ expression, operators }: FieldSchema, { kind, isImplied }: ExposedField): boolean {
    const { registry, metadata, subject } = this;
    if ([...operators.values()].every(({ takes }) => takes === 'boolean')) return true;
    const fault = registry.columns.faultOf(expression);
    if (fault === undefined) return true;
    if (isImplied === true) return false;
    const { propertyPath } = expression;
    // An aggregate has the kind that the related entity declares.
    const declared = kind ?? (expression.kind === expression.storedKind ? undefined : expression.kind.name);
    if (declared === undefined) throw new FilterConfigurationError(`${subject}: ${propertyPath} ${fault.text}`);
    registry.columns.reportOnce(
      `${metadata.name}.${propertyPath}, of the declared kind ${declared}, ${fault.text}`,
      undefined,
      'warn',
    );
    return true;
  }

  /** Lists the columns that a bare declaration would expose, but for the faults of their transformers. */
  private leftOut(): ReadonlyMap<string, string> {
    const { registry, metadata, record = undecorated } = this;
    const { fields } = new ExposureReader(metadata, this.subject, registry.isFilterable).read(record);
    const columns = metadata.columns.filter(({ propertyPath }) => fields.get(propertyPath)?.isImplied === true);
    const faults = columns.map(
      (column) => [column.propertyPath, registry.columns.faultOf(registry.columns.of(column))] as const,
    );
    return new Map(faults.flatMap(([path, fault]) => (fault === undefined ? [] : [[path, fault.text]])));
  }
}

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

/** Schemas of one data source's entities. Each is made at its first use, and kept. */
export class SchemaRegistry implements Schemas {
  /** The dialect of the data source's driver. */
  readonly dialect: Dialect;
  /** The columns of all entities. */
  readonly columns: ColumnSchemas;
  readonly tables: Tables;
  /** The declarations of all entities. */
  readonly records: Records;
  /** The `when` functions of all entities. */
  readonly visibilities: Visibilities;
  /**
   * The metadata of all entities. A data source that is initialized again has new metadata, and needs a new registry.
   */
  readonly metadatas: readonly EntityMetadata[];
  private readonly schemas = new Map<EntityMetadata, FilterSchema>();

  /**
   * @param server the dialect of the server, where it differs from the driver's
   * @throws FilterConfigurationError where the driver's database is not supported
   */
  constructor(
    readonly source: DataSource,
    readonly options: SchemaOptions,
    server?: Dialect,
  ) {
    this.metadatas = source.entityMetadatas;
    const dialect = server ?? supportedDialect(source);
    this.dialect = dialect;
    this.records = new Records(rulesByTarget(source, options.rules));
    this.visibilities = new Visibilities(options.report);
    this.tables = new Tables(this.metadatas, this.escape);
    this.columns = new ColumnSchemas(source, dialect, options.zone, options.report);
  }

  /**
   * Makes the schema of every filterable entity now, so that mistakes in decorators are found at boot. Returns the
   * correct ones; `faults` collects the errors of the others.
   */
  buildAll(faults: Faults): readonly FilterSchema[] {
    const metadatas = this.source.entityMetadatas.filter((metadata) => this.isFilterable(metadata));
    for (const rules of this.options.rules) {
      faults.collect(() => checkDeclaredOnce(this.source, this.records, rules));
    }
    return metadatas.flatMap((metadata) => faults.collect(() => this.checked(metadata)) ?? []);
  }

  private checked(metadata: EntityMetadata): FilterSchema {
    const schema = this.of(metadata);
    // Those of hidden columns, too, which conditions in code may name: none is tried at a request.
    for (const column of metadata.columns) this.columns.faultOf(this.columns.of(column));
    checkEach(['client', 'code'] as const, (kind) => checkView(schema.view(kind)));
    return schema;
  }

  /** Returns the schema of an entity, filterable or not. */
  of(metadata: EntityMetadata): FilterSchema {
    const existing = this.schemas.get(metadata);
    if (existing !== undefined) return existing;
    const schema = new EntitySchemaBuilder(this, metadata).build();
    this.schemas.set(metadata, schema);
    return schema;
  }

  /** Escapes one name the way the driver does. */
  escape = (name: string): string => this.source.driver.escape(name);

  /** Returns true where something declares the entity, a property of it, or a class that it extends. */
  readonly isFilterable = ({ target }: EntityMetadata): boolean => this.records.of(target) !== undefined;
}

function supportedDialect({ options: { type } }: DataSource): Dialect {
  const dialect = dialectOf(type);
  if (dialect !== undefined) return dialect;
  throw new FilterConfigurationError(
    `The database ${type} is not supported. Use one of: ${driversBy('run').join(', ')}; ` +
      `or, supported by their documentation only: ${driversBy('documents').join(', ')}.`,
  );
}
