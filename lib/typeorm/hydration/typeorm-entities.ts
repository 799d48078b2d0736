import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { RawSqlResultsToEntityTransformer } from 'typeorm/query-builder/transformer/RawSqlResultsToEntityTransformer.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { type TableAlias, dataSourceOf } from '../builder.js';
import { keyNamesOf } from '../column-names.js';
import { tellLoadedBy } from '../statement.js';
import { type EntitiesMade, reasonOfLoading } from '../tables.js';
import type { Row } from './column-reader.js';
import { areMergedByTypeOrm, groupsOf, rowKey } from './row-key.js';

/** TypeORM's own code, except that it tells all keys of several columns apart. */
class EntitiesOfKeys extends RawSqlResultsToEntityTransformer {
  protected override group(rows: Row[], alias: TableAlias): Map<string, Row[]> {
    const names = keyNamesOf(alias, this.driver);
    const [first] = rows;
    // Rows without their keys are an entity each.
    const hasKeys = first !== undefined && names.some((name) => name in first);
    return names.length > 1 && hasKeys
      ? groupsOf(rows, rowKey(names))
      : (super.group(rows, alias) as Map<string, Row[]>);
  }
}

/** Makes entities of the rows of a builder's statement, by the code that TypeORM's own builders call. */
export function entitiesByTypeOrm<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, rows: readonly Row[]): E[] {
  const { expressionMap } = builder;
  const { mainAlias } = expressionMap;
  if (mainAlias === undefined) throw new TypeError('the builder has no main alias');
  const transformer = new EntitiesOfKeys(expressionMap, dataSourceOf(builder).driver, []);
  // TypeORM before 1.0 takes numbers of relations as well, which builders of prepared statements do not load.
  Object.assign(transformer, { rawRelationCountResults: [] });
  return transformer.transform([...rows], mainAlias) as E[];
}

/**
 * Sends a builder as it is. Where TypeORM has taken rows with different keys for one entity, the entities are made
 * again.
 *
 * @throws FilterConfigurationError for such rows whose entities need further statements
 */
export async function rawAndEntitiesOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  made: EntitiesMade = 'whole',
): Promise<{ readonly raw: readonly Row[]; readonly entities: E[] }> {
  const rows = await builder.getRawAndEntities<Row>();
  const merged = mergedTable(builder, rows.raw);
  if (merged === undefined) return rows;
  const reason = made === 'whole' ? reasonOfLoading(builder) : undefined;
  if (reason !== undefined) {
    throw new FilterConfigurationError(
      `TypeORM takes rows of ${merged} with different primary keys for one, because it joins the columns of a key ` +
        `with "_", and the entities cannot be made without it: ${reason}`,
    );
  }
  const entities = entitiesByTypeOrm(builder, rows.raw);
  await tellLoadedBy(builder, entities);
  return { raw: rows.raw, entities };
}

/** Returns the alias of a table whose rows TypeORM confuses. */
function mergedTable<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  rows: readonly Row[],
): string | undefined {
  const { mainAlias, joinAttributes } = builder.expressionMap;
  const joined = joinAttributes.filter(({ isSelected }) => isSelected).map(({ alias }) => alias);
  const { driver } = dataSourceOf(builder);
  return [...(mainAlias === undefined ? [] : [mainAlias]), ...joined].find((alias) =>
    areMergedByTypeOrm(rows, keyNamesOf(alias, driver)),
  )?.name;
}
