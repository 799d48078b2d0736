/** A name that clients may still send, and should not. */
export interface DeprecatedName {
  /** Its entity, and its present name for clients: `Restaurant.score`. */
  readonly name: string;
  /** The way out for clients: `use rating`. */
  readonly text: string;
  /** Day from which it is deprecated, if that is declared. */
  readonly since?: string;
  /** Day from which it may be gone, if that is declared. */
  readonly until?: string;
}
