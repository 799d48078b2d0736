import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import { entityMetadataOf, selectionsOf } from '../../typeorm/index.js';

/**
 * Refuses a builder that selects no column of its entity. TypeORM hydrates no entity from such rows, so the page would
 * be empty however many rows match.
 *
 * @param caller the called method, which begins the error: `page()`
 * @throws FilterConfigurationError that names the entity and the alternatives
 */
export function checkSelection<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, caller: string): void {
  const metadata = entityMetadataOf(builder);
  // A builder without an entity is refused when the SQL is compiled. It may have no table at all, and so no alias.
  if (metadata === undefined) return;
  const { alias } = builder;
  const selections = selectionsOf(builder);
  const { name, columns } = metadata;
  const isOwn = ({ selection, aliasName }: (typeof selections)[number]): boolean => {
    // TypeORM hydrates a column only under its own alias. Under any other, it is a raw value beside the entity.
    if (aliasName !== undefined) return columns.some(({ databaseName }) => aliasName === `${alias}_${databaseName}`);
    return selection === alias || columns.some(({ propertyPath }) => selection === `${alias}.${propertyPath}`);
  };
  if (selections.some(isOwn)) return;
  throw new FilterConfigurationError(
    `${caller}: the builder selects nothing of ${name}, so there would be no rows; select ${alias} or columns of it, or read ` +
      'raw rows: apply(builder, query).getRawMany()',
  );
}
