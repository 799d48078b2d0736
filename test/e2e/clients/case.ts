import type { Call } from './calls.js';

/** A call, and the rows it must find, in order; or the status it must be refused with. */
export interface ClientCase {
  readonly title: string;
  readonly call: Call;
  readonly found: readonly number[] | number;
  /** What the client must be told beside the rows: a part of what the call resolves to, or of the refusal. */
  readonly told?: object;
}
