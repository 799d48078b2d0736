/*
 * Compares kept values with new ones, only in tests. `test/support/twin` puts it into the global object before this
 * file is loaded. Everywhere else it is undefined, and costs one look at a constant.
 */

/** Judges every value from a cache just before it is used. Each method throws where two things differ. */
export interface Twin {
  /** Compares a kept value with a new one. */
  same(what: string, kept: unknown, anew: () => unknown): void;
  /** Makes entities of rows as TypeORM does, of all that it puts into them or of their own columns alone. */
  entities(builder: unknown, rows: readonly unknown[], made: 'whole' | 'each' | 'columns' | undefined): unknown;
}

const given: unknown = Reflect.get(globalThis, Symbol.for('nestjs-filterable.twin'));

export const twin: Twin | undefined = isTwin(given) ? given : undefined;

function isTwin(value: unknown): value is Twin {
  return typeof value === 'object' && value !== null;
}
