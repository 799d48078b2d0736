import { RunnerSpy } from '../spy.mjs';
import { hand } from './hand.mjs';
import { library, libraryByNames } from './library.mjs';
import { raw } from './raw.mjs';

/** Everyone who takes part on one database, with the spy of the copy of TypeORM that each goes through. */
export async function contendersFor(database) {
  const { engine, source } = database;
  const spy = spyOn(source);
  const own = [library, libraryByNames, hand, raw].map((make) => ({ ...make({ engine, source }), spy }));
  const others = await peersFor(database);
  return { all: [...own, ...others.all], close: others.close };
}

async function peersFor(database) {
  const loaded = await loadPeers();
  if (loaded === undefined) return { all: [], close: () => undefined };
  const source = await database.connect(loaded.typeorm);
  const spy = spyOn(source);
  const all = loaded.peers.map((make) => ({ ...make({ source }), spy, isPeer: true }));
  return { all, close: () => source.destroy() };
}

export async function loadPeers() {
  try {
    return await import('../peers/index.mjs');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.warn('The peers are not installed, so they do not take part: npm ci --prefix test/bench/peers');
    return undefined;
  }
}

const spies = new Map();

/** One spy for each class of query runners: it stays where it is put. */
export function spyOn(source) {
  const kind = Object.getPrototypeOf(source.createQueryRunner());
  if (!spies.has(kind)) spies.set(kind, new RunnerSpy(source));
  return spies.get(kind);
}
