import { AsyncLocalStorage } from 'node:async_hooks';

/** A statement that TypeORM has sent to the database. */
export interface Statement {
  readonly sql: string;
  /** The values of its placeholders, in their order, as JSON can write them. */
  readonly parameters: readonly unknown[];
}

/** The statements of the request that is being answered; none outside of recorded requests. */
export const recording = new AsyncLocalStorage<Statement[]>();
