import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';

/** Refuses a builder of which TypeORM makes no entity: its page would be empty, whatever is found. */
export function checkSelection<E extends ObjectLiteral>({ alias, expressionMap }: SelectQueryBuilder<E>): void {
  const { mainAlias, selects } = expressionMap;
  // What has no entity at all is refused where the statement is written.
  if (!mainAlias?.hasMetadata) return;
  const { name, columns } = mainAlias.metadata;
  const isOwn = ({ selection, aliasName }: (typeof selects)[number]): boolean => {
    // By another name than TypeORM's own a column is a raw value beside the entity.
    if (aliasName !== undefined) return columns.some(({ databaseName }) => aliasName === `${alias}_${databaseName}`);
    return selection === alias || columns.some(({ propertyPath }) => selection === `${alias}.${propertyPath}`);
  };
  if (selects.some(isOwn)) return;
  throw new FilterConfigurationError(
    `page(): the builder selects nothing of ${name}, so there would be no ${name} on a page; select ${alias} or columns of ` +
      'it, or take raw rows: apply(builder, query).getRawMany()',
  );
}
