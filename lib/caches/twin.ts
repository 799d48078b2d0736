/*
 * The comparison of what is kept with what is made anew. It is a thing of the tests: `test/support/twin` puts it into the global
 * object before this file is loaded, and everywhere else it is undefined, so that it costs one look at a constant.
 */

/** A statement, as far as it decides which rows come back. */
export interface TwinStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What was asked of the database, and the way of asking it again. */
export interface TwinQuestion extends TwinStatement {
  readonly ask: () => Promise<unknown>;
}

/** A judge of everything that is taken from a cache, just before it is used. Each of its methods throws where two things differ. */
export interface Twin {
  /** Compares what was kept with what is made anew. */
  same(what: string, kept: unknown, anew: () => unknown): void;
  /** Compares the question that a remembered answer was given to with the one that is to be answered by it now. */
  answers(memory: object, key: string, question: () => TwinQuestion): Promise<void>;
  /** Compares what a decision was about with what it is to decide now. */
  decides(memory: object, key: string, subject: () => string): void;
  /** Makes entities of rows as TypeORM does. */
  entities(builder: unknown, rows: readonly unknown[]): unknown;
}

const given: unknown = Reflect.get(globalThis, Symbol.for('nestjs-filterable.twin'));

export const twin: Twin | undefined = isTwin(given) ? given : undefined;

function isTwin(value: unknown): value is Twin {
  return typeof value === 'object' && value !== null;
}
