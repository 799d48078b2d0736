import { AsyncLocalStorage } from 'node:async_hooks';
import type { Explanation } from 'nestjs-filterable';

/** A statement that TypeORM has sent to the database. */
export interface Statement {
  readonly sql: string;
  /** The values of its placeholders, in their order, as JSON can write them. */
  readonly parameters: readonly unknown[];
}

/** The statements of one request, and the explanation of its list. */
export interface Recording {
  readonly statements: Statement[];
  /** Reads the list again, to explain it. Undefined for a request that is for no page of a list. */
  explain?: () => Promise<Explanation>;
}

/** The record of the request that is being answered; none outside of recorded requests. */
export const recording = new AsyncLocalStorage<Recording>();

/** SQLite's driver takes whole numbers as bigints, which JSON cannot write. */
export function asJson(parameter: unknown): unknown {
  return typeof parameter === 'bigint' ? String(parameter) : parameter;
}
