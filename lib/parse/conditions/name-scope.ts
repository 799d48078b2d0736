import type { Condition } from '../../ast/index.js';
import type { FieldSchema, Member, View } from '../../schema/index.js';
import type { Node } from '../reading/node.js';

/** The depth of a condition in its request, as the limits count it. */
export interface Depth {
  /** The groups and `$not`s around the condition. */
  readonly logical: number;
  /** The relations on its path. */
  readonly hops: number;
  /** The to-many relations on its path. */
  readonly toManyHops: number;
  /** True below an odd number of `$not`s. There, a condition on some related row means that no row satisfies it. */
  readonly negated: boolean;
}

/** The depth of `filters` itself. */
export const surface: Depth = Object.freeze({ logical: 0, hops: 0, toManyHops: 0, negated: false });

/** Names that exist at one level: the members of an entity's view, an embedded property's, or a document's paths. */
export interface NameScope {
  readonly view: View;
  readonly members: ReadonlyMap<string, Member>;
  /** Allows `$and`, `$or` and `$not`. They stand beside an entity's own members, not inside an embedded property. */
  readonly groups: boolean;
  /** Document that has these members as its paths, and whose operators may stand beside them. Undefined elsewhere. */
  readonly document?: FieldSchema | undefined;
  /** The relation to one row whose row the names are about. Undefined for any other row, and for the program. */
  readonly ofOne?: OneRow | undefined;
}

/** A related row, of which there is one at most. */
export interface OneRow {
  /** The node of the relation. */
  readonly node: Node;
  /** True where NULL for a field that is never NULL means that there is no such row. */
  readonly canBeAbsent: boolean;
}

/** Reads condition objects. Relations read the conditions on their rows by it, and it reads relations. */
export interface ConditionReader {
  /** Reads an object of conditions that must all hold. */
  object(node: Node, view: View, depth: Depth): Condition | undefined;
  /** Reads the condition under one name of such an object; the name is the node's key. */
  key(names: NameScope, node: Node, depth: Depth): Condition | undefined;
}
