import { adviseOn } from '../advice/index.js';
import type { IndexAdvice } from '../contract/index.js';
import { type FilterEngine, advisedEntities } from '../engine/index.js';

/** Returns the advice on the indexes of an entity, or of all of them, from each of their databases. */
export async function adviceOf(
  engine: FilterEngine,
  entity?: Parameters<typeof advisedEntities>[1],
): Promise<IndexAdvice> {
  const parts: IndexAdvice[] = [];
  for (const [source, entities] of advisedEntities(engine, entity)) {
    await engine.servers.ask(source);
    parts.push(await adviseOn(source, entities));
  }
  const { note = '' } = parts[0] ?? {};
  return {
    missing: parts.flatMap(({ missing }) => missing),
    unindexable: parts.flatMap(({ unindexable }) => unindexable),
    redundant: parts.flatMap(({ redundant }) => redundant),
    note,
  };
}
