import type { DataSource, EntityMetadata } from 'typeorm';
import { type Faults, FilterConfigurationError, checkEach } from '../configuration/index.js';
import { type Dialect, dialectOf, driversBy } from '../dialects/index.js';
import { ColumnSchemas } from './columns/columns.js';
import { EntitySchemaBuilder } from './entity-schema.js';
import type { FilterSchema } from './views/filter-schema.js';
import { checkDeclaredOnce } from './rules/declared-once.js';
import { rulesByTarget } from './rules/own-rules.js';
import { Records } from './rules/records.js';
import type { SchemaOptions, Schemas } from './views/schemas.js';
import { Tables } from './columns/tables.js';
import { checkView } from './views/view.js';
import { Visibilities } from './views/visibilities.js';

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
    this.columns = new ColumnSchemas(source, dialect, options.zone);
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
