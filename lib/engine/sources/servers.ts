import type { DataSource, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { Dialect } from '../../dialects/index.js';
import { askServer } from './ask-server.js';

/** Database servers that the engine has queried for their own facts, each once. */
export class Servers {
  /**
   * Servers that have answered, by the metadata of their initialized data source: a new initialization
   * may lead to another server.
   */
  private readonly answered = new WeakSet<object>();
  /** Queries under way, shared by all callers. */
  private readonly pending = new WeakMap<object, Promise<void>>();
  /** True where a server that boot could not query is queried before its first read. */
  private asksLater = false;
  /** Dialects of servers that differ from their drivers' usual ones. */
  private readonly dialects = new WeakMap<object, Dialect>();

  /** Returns the dialect of a server. Undefined for the driver's usual one, and before the server was queried. */
  dialectOf({ entityMetadatas: session }: DataSource): Dialect | undefined {
    return this.dialects.get(session);
  }

  /**
   * Queries servers for their dialects, and refuses one whose settings the library cannot work under.
   *
   * @param later true where a data source that is not initialized may be queried later; otherwise it is an error
   */
  async askAll(sources: readonly DataSource[], later = false): Promise<void> {
    if (later) this.asksLater = true;
    for (const source of sources) {
      if (!source.isInitialized && !later) {
        throw new FilterConfigurationError('ready(): a data source is not initialized; call its initialize() before');
      }
      await this.ask(source);
    }
  }

  /** Queries one server before its first read, if boot has left that for later. Undefined where nothing waits. */
  askBefore(source: DataSource, runner?: QueryRunner): Promise<void> | undefined {
    return this.asksLater ? this.ask(source, runner) : undefined;
  }

  /**
   * Queries a server, unless it has already answered. An unconnected data source cannot be queried, nor read.
   *
   * @param runner the caller's own connection
   */
  async ask(source: DataSource, runner?: QueryRunner): Promise<void> {
    const { entityMetadatas: session, isInitialized } = source;
    if (this.answered.has(session) || !isInitialized) return;
    const answer = this.pending.get(session) ?? this.start(source, runner);
    this.pending.set(session, answer);
    await answer;
  }

  /** Queries a server. A refused server stays refused. An unreachable one is queried again by the next caller. */
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
