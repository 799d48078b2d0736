/**
 * Server that TypeORM has no driver for, or none that its users must take: it speaks the protocol of another engine, and differs
 * from that in what it can do. Its own version text tells it from the engine. No test has run on one, so boot warns.
 */
export interface Server {
  readonly name: string;
  /** The `type` of the data sources that reach it, which are in another row, too. */
  readonly drivers: readonly string[];
  /** Part of its version, which no other server has. */
  readonly version: RegExp;
}

/** Setting of a server that the library cannot work under. */
export interface RefusedSetting {
  /** Query that shows the setting. */
  readonly query: string;
  /** Part of its answer, as JSON, where the setting is the refused one. */
  readonly shows: string;
  /** Sentence that says why, and the way out. */
  readonly reason: string;
}
