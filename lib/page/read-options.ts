import { type Option, checkChoice, checkOptions } from '../configuration/index.js';

/** Where the statements of one answer are read. */
export interface ReadSettings {
  /**
   * How far the statements of one answer (rows, total, keys, facets) agree with each other. `connection` (the default): they use
   * one connection, so that all are read from one server. `snapshot`: they see one state of the database, in a transaction that
   * only reads; it costs the statements that begin and end it. `statement`: each takes a connection of its own.
   */
  readonly consistency?: 'statement' | 'connection' | 'snapshot' | undefined;
  /** The server to read from where a data source has `replication`. Default: as TypeORM reads, which is a replica. */
  readonly from?: 'replica' | 'primary' | undefined;
}

/** The options of a call that reads. */
export interface ReadOptions {
  /** Where this call reads, in place of what the module says. */
  readonly reads?: ReadSettings | undefined;
}

/** The settings under `reads`, each with its check. */
const readSettings = {
  consistency: (option) => checkChoice(option, ['statement', 'connection', 'snapshot']),
  from: (option) => checkChoice(option, ['replica', 'primary']),
} as const satisfies Record<keyof ReadSettings, (option: Option) => void>;

/** Checks where statements are read, for the module or for one call. */
export function checkReads({ subject, name, value }: Option): void {
  if (value !== undefined) checkOptions(`${subject}: \`${name}\``, value, readSettings);
}

/**
 * Returns where a call reads; undefined where the module decides.
 *
 * @param subject the call, which an error begins with: `page()`
 * @throws FilterConfigurationError for an option that does not exist, or a value that it cannot have
 */
export function readsOf(options: ReadOptions | undefined, subject: string): ReadSettings | undefined {
  if (options === undefined) return undefined;
  checkOptions(subject, options, { reads: checkReads });
  return options.reads;
}
