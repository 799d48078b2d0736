import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration-error.js';
import type { SchemaRegistry } from '../schema/index.js';
import { askServer } from './ask-server.js';

/** Which servers were asked what only they can tell; each is asked once. */
export class Servers {
  /** By the metadata that a data source has since it was initialized: after the next time its server is asked again. */
  private readonly asked = new WeakSet<object>();
  private readonly asking = new WeakMap<object, Promise<void>>();

  /**
   * Asks a server that was not asked yet; undefined where nothing is to be awaited. One that is not connected cannot be asked,
   * and cannot be read from either.
   *
   * @param runner a connection that the caller has already
   */
  ask(source: DataSource, registryOf: () => SchemaRegistry, runner?: QueryRunner): Promise<void> | undefined {
    const { entityMetadatas: session, isInitialized } = source;
    if (this.asked.has(session) || !isInitialized) return undefined;
    const pending = this.asking.get(session);
    if (pending !== undefined) return pending;
    const answer = this.start(source, registryOf, runner);
    this.asking.set(session, answer);
    return answer;
  }

  /** A server that refused to be used keeps being refused; one that could not be reached is asked again by the next. */
  private async start(source: DataSource, registryOf: () => SchemaRegistry, runner?: QueryRunner): Promise<void> {
    const { entityMetadatas: session } = source;
    try {
      await askServer(source, registryOf(), runner);
      this.asked.add(session);
    } catch (error) {
      if (!(error instanceof FilterConfigurationError)) this.asking.delete(session);
      throw error;
    }
  }
}
