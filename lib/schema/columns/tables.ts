import type { EntityMetadata } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';

/** Table under its name at boot. */
export interface Table {
  readonly metadata: EntityMetadata;
  /** The name with its schema, as TypeORM had it. */
  readonly path: string;
  /** The same, escaped. */
  readonly sql: string;
}

/** Tables of one data source. A program can rename an entity's table at any time, for all requests at once. */
export class Tables {
  private readonly paths: ReadonlyMap<EntityMetadata, string>;

  constructor(
    metadatas: readonly EntityMetadata[],
    private readonly escape: (name: string) => string,
  ) {
    this.paths = new Map(metadatas.map((metadata) => [metadata, metadata.tablePath]));
  }

  /** Returns the table of an entity or a junction. A part of its path may be empty: `database..table`. */
  of(metadata: EntityMetadata): Table {
    const path = this.paths.get(metadata) ?? metadata.tablePath;
    const parts = path.split('.').map((part) => (part === '' ? part : this.escape(part)));
    return Object.freeze({ metadata, path, sql: parts.join('.') });
  }
}

/**
 * Refuses a table that was renamed since boot. Between two statements of a page, the program answers other requests, so
 * that they could read the tables of two tenants.
 */
export function checkTables(tables: Iterable<Table>): void {
  for (const { metadata, path } of tables) if (metadata.tablePath !== path) throw renamed(metadata, path);
}

function renamed({ name, tablePath }: EntityMetadata, path: string): FilterConfigurationError {
  return new FilterConfigurationError(
    `The table of ${name} was ${path} at boot, and is ${tablePath} now. A list reads the tables of boot, because all requests share their ` +
      'names: give each tenant a data source of its own, or choose its schema by search_path on PostgreSQL, and its database by USE ' +
      'on MariaDB',
  );
}
