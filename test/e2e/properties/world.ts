import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { FilterQuery, FilterService } from 'nestjs-filterable';
import type { DatabaseOptions } from '../../support/databases.js';
import type { Dataset } from './dataset.js';
import type { EntityName } from './expected-model.js';
import type { RootName } from './handlers.js';
import type { User } from './users.js';

/** A model in a database: its entities, how requests about them are read, and how datasets get there. */
export interface World<Data extends Dataset> {
  readonly entities: DatabaseOptions['entities'];
  readonly classes: Readonly<Partial<Record<EntityName, EntityTarget<ObjectLiteral>>>>;
  readonly parse: (
    service: FilterService,
    root: RootName,
    input: string | object,
    user?: User,
  ) => FilterQuery<ObjectLiteral>;
  /** Replaces whatever is in the tables. */
  insert(source: DataSource, dataset: Data): Promise<void>;
}
