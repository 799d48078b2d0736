import type { ObjectLiteral } from 'typeorm';
import type { EngineName } from '../databases.js';
import { composite } from './composite.js';
import { type Place, openBeside, placeOn } from './database.js';
import { datedKeys } from './dated-keys.js';
import { deleted } from './deleted.js';
import { elsewhere } from './elsewhere.js';
import { embedded } from './embedded.js';
import { generated } from './generated.js';
import { inheritance } from './inheritance.js';
import { keys } from './keys.js';
import { loading } from './loading.js';
import { longNames } from './long-names.js';
import type { Mapping } from './mapping.js';
import { renamed } from './renamed.js';
import { reserved } from './reserved.js';
import { selves } from './selves.js';
import { unheld } from './unheld.js';
import { views } from './views.js';

const everywhere: readonly Mapping[] = [
  ...[renamed, composite, datedKeys, embedded, inheritance, reserved],
  ...[loading, views, deleted, selves, longNames, keys, unheld],
];

/** Every mapping of an engine, and a database of all their entities and rows. */
export function mappingsOn(engine: EngineName) {
  const place: Place = placeOn(engine);
  const mappings = [...everywhere, elsewhere(place.options), generated(engine)];
  const entities = [...new Set(mappings.flatMap((mapping) => [...mapping.entities]))] as (new () => ObjectLiteral)[];
  const open = async () => {
    const database = await openBeside(engine, place, entities);
    for (const mapping of mappings) await mapping.seed(database.source);
    return database;
  };
  return { mappings, entities, open };
}
