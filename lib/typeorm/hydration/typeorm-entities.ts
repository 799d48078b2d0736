import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { RawSqlResultsToEntityTransformer } from 'typeorm/query-builder/transformer/RawSqlResultsToEntityTransformer.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { type TableAlias, dataSourceOf } from '../builder.js';
import { keyNamesOf } from '../column-names.js';
import { tellLoadedBy } from '../statement.js';
import { type EntitiesMade, hasEntityPerRow, reasonOfLoading } from '../tables.js';
import type { Row } from './column-reader.js';
import { type KeysOfRows, areMergedByTypeOrm, groupsOf, haveRoundedKeys, rowKey } from './row-key.js';

/** TypeORM's own code, except that it tells all keys of several columns, and of rows that are distinct, apart. */
class EntitiesOfKeys extends RawSqlResultsToEntityTransformer {
  made: EntitiesMade = 'whole';

  protected override group(rows: Row[], alias: TableAlias): Map<string, Row[]> {
    const keys = keysOf({ expressionMap: this.expressionMap, driver: this.driver, made: this.made }, alias);
    const { names } = keys;
    if (haveRoundedKeys(rows, keys)) return new Map(rows.map((row, place) => [String(place), [row]]));
    const [first] = rows;
    // Rows without their keys are an entity each.
    const hasKeys = first !== undefined && names.some((name) => name in first);
    return names.length > 1 && hasKeys
      ? groupsOf(rows, rowKey(names))
      : (super.group(rows, alias) as Map<string, Row[]>);
  }
}

/** Makes entities of the rows of a builder's statement, by the code that TypeORM's own builders call. */
export function entitiesByTypeOrm<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  rows: readonly Row[],
  made: EntitiesMade = 'whole',
): E[] {
  const { expressionMap } = builder;
  const { mainAlias } = expressionMap;
  if (mainAlias === undefined) throw new TypeError('the builder has no main alias');
  const transformer = new EntitiesOfKeys(expressionMap, dataSourceOf(builder).driver, []);
  // TypeORM before 1.0 takes numbers of relations as well, which builders of prepared statements do not load.
  Object.assign(transformer, { rawRelationCountResults: [], made });
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
  const merged = mergedTable(builder, rows.raw, made);
  if (merged === undefined) return rows;
  const reason = made === 'columns' ? undefined : reasonOfLoading(builder);
  if (reason !== undefined) {
    throw new FilterConfigurationError(
      `TypeORM takes rows of ${merged} with different primary keys for one, because it joins the columns of a key ` +
        `with "_" and a Date has no microseconds, and the entities cannot be made without it: ${reason}`,
    );
  }
  const entities = entitiesByTypeOrm(builder, rows.raw, made);
  await tellLoadedBy(builder, entities);
  return { raw: rows.raw, entities };
}

/** Returns the alias of a table whose rows TypeORM confuses. */
function mergedTable<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  rows: readonly Row[],
  made: EntitiesMade,
): string | undefined {
  const { expressionMap } = builder;
  const { mainAlias, joinAttributes } = expressionMap;
  const joined = joinAttributes.filter(({ isSelected }) => isSelected).map(({ alias }) => alias);
  const { driver } = dataSourceOf(builder);
  return [...(mainAlias === undefined ? [] : [mainAlias]), ...joined].find((alias) =>
    areMergedByTypeOrm(rows, keysOf({ expressionMap, driver, made }, alias)),
  )?.name;
}

/** The builder of a statement, as entities depend on it. */
interface Made {
  readonly expressionMap: SelectQueryBuilder<ObjectLiteral>['expressionMap'];
  readonly driver: DataSource['driver'];
  readonly made: EntitiesMade;
}

function keysOf({ expressionMap, driver, made }: Made, alias: TableAlias): KeysOfRows {
  const isRoot = alias === expressionMap.mainAlias;
  return { names: keyNamesOf(alias, driver), areDistinct: isRoot && hasEntityPerRow(expressionMap, made) };
}
