import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { AnyOperator } from '../operators/index.js';
import type { ColumnSchemas } from './columns.js';
import type { FilterSchema } from './filter-schema.js';
import type { Tables } from './tables.js';
import type { Report, Visibilities } from './visibilities.js';

/** The options of `FilterModule.forRoot()` that schemas depend on, resolved. */
export interface SchemaOptions {
  /** The IANA time zone in which dates and zoneless date-times are read. */
  readonly zone: string;
  /** All operators, built-in and the host's own, by token (`$eq`). */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** The sink for faults of `when` functions. */
  readonly report: Report;
}

/**
 * The schemas of one data source, as those who make a single schema see them. `SchemaRegistry` implements it; the
 * interface keeps the registry and the makers of schemas from importing each other.
 */
export interface Schemas {
  /** The dialect of the data source's driver. */
  readonly dialect: Dialect;
  /** The columns of all its entities. */
  readonly columns: ColumnSchemas;
  /** The options that schemas are made with. */
  readonly options: SchemaOptions;
  /** The `when` functions of all its entities. */
  readonly visibilities: Visibilities;
  /** Returns the schema of an entity, filterable or not. */
  of(metadata: EntityMetadata): FilterSchema;
  /** Returns true where `@Filterable()` decorates the entity, a property of it, or a class that it extends. */
  readonly isFilterable: (metadata: EntityMetadata) => boolean;
  /** Escapes one name the way the driver does: `"post"` or `` `post` ``. */
  readonly escape: (name: string) => string;
  /** The tables of all its entities. */
  readonly tables: Tables;
}
