/** Transaction that only reads. */
export interface Snapshot {
  /** Statements that begin it, one after another. */
  readonly begin: readonly string[];
  /** Statement that ends it, whether it failed or not. */
  readonly end: string;
}
