import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { RawSqlResultsToEntityTransformer } from 'typeorm/query-builder/transformer/RawSqlResultsToEntityTransformer.js';
import { dataSourceOf } from '../builder.js';
import type { Row } from './column-reader.js';

/** Makes entities of the rows of a builder's statement, by the code that TypeORM's own builders call. */
export function entitiesByTypeOrm<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  rows: readonly Row[],
): ObjectLiteral[] {
  const { expressionMap } = builder;
  const { mainAlias } = expressionMap;
  if (mainAlias === undefined) throw new TypeError('the builder has no main alias');
  const transformer = new RawSqlResultsToEntityTransformer(expressionMap, dataSourceOf(builder).driver, []);
  // TypeORM before 1.0 takes numbers of relations as well, which builders of prepared statements do not load.
  Object.assign(transformer, { rawRelationCountResults: [] });
  return transformer.transform([...rows], mainAlias) as ObjectLiteral[];
}
