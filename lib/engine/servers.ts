import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration-error.js';
import { askServer } from './ask-server.js';

/** Remembers which servers have answered {@link askServer}, so that each is asked once. */
export class Servers {
  /**
   * Data sources whose servers have answered, by the list of metadata that a data source gets when it is initialized: after
   * the next time it is another list, and perhaps another server.
   */
  private readonly answered = new WeakSet<object>();
  private readonly pending = new WeakMap<object, Promise<void>>();

  /**
   * Asks a server, unless it has answered before; undefined where nothing is to be awaited. A data source that is not
   * connected is left alone: nothing can be read from it either.
   *
   * @param runner connection that the caller has already
   */
  ask(source: DataSource, runner?: QueryRunner): Promise<void> | undefined {
    const { entityMetadatas: session, isInitialized } = source;
    if (this.answered.has(session) || !isInitialized) return undefined;
    const pending = this.pending.get(session);
    if (pending !== undefined) return pending;
    const answer = this.start(source, runner);
    this.pending.set(session, answer);
    return answer;
  }

  /** Asks, and keeps a refusal for every later caller. A server that could not be reached is asked again by the next. */
  private async start(source: DataSource, runner?: QueryRunner): Promise<void> {
    const { entityMetadatas: session } = source;
    try {
      await askServer(source, runner);
      this.answered.add(session);
    } catch (error) {
      if (!(error instanceof FilterConfigurationError)) this.pending.delete(session);
      throw error;
    }
  }
}
