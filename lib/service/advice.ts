import type { DataSource } from 'typeorm';
import { type AdvisedEntity, adviseOn } from '../advice/index.js';
import type { IndexAdvice } from '../contract/index.js';
import { type FilterEngine, advisedEntities, advisedIn } from '../engine/index.js';

/** Returns the advice on the indexes of an entity, or of all of them, from each of their databases. */
export async function adviceOf(
  engine: FilterEngine,
  entity?: Parameters<typeof advisedEntities>[1],
): Promise<IndexAdvice> {
  const parts: IndexAdvice[] = [];
  for (const [source, entities] of advisedEntities(engine, entity)) parts.push(await ask(engine, source, entities));
  const { note = '' } = parts[0] ?? {};
  return {
    missing: parts.flatMap(({ missing }) => missing),
    unindexable: parts.flatMap(({ unindexable }) => unindexable),
    redundant: parts.flatMap(({ redundant }) => redundant),
    note,
  };
}

/** Returns the advice on all entities of one data source. */
export async function adviceOn(engine: FilterEngine, source: DataSource): Promise<IndexAdvice> {
  return ask(engine, source, advisedIn(engine, source));
}

async function ask(engine: FilterEngine, source: DataSource, entities: readonly AdvisedEntity[]): Promise<IndexAdvice> {
  await engine.servers.ask(source);
  return adviseOn(source, entities);
}
