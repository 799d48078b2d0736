import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { Operator } from '../operators/index.js';
import type { ColumnSchemas } from './columns.js';
import type { FilterSchema } from './filter-schema.js';
import type { Report, Visibilities } from './visibilities.js';

/** What the schemas of a data source are made with, beside its metadata. */
export interface SchemaOptions {
  /** The IANA time zone in which dates and zoneless date-times are read. */
  readonly zone: string;
  /** Every operator there is, by token. */
  readonly operators: ReadonlyMap<string, Operator>;
  /** Takes what goes wrong in a `when`. */
  readonly report: Report;
}

/** All schemas of a data source: what making one of them needs of the others. */
export interface Schemas {
  readonly dialect: Dialect;
  readonly columns: ColumnSchemas;
  readonly options: SchemaOptions;
  readonly visibilities: Visibilities;
  /** The schema of an entity, filterable or not. */
  of(metadata: EntityMetadata): FilterSchema;
  /** Whether an entity is decorated. */
  readonly isFilterable: (metadata: EntityMetadata) => boolean;
  readonly escape: (name: string) => string;
  /** A table's path with its database and schema, each part escaped. */
  readonly table: (path: string) => string;
}
