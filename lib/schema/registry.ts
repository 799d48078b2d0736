import type { DataSource, EntityMetadata } from 'typeorm';
import {
  Faults,
  FilterConfigurationError,
  checkEach,
  checkFunction,
  checkNames,
  didYouMean,
} from '../configuration/index.js';
import { type Dialect, dialectOf, driversBy } from '../dialects/index.js';
import { type AnyOperator, operatorSuits } from '../operators/index.js';
import type { FilterValue, ValueKind } from '../values/index.js';
import { ColumnSchemas, indexesOf } from './columns.js';
import type { ExposedField, Exposure, ViewOverrides } from './declarations.js';
import { ExposureReader } from './exposure.js';
import { expressionOf } from './expressions.js';
import { Tables, tableOwnerOf } from './joins.js';
import { once, oncePer } from './lazy.js';
import { type Declaration, fieldOf, namedFiltersOf, relationOf } from './members.js';
import {
  type FieldSchema,
  type FilterSchema,
  type RelationSchema,
  type RowScope,
  type SchemaOptions,
  type View,
  type ViewKind,
  checkView,
  viewOf,
} from './model.js';
import { type FilterableRecord, Records } from './records.js';
import { declaredSortOf } from './sorting.js';
import { MemberTree } from './tree.js';
import { withOperators } from './views.js';
import { Visibilities, allOf } from './visibility.js';

/**
 * Lists the scopes that the rows of an entity must satisfy. A query for the root of a single-table hierarchy also
 * returns rows of its subclasses. A subclass's scope must hold for them there as well, and for the classes that extend
 * the subclass; otherwise the root's list would show what the subclass's list hides.
 */
function rowScopesOf(registry: SchemaRegistry, metadata: EntityMetadata): readonly RowScope[] {
  const { records } = registry;
  const subclasses = subclassesInTable(metadata);
  const entities = new Set<unknown>([metadata, ...subclasses].map(({ target }) => target));
  const all = [
    { owner: metadata, declared: records.scopesOf(metadata.target) },
    // What a subclass inherits from another entity of the table is that entity's.
    ...subclasses.map((owner) => ({ owner, declared: records.scopesOf(owner.target, (level) => entities.has(level)) })),
  ];
  return all
    .filter(({ declared }) => declared.length > 0)
    .map(({ owner, declared }) => ({
      get schema() {
        return registry.of(owner);
      },
      declared,
      only: owner === metadata ? undefined : rowsOf(registry, owner),
    }));
}

/** Lists the entities that extend an entity and share its table. TypeORM's list also has subclasses with own tables. */
function subclassesInTable(metadata: EntityMetadata): EntityMetadata[] {
  const owner = tableOwnerOf(metadata);
  return metadata.childEntityMetadatas.filter((child) => child !== owner && tableOwnerOf(child) === owner);
}

/**
 * Describes a child entity's rows by its own and its subclasses' discriminator values. The field is in no view: only
 * the library itself compares it.
 */
