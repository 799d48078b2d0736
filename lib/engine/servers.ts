import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration-error.js';
import type { SchemaRegistry } from '../schema/index.js';
import { askServer } from './ask-server.js';

/** Which servers were asked what only they can tell; each is asked once. */
export class Servers {
  private readonly asked = new WeakSet<DataSource>();
  private readonly asking = new WeakMap<DataSource, Promise<void>>();

  /**
   * Asks a server that was not asked yet; undefined where nothing is to be awaited. One that is not connected cannot be asked,
   * and cannot be read from either.
   *
   * @param runner a connection that the caller has already
   */
  ask(source: DataSource, registryOf: () => SchemaRegistry, runner?: QueryRunner): Promise<void> | undefined {
    if (this.asked.has(source) || !source.isInitialized) return undefined;
    const pending = this.asking.get(source);
    if (pending !== undefined) return pending;
    const answer = this.start(source, registryOf, runner);
    this.asking.set(source, answer);
    return answer;
  }

  /** A server that refused to be used keeps being refused; one that could not be reached is asked again by the next. */
  private async start(source: DataSource, registryOf: () => SchemaRegistry, runner?: QueryRunner): Promise<void> {
    try {
      await askServer(source, registryOf(), runner);
      this.asked.add(source);
    } catch (error) {
      if (!(error instanceof FilterConfigurationError)) this.asking.delete(source);
      throw error;
    }
  }
}
