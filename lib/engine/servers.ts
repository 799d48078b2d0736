import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Dialect } from '../dialects/index.js';
import { askServer } from './ask-server.js';

/** The database servers that the engine has queried for facts that only they have; each is queried once. */
export class Servers {
  /**
   * The servers that have answered, by the metadata that their data source got when it was initialized: one that is
   * initialized again may lead to another server.
   */
  private readonly answered = new WeakSet<object>();
  /** The queries under way, which everybody who comes in the meantime waits for. */
  private readonly pending = new WeakMap<object, Promise<void>>();
  /** The dialects of servers that are others than their drivers are made for. */
  private readonly dialects = new WeakMap<object, Dialect>();

  /** Returns the dialect of a server; undefined where it is that of the driver, and as long as the server was not queried. */
  dialectOf({ entityMetadatas: session }: DataSource): Dialect | undefined {
    return this.dialects.get(session);
  }

  /**
   * Queries a server, unless it has answered already. One that is not connected cannot be queried, nor read from either.
   *
   * @param runner connection that the caller has already
   */
  async ask(source: DataSource, runner?: QueryRunner): Promise<void> {
    const { entityMetadatas: session, isInitialized } = source;
    if (this.answered.has(session) || !isInitialized) return;
    const answer = this.pending.get(session) ?? this.start(source, runner);
    this.pending.set(session, answer);
    await answer;
  }

  /** Queries a server. One that was refused stays refused; one that could not be reached is queried again by the next caller. */
  private async start(source: DataSource, runner?: QueryRunner): Promise<void> {
    const { entityMetadatas: session } = source;
    try {
      const dialect = await askServer(source, runner);
      if (dialect !== undefined) this.dialects.set(session, dialect);
      this.answered.add(session);
    } catch (error) {
      if (!(error instanceof FilterConfigurationError)) this.pending.delete(session);
      throw error;
    }
  }
}
