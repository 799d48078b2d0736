import type { Call } from './calls.js';

/** A call, and the rows it must find, in order; or the status it must be refused with. */
export interface ClientCase {
  readonly title: string;
  readonly call: Call;
  readonly found: readonly number[] | number;
  /** Expected part of the call's result or refusal, in addition to the rows. */
  readonly outcome?: object;
}
