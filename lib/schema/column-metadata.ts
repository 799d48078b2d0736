import type { EntityMetadata } from 'typeorm';

/** TypeORM describes columns by a class that its entry point does not export on every major version. */
export type ColumnMetadata = EntityMetadata['columns'][number];