function rowsOf(registry: SchemaRegistry, metadata: EntityMetadata): RowScope['only'] {
  if (metadata.discriminatorColumn === undefined) {
    throw new TypeError(`${metadata.name} shares a table without a discriminator column`);
  }
  const column = registry.columns.of(metadata.discriminatorColumn);
  const { propertyPath, kind, facts } = column;
  const discriminator: FieldSchema = {
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
  const values = [metadata, ...subclassesInTable(metadata)].map(({ discriminatorValue }): FilterValue => {
    const value: unknown = discriminatorValue;
    // A text column may keep the value of `@ChildEntity(1)`.
    const reading = typeof value === 'string' ? kind.read(value, facts) : kind.readNative(value, facts);
    return reading.ok ? reading.value : String(value);
  });
  return { discriminator, values };
}

const undecorated: FilterableRecord = { rules: { fields: [], relations: [] }, properties: new Map() };

/** Makes the schema of one entity. Its views are made when they are first read; see `checkView`. */
function schemaOf(registry: SchemaRegistry, metadata: EntityMetadata): FilterSchema {
  const { records, dialect, columns, tables, visibilities, escape } = registry;
  const record = records.of(metadata.target);
  const declaration = records.declarationOf(metadata.target, metadata.name);
  const { subject } = declaration;
  if (record !== undefined) checkEmbedded(records, metadata.embeddeds, subject);
  for (const { scope, by, subject: ofScope } of records.scopesOf(metadata.target)) {
    const about = by === metadata.name ? subject : `${ofScope}, which ${metadata.name} extends`;
    checkFunction({ subject: about, name: 'scope', value: scope }, 'the context');
  }
  const { name, discriminatorColumn, deleteDateColumn } = metadata;
  const isChild = discriminatorColumn !== undefined && tableOwnerOf(metadata) !== metadata;
  const { rules } = record ?? {};
  const schema: FilterSchema = Object.freeze({
    name,
    metadata,
    dialect,
    table: tables.of(metadata),
    primaryKey: metadata.primaryColumns.map((column) => columns.of(column)),
    indexes: indexesOf(metadata, escape),
    deleteDate: deleteDateColumn && columns.of(deleteDateColumn),
    discriminator: isChild
      ? {
          sql: escape(discriminatorColumn.databaseName),
          values: [metadata, ...metadata.childEntityMetadatas].map(({ discriminatorValue }) => discriminatorValue),
        }
      : undefined,
    scopes: rowScopesOf(registry, metadata),
    declaration,
    filterable: record !== undefined,
    isBare: rules !== undefined && rules.fields === undefined && rules.relations === undefined,
    leftOut: once(() => leftOut(registry, metadata)),
    lists: {
      search: rules?.search,
      facets: rules?.facets,
      aggregates: rules?.aggregates,
      populate: visibilities.withSafeRules(rules?.populate, name),
    },
    view: (kind) => views(kind),
  });
  const views = makeViews(registry, schema, {}, subject);
  return schema;
}

/** Refuses decorators on embedded classes, because nothing reads them: only the entity exposes its columns. */
function checkEmbedded(records: Records, embeddeds: EntityMetadata['embeddeds'], subject: string): void {
  for (const { type, propertyPath, embeddeds: inner } of embeddeds) {
    if (records.of(type) !== undefined) {
      throw new FilterConfigurationError(
        `${subject}: ${propertyPath} is embedded, and @Filterable() on an embedded class has no effect; ` +
          `decorate the property ${propertyPath}, or name its columns in \`fields\`: '${propertyPath}.…'`,
      );
    }
    checkEmbedded(records, inner, subject);
  }
}

/** Lists the columns that a bare declaration would expose, but for the faults of their transformers. */
function leftOut(registry: SchemaRegistry, metadata: EntityMetadata): ReadonlyMap<string, string> {
  const { fields } = registry.exposureOf(metadata);
  const { columns } = registry;
  const implied = metadata.columns.filter(({ propertyPath }) => fields.get(propertyPath)?.isImplied === true);
  const faults = implied.map((column) => [column.propertyPath, columns.faultOf(columns.of(column))] as const);
  return new Map(faults.flatMap(([path, fault]) => (fault === undefined ? [] : [[path, fault.text]])));
}

/**
 * Returns the views of an entity for a handler: the entity's own, or views for this handler alone where its overrides
 * change them. Views of the kind `all` cannot be overridden.
 *
 * @param subject the subject of errors: the handler
 * @throws FilterConfigurationError where an override names something that does not exist
 */
export function viewsOf(
  registry: SchemaRegistry,
  schema: FilterSchema,
  { fields, relations, sort, operators }: ViewOverrides,
  subject: string,
): (kind: ViewKind) => View {
  if ([fields, relations, sort, operators].every((list) => list === undefined)) return schema.view;
  checkNames({ subject, name: 'operators', value: operators });
  const existing = [...registry.options.operators.keys()];
  const wrong = operators?.find((token) => !existing.includes(token));
  if (wrong !== undefined) {
    throw new FilterConfigurationError(`${subject}: \`operators\` names ${wrong}; ${didYouMean(wrong, existing)}`);
  }
  const views = makeViews(registry, schema, { fields, relations, sort, operators }, subject);
  for (const view of [views('client'), views('code')]) checkView(view);
  return (kind) => (kind === 'all' ? schema.view(kind) : views(kind));
}

/** Returns the views that an entity's declarations make, changed by a handler's overrides. Each is made once. */
function makeViews(
  registry: SchemaRegistry,
  schema: FilterSchema,
  overrides: ViewOverrides,
  subject: string,
): (kind: ViewKind) => View {
  const { metadata } = schema;
  const { operators } = overrides;
  const declaration = { registry, metadata, subject };
  const { rules } = registry.records.of(metadata.target) ?? undecorated;
  const sort = overrides.sort ?? rules?.sort;
  const reader = registry.readerOf(metadata, subject);
  const views = oncePer((kind: ViewKind): View => {
    const declared = registry.exposureOf(metadata, reader);
    const exposure = kind === 'all' ? reader.everything(declared) : reader.override(declared, overrides);
    const tree = new MemberTree(subject);
    const members = [...membersOf(declaration, exposure, kind)];
    for (const member of members) {
      tree.add(kind === 'client' ? member.clientPath : member.propertyPath.split('.'), member);
    }
    const named = kind === 'all' ? [] : namedFiltersOf(rules?.named, declaration);
    for (const filter of named) tree.add(filter.clientPath, filter);
    if (kind === 'client') for (const member of [...members, ...named]) tree.addFormerNames(member);
    else tree.addByKeys(members.filter((member) => member.type === 'field'));
    // Declarations list sort keys by property.
    const declaredSort =
      kind === 'all' || sort === undefined ? undefined : once(() => declaredSortOf(views('code'), kind, sort, subject));
    return withOperators(viewOf({ kind, schema, members: tree.members }, declaredSort), operators);
  });
  return views;
}

/** Makes the fields and relations of a view, or throws the mistakes of all of them. */
function* membersOf(
  declaration: Declaration,
  exposure: Exposure,
  kind: ViewKind,
): Generator<FieldSchema | RelationSchema> {
  const { registry, metadata } = declaration;
  const faults = new Faults();
  for (const [path, rule] of exposure.fields) {
    const field = faults.collect(() => exposedField(path, rule, declaration, kind));
    if (field !== undefined) yield field;
  }
  for (const [path, rule] of exposure.relations) {
    const relation = metadata.relations.find(({ propertyPath }) => propertyPath === path);
    if (relation === undefined) continue;
    const safe = registry.visibilities.withSafeWhen(rule, `${metadata.name}.${path}`);
    const related = faults.collect(() => relationOf(relation, safe, declaration));
    if (related !== undefined) yield related;
  }
  faults.throwIfAny();
}

/**
 * Makes a field of a column, or of a part of one. Undefined where the entity has no such column, and where nothing
 * names the field and its transformer does not suit requests.
 */
function exposedField(
  path: string,
  declared: ExposedField,
  declaration: Declaration,
  view: ViewKind,
): FieldSchema | undefined {
  const { registry, metadata, subject } = declaration;
  const { place } = declared;
  const named = place?.document ?? path;
  const column =
    declared.of === undefined
      ? metadata.columns.find(({ propertyPath }) => propertyPath === named)
      : metadata.columns[0];
  if (column === undefined) return undefined;
  const safe = (when: ExposedField['when'], name: string): ExposedField['when'] =>
    registry.visibilities.withSafeWhen({ when }, `${metadata.name}.${name}`).when;
  const rule = { ...declared, when: allOf([safe(place?.rule.when, named), safe(declared.when, path)]) };
  const expression = expressionOf({ path, column, rule, registry, metadata, subject });
  if (view !== 'all') {
    const field = fieldOf(expression, rule, declaration);
    return suits(field, rule, declaration) ? field : undefined;
  }
  // A program's own conditions are in the terms of the entity's properties, which rules need not name.
  const isProperty = rule.kind === undefined && rule.of === undefined;
  const kind = isProperty ? registry.columns.faultOf(expression)?.kind : undefined;
  return fieldOf(kind === undefined ? expression : registry.columns.of(column, kind), rule, declaration);
}

/**
 * Returns false for a field that no declaration names, and whose transformer makes answers that requests cannot name.
 *
 * @throws FilterConfigurationError for a field that a declaration names. A declared kind is trusted, and reported
 */
function suits(
  { expression, operators }: FieldSchema,
  { kind, isImplied }: ExposedField,
  { registry: { columns }, metadata, subject }: Declaration,
): boolean {
  if ([...operators.values()].every(({ takes }) => takes === 'boolean')) return true;
  const fault = columns.faultOf(expression);
  if (fault === undefined) return true;
  if (isImplied === true) return false;
  const { propertyPath } = expression;
  // An aggregate has the kind that the related entity declares.
  const declared = kind ?? (expression.kind === expression.storedKind ? undefined : expression.kind.name);
  if (declared === undefined) throw new FilterConfigurationError(`${subject}: ${propertyPath} ${fault.text}`);
  const message = `${metadata.name}.${propertyPath}, of the declared kind ${declared}, ${fault.text}`;
  columns.reportOnce(message, undefined, 'warn');
  return true;
}

/** Schemas of one data source's entities. Each is made at its first use, and kept. */
export class SchemaRegistry {
  /** The dialect of the server, or of the data source's driver. */
  readonly dialect: Dialect;
  readonly columns: ColumnSchemas;
  readonly tables: Tables;
  readonly records: Records;
  readonly visibilities: Visibilities;
  /**
   * The metadata of all entities. A data source that is initialized again has new metadata, and needs a new registry.
   */
  readonly metadatas: readonly EntityMetadata[];
  private readonly exposures = new Map<EntityMetadata, Exposure>();

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
    this.dialect = server ?? supportedDialect(source);
    this.records = new Records(source, options.rules);
    this.visibilities = new Visibilities(options.report);
    this.tables = new Tables(this.metadatas, this.escape);
    this.columns = new ColumnSchemas(source, this.dialect, options.zone, options.report);
  }

  readonly of = oncePer((metadata: EntityMetadata) => schemaOf(this, metadata));

  /** The operators by token that suit single values (false) or lists (true), of a kind. Most fields share them. */
  readonly operatorsFor = oncePer((isList: boolean) =>
    oncePer(
      (kind: ValueKind): ReadonlyMap<string, AnyOperator> =>
        new Map([...this.options.operators].filter(([, operator]) => operatorSuits(operator, kind, isList))),
    ),
  );

  /** Escapes one name the way the driver does: `"post"` or `` `post` ``. */
  readonly escape = (name: string): string => this.source.driver.escape(name);

  /** Returns true where something declares the entity, a property of it, or a class that it extends. */
  readonly isFilterable = ({ target }: EntityMetadata): boolean => this.records.of(target) !== undefined;

  /** Returns what reads an entity's declarations, with a subject for errors in them. */
  readerOf(metadata: EntityMetadata, subject: string): ExposureReader {
    return new ExposureReader(metadata, this.records.of(metadata.target) ?? undecorated, subject, this.isFilterable);
  }

  /** Returns the members that an entity's own declarations expose. They are read once, but for those with mistakes. */
  exposureOf(
    metadata: EntityMetadata,
    reader = this.readerOf(metadata, this.records.declarationOf(metadata.target, metadata.name).subject),
  ): Exposure {
    const existing = this.exposures.get(metadata) ?? reader.read();
    this.exposures.set(metadata, existing);
    return existing;
  }

  /**
   * Makes the schema of every filterable entity now, so that mistakes in decorators are found at boot. Returns the
   * correct ones; `faults` collects the errors of the others.
   */
  buildAll(faults: Faults): readonly FilterSchema[] {
    const metadatas = this.source.entityMetadatas.filter((metadata) => this.isFilterable(metadata));
    for (const rules of this.options.rules) {
      faults.collect(() => this.records.checkDeclaredOnce(rules));
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
}

function supportedDialect({ options: { type } }: DataSource): Dialect {
  const dialect = dialectOf(type);
  if (dialect !== undefined) return dialect;
  throw new FilterConfigurationError(
    `The database ${type} is not supported. Use one of: ${driversBy('run').join(', ')}; ` +
      `or, supported by their documentation only: ${driversBy('documents').join(', ')}.`,
  );
}
