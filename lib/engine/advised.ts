import type { DataSource } from 'typeorm';
import type { AdvisedEntity } from '../advice/index.js';
import { Faults, notConnected } from '../configuration/index.js';
import { type UnindexedRelation, unindexedRelations } from '../populate/index.js';
import type { FilterSchema } from '../schema/index.js';
import type { FilterEngine } from './engine.js';
import type { EntityReference } from './sources/sources.js';
import { declaredOrder } from '../page/index.js';

/**
 * Returns an entity by data source, or every filterable one, with what it declares.
 *
 * @throws FilterConfigurationError for a data source that is not connected
 */
export function advisedEntities(
  engine: FilterEngine,
  entity?: EntityReference,
): ReadonlyMap<DataSource, readonly AdvisedEntity[]> {
  engine.boot.refuseFaults();
  const sources = entity === undefined ? engine.sources.all() : [engine.sources.of(entity)];
  return new Map(sources.map((source) => [source, advisedIn(engine, source, entity)]));
}

/**
 * Returns an entity of a data source, or every one that is filterable.
 *
 * @throws FilterConfigurationError for a data source that is not connected
 */
export function advisedIn(
  engine: FilterEngine,
  source: DataSource,
  entity?: EntityReference,
): readonly AdvisedEntity[] {
  if (!source.isInitialized) throw notConnected('indexes()');
  const schemas =
    entity === undefined
      ? engine.sources.registry(source).buildAll(new Faults())
      : [engine.sources.schemaOf(entity, source).schema];
  return schemas.map((schema) => {
    const profile = engine.profile(schema.metadata.target, undefined, source);
    const { search } = profile.lists('code');
    return { schema, uses: { search, populate: profile.lists('client').populate, order: declaredOrder(schema) } };
  });
}

/** Lists the relations that an entity lets clients populate and that no declared index serves. */
export function unindexedOf(engine: FilterEngine, { metadata }: FilterSchema): readonly UnindexedRelation[] {
  return unindexedRelations(engine.profile(metadata.target).lists('client').populate ?? new Map());
}
