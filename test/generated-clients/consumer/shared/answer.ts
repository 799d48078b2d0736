/**
 * What a client makes of a response: the rows that it found, or the codes of the refusal, read by the types that were
 * generated.
 */
export interface Answer {
  readonly status: number;
  readonly ids?: readonly number[] | undefined;
  readonly codes?: readonly string[] | undefined;
  /** The whole body, for what a call says beyond its rows. */
  readonly body: unknown;
}
