import type { EngineName } from '../../support/databases.js';
import type { Asking } from './fixture.js';

/** The values of a facet, each with its count, in order. */
export type Counted = readonly (readonly [value: unknown, count: number])[];

/** The ends of a range. */
export interface Ends {
  readonly min: unknown;
  readonly max: unknown;
}

/**
 * The answer of each facet that a question asks for; `more` is added to the last of the values where there are more.
 */
export type Answer = Readonly<Record<string, Counted | Ends>>;

/** A question, and its answer, which may differ between engines for the reason that its name gives. */
export interface Question extends Asking {
  /** The point of the question. */
  readonly name: string;
  readonly query: string;
  readonly answer: Answer | Readonly<Record<EngineName, Answer>>;
  /** True where the builder, or an entity, has a feature that keeps its statements from being prepared. */
  readonly isWrittenAgain?: boolean;
  /** The facets that have more values than were answered. */
  readonly more?: readonly string[];
  /**
   * SQL by hand of the first facet, with the columns `v` and `n` of each value and its count, or the one row of `lo`
   * and `hi`.
   */
  readonly sql?: string | Readonly<Record<EngineName, string>>;
}

/** Returns what a question must be answered with on an engine. */
export function answerOn<Part>(engine: EngineName, part: Part | Readonly<Record<EngineName, Part>>): Part {
  return isByEngine(part) ? part[engine] : part;
}

function isByEngine<Part>(part: Part | Readonly<Record<EngineName, Part>>): part is Readonly<Record<EngineName, Part>> {
  return typeof part === 'object' && part !== null && 'mariadb' in part;
}
