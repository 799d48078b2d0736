import type { DataSource, EntityMetadata } from 'typeorm';
import { type Faults, FilterConfigurationError, checkEach } from '../configuration/index.js';
import { type Dialect, dialectOf, driversBy } from '../dialects/index.js';
import { ColumnSchemas } from './columns.js';
import { EntitySchemaBuilder } from './entity-schema.js';
import type { FilterSchema } from './filter-schema.js';
import { readRecord } from './rules.js';
import type { SchemaOptions, Schemas } from './schemas.js';
import { checkView } from './view.js';
import { Visibilities } from './visibilities.js';

/** The schemas of one data source's entities, each made once. */
export class SchemaRegistry implements Schemas {
  readonly dialect: Dialect;
  readonly columns: ColumnSchemas;
  readonly visibilities: Visibilities;
  /** The entities that the schemas are of; a data source that is initialized again has others. */
  readonly metadatas: readonly EntityMetadata[];
  private readonly schemas = new Map<EntityMetadata, FilterSchema>();

  constructor(
    readonly source: DataSource,
    readonly options: SchemaOptions,
  ) {
    this.metadatas = source.entityMetadatas;
    const { type } = source.options;
    const dialect = dialectOf(type);
    if (dialect === undefined) {
      throw new FilterConfigurationError(
        `The database ${type} is not supported; tested are ${driversBy('run').join(', ')}, ` +
          `and known by their documentation ${driversBy('documents').join(', ')}.`,
      );
    }
    this.dialect = dialect;
    this.visibilities = new Visibilities(options.report);
    this.columns = new ColumnSchemas(source, dialect, options.zone);
  }

  /**
   * Makes the schema of every filterable entity now, so that mistakes in decorators are found at boot. Returns those without
   * mistakes; the others leave theirs in `faults`.
   */
  buildAll(faults: Faults): readonly FilterSchema[] {
    const metadatas = this.source.entityMetadatas.filter((metadata) => isFilterable(metadata));
    return metadatas.flatMap((metadata) => faults.collect(() => this.checked(metadata)) ?? []);
  }

  private checked(metadata: EntityMetadata): FilterSchema {
    const schema = this.of(metadata);
    checkEach(['client', 'code'] as const, (kind) => checkView(schema.view(kind)));
    return schema;
  }

  /** The schema of an entity, filterable or not. */
  of(metadata: EntityMetadata): FilterSchema {
    const existing = this.schemas.get(metadata);
    if (existing !== undefined) return existing;
    const schema = new EntitySchemaBuilder(this, metadata).build();
    this.schemas.set(metadata, schema);
    return schema;
  }

  escape = (name: string): string => this.source.driver.escape(name);

  /** A table's path with its database and schema, each part escaped. */
  table = (path: string): string =>
    path
      .split('.')
      .map((part) => (part === '' ? part : this.escape(part)))
      .join('.');

  /** Whether an entity is decorated; the same question for a relation's target. */
  isFilterable = (metadata: EntityMetadata): boolean => isFilterable(metadata);
}

function isFilterable(metadata: EntityMetadata): boolean {
  return typeof metadata.target === 'function' && readRecord(metadata.target) !== undefined;
}
