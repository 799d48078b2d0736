import type { DataSource } from 'typeorm';
import type { AdvisedEntity } from '../advice/index.js';
import { Faults, notConnected } from '../configuration/index.js';
import type { IndexAdvice } from '../contract/index.js';
import type { EntityReference, FilterEngine, Profile } from '../engine/index.js';
import { declaredOrder } from '../page/index.js';
import type { FilterSchema } from '../schema/index.js';

/**
 * Returns the advice on the indexes of an entity, or of all of them, from each of their databases.
 *
 * @throws FilterConfigurationError for a data source that is not connected
 */
export async function adviceOf(engine: FilterEngine, entity?: EntityReference): Promise<IndexAdvice> {
  engine.refuseFaults();
  const sources = entity === undefined ? engine.sources.all() : [engine.sources.of(entity)];
  const advised = sources.map((source) => [source, advisedIn(engine, source, entity)] as const);
  const parts: IndexAdvice[] = [];
  for (const [source, entities] of advised) parts.push(await ask(engine, source, entities));
  const { note = '' } = parts[0] ?? {};
  return {
    missing: parts.flatMap(({ missing }) => missing),
    unindexable: parts.flatMap(({ unindexable }) => unindexable),
    note,
  };
}

export async function adviceOn(engine: FilterEngine, source: DataSource): Promise<IndexAdvice> {
  return ask(engine, source, advisedIn(engine, source));
}

/** Lists the relations that an entity lets clients populate and that no declared index serves. */
export async function unindexedOf(engine: FilterEngine, { metadata }: FilterSchema) {
  const { unindexedRelations } = await import('../advice/index.js');
  return unindexedRelations(populatedIn(engine.profile(metadata.target)));
}

/** Returns an entity of a data source, or every one that is filterable, with what it declares. */
function advisedIn(engine: FilterEngine, source: DataSource, entity?: EntityReference): readonly AdvisedEntity[] {
  if (!source.isInitialized) throw notConnected('indexes()');
  const schemas =
    entity === undefined
      ? engine.sources.registry(source).buildAll(new Faults())
      : [engine.sources.schemaOf(entity, source).schema];
  return schemas.map((schema) => {
    const profile = engine.profile(schema.metadata.target, undefined, source);
    const { search } = profile.list('code').declared;
    return { schema, uses: { search, populate: populatedIn(profile), order: declaredOrder(schema) } };
  });
}

function populatedIn({ list }: Profile) {
  return [...(list('client').declared.populate?.values() ?? [])];
}

async function ask(engine: FilterEngine, source: DataSource, entities: readonly AdvisedEntity[]): Promise<IndexAdvice> {
  await engine.servers.ask(source);
  const { adviseOn } = await import('../advice/index.js');
  return adviseOn(source, entities);
}
