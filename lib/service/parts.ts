import { FilterConfigurationError } from '../configuration/index.js';
import type { FilterEngine } from '../engine/index.js';

/** Engines of services, for other entry points. They are not members of the class, whose types are public. */
const engines = new WeakMap<object, FilterEngine>();

/**
 * Keeps the engine of a service, and returns it.
 *
 * @throws FilterConfigurationError for a service that a program made by `new`: the public types show no parameter
 */
export function keepEngine(service: object, engine: FilterEngine | undefined): FilterEngine {
  if (engine === undefined) {
    throw new FilterConfigurationError(
      `${service.constructor.name} cannot be made by new: inject it, or call FilterService.forDataSource(dataSource)`,
    );
  }
  engines.set(service, engine);
  return engine;
}

/** Returns the engine of a service, or undefined for a stand-in in a test. */
export function engineOf(service: object): FilterEngine | undefined {
  return engines.get(service);
}
