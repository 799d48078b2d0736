import type { FilterEngine } from './engine/index.js';

/** The engines of services, which other entry points build on. They are no members of the class, whose types are public. */
const engines = new WeakMap<object, FilterEngine>();

/** Keeps the engine of a service, and returns it. */
export function keepEngine(service: object, engine: FilterEngine): FilterEngine {
  engines.set(service, engine);
  return engine;
}

/** Returns the engine of a service; undefined for an object that stands for one in a test. */
export function engineOf(service: object): FilterEngine | undefined {
  return engines.get(service);
}
