import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import {
  countOfFrom,
  distinctOnOf,
  entityMetadataOf,
  hasGroups,
  hasHaving,
  selectionsOf,
} from '../../typeorm/index.js';

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

/**
 * Refuses a builder whose rows are no rows of its entity, so that neither a page nor a total of them has a meaning.
 *
 * @param caller the called method, which begins the error: `page()`
 * @throws FilterConfigurationError that names the clause and the way out
 */
export function checkEntityRows<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, caller: string): void {
  const clause = clauseOf(builder);
  if (clause === undefined) return;
  throw new FilterConfigurationError(
    `${caller}: the builder has ${clause}, and ${caller} reads entities; use apply(builder, query).getRawMany()`,
  );
}

function clauseOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string | undefined {
  if (hasGroups(builder)) return 'GROUP BY';
  if (hasHaving(builder)) return 'HAVING';
  if (distinctOnOf(builder).length > 0) return 'DISTINCT ON';
  return countOfFrom(builder) > 1 ? 'a second table in FROM' : undefined;
}
