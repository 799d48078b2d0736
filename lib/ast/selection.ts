/** The fields of the entity itself that a client wants in the answer. */
export interface Selection {
  /** The names as the client wrote them: `name`, `address.city`, or `address` for all columns under it. */
  readonly names: readonly string[];
  /** The property paths of their columns. The primary key is answered whether it is among them or not. */
  readonly propertyPaths: readonly string[];
}
