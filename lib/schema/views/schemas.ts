import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../../dialects/index.js';
import type { AnyOperator } from '../../operators/index.js';
import type { ColumnSchemas } from '../columns/columns.js';
import type { FilterSchema } from './filter-schema.js';
import type { Tables } from '../columns/tables.js';
import type { EntityRules } from '../rules/own-rules.js';
import type { Records } from '../rules/records.js';
import type { Report, Visibilities } from './visibilities.js';

/** Resolved options of `FilterModule.forRoot()` that schemas depend on. */
export interface SchemaOptions {
  /** IANA time zone of dates and zoneless date-times. */
  readonly zone: string;
  /** All operators, built-in and the host's own, by token (`$eq`). */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** The rules that the application gives instead of decorators. */
  readonly rules: readonly EntityRules[];
  /** Receives the faults of `when` functions. */
  readonly report: Report;
}

/**
 * Schemas of one data source, for the code that makes a single schema. `SchemaRegistry` implements it. The interface
 * keeps the registry and this code from importing each other.
 */
export interface Schemas {
  /** The dialect of the data source's driver. */
  readonly dialect: Dialect;
  /** The columns of all its entities. */
  readonly columns: ColumnSchemas;
  /** Options of the schemas. */
  readonly options: SchemaOptions;
  /** The `when` functions of all its entities. */
  readonly visibilities: Visibilities;
  /** Returns the schema of an entity, filterable or not. */
  of(metadata: EntityMetadata): FilterSchema;
  /** The declarations of all entities. */
  readonly records: Records;
  /** Returns true where something declares the entity, a property of it, or a class that it extends. */
  readonly isFilterable: (metadata: EntityMetadata) => boolean;
  /** Escapes one name the way the driver does: `"post"` or `` `post` ``. */
  readonly escape: (name: string) => string;
  /** The tables of all its entities. */
  readonly tables: Tables;
}
