import type { ObjectLiteral } from 'typeorm';
import type { EngineName } from '../databases.js';
import { composite, datedKeys, generated, keys } from './keys.js';
import { type Place, openBeside, placeOn } from './database.js';
import { deleted } from './deleted.js';
import { elsewhere, longNames, renamed, reserved } from './names.js';
import { embedded, inheritance, views } from './classes.js';
import { loading, selves } from './loading.js';
import type { Mapping } from './mapping.js';
import { unheld } from './unheld.js';

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
