/**
 * Server without a TypeORM driver of its own, or reachable without it. It speaks the protocol of another engine but
 * supports different features, and its version text identifies it. No test has run on one, so the module warns at boot.
 */
export interface Server {
  readonly name: string;
  /** The `type` of the data sources that reach it; another row has them, too. */
  readonly drivers: readonly string[];
  /** Pattern of its version, which matches no other server. */
  readonly version: RegExp;
}

/** Setting of a server that the library cannot work under. */
export interface RefusedSetting {
  /** Query that shows the setting. */
  readonly query: string;
  /** Part of the answer, as JSON, if the setting is the refused one. */
  readonly shows: string;
  /** Sentence with the reason and the way out. */
  readonly reason: string;
}
