import type { EntityMetadata } from 'typeorm';

/** TypeORM describes columns and relations by classes that its entry point does not export in every version. */
export type ColumnMetadata = EntityMetadata['columns'][number];
export type RelationMetadata = EntityMetadata['relations'][number];
