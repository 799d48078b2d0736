import { type Hydration, hydrations } from '../../ast/index.js';
import { type Check, type Option, checkBoolean, checkChoice, checkOptions } from '../../configuration/index.js';

/** Place of one answer's statements. */
export interface ReadSettings {
  /**
   * Agreement between the statements of one answer (rows, total, keys, facets). `connection` (the default): one
   * connection, so that all read from one server. `snapshot`: one state of the database, in a read-only transaction, at
   * the cost of beginning and ending it. `statement`: a connection for each.
   */
  readonly consistency?: 'statement' | 'connection' | 'snapshot' | undefined;
  /** Server to read from where a data source has `replication`. Default: TypeORM's choice, which is a replica. */
  readonly from?: 'replica' | 'primary' | undefined;
}

/** The options of a call that reads. */
export interface ReadOptions {
  /** Place of this call's reads, instead of the module's. */
  readonly reads?: ReadSettings | undefined;
}

/** The options of a call that reads entities. */
export interface PageOptions extends ReadOptions {
  /** The code that makes the entities of this call, in place of what the handler or the module says. */
  readonly hydration?: Hydration | undefined;
}

/** The options of `FilterService.explain()`. */
export interface ExplainOptions extends ReadOptions {
  /** Asks the database for its plan of each statement, without running it once more. Default: false. */
  readonly plan?: boolean | undefined;
}

/** The settings under `reads`, each with its check. */
const readSettings = {
  consistency: (option) => checkChoice(option, ['statement', 'connection', 'snapshot']),
  from: (option) => checkChoice(option, ['replica', 'primary']),
} as const satisfies Record<keyof ReadSettings, (option: Option) => void>;

/** The options of calls that read, each with its check. */
const readOptions = { reads: checkReads } as const satisfies Record<keyof ReadOptions, Check>;

/** The options of calls that read entities, each with its check. */
export const entityOptions = {
  ...readOptions,
  hydration: (option) => checkChoice(option, hydrations),
} as const satisfies Record<keyof PageOptions, Check>;

/** The options of an explanation, each with its check. */
const explanationOptions = {
  ...readOptions,
  plan: checkBoolean,
} as const satisfies Record<keyof ExplainOptions, Check>;

/** Checks the settings of reads, for the module or for one call. */
export function checkReads({ subject, name, value }: Option): void {
  if (value !== undefined) checkOptions(`${subject}: \`${name}\``, value, readSettings);
}

/**
 * Returns the settings of a call's reads, or undefined for the module's.
 *
 * @param subject the call, which begins an error: `page()`
 * @throws FilterConfigurationError for an unknown option, or a wrong value
 */
export function readsOf(options: ReadOptions | undefined, subject: string): ReadSettings | undefined {
  if (options === undefined) return undefined;
  checkOptions(subject, options, readOptions);
  return options.reads;
}

/** Checks the options of a call that reads pages, and returns them; none where there are none. */
export function pageOptions(options: PageOptions | undefined): PageOptions {
  if (options === undefined) return {};
  checkOptions('page()', options, entityOptions);
  return options;
}

/**
 * Checks the options of an explanation, and returns them. All of its statements share a connection, so that the page
 * and its plans are of one server.
 */
export function explainOptions(options: ExplainOptions, usual: ReadSettings): ExplainOptions & Required<ReadOptions> {
  checkOptions('explain()', options, explanationOptions);
  const reads = { ...usual, ...options.reads };
  return { ...options, reads: reads.consistency === 'statement' ? { ...reads, consistency: 'connection' } : reads };
}
