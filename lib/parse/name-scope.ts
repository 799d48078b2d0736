import type { Condition } from '../ast/index.js';
import type { FieldSchema, Member, View } from '../schema/index.js';
import type { Node } from './node.js';

/** The depth of a condition in its request, as the limits count it. */
export interface Depth {
  /** The groups and `$not`s around the condition. */
  readonly logical: number;
  /** The relations on its path. */
  readonly hops: number;
  /** The to-many relations on its path. */
  readonly toManyHops: number;
  /** True below an odd number of `$not`s, where a condition on some related row asks for none. */
  readonly negated: boolean;
}

/** The depth of `filters` itself. */
export const surface: Depth = Object.freeze({ logical: 0, hops: 0, toManyHops: 0, negated: false });

/** The names that exist at one level: the members of an entity's view, those under an embedded property, or a document's paths. */
export interface NameScope {
  readonly view: View;
  readonly members: ReadonlyMap<string, Member>;
  /** Allows `$and`, `$or` and `$not`, which stand beside an entity's own members, not inside an embedded property. */
  readonly groups: boolean;
  /** The document whose paths the members are, and whose operators may stand beside them; undefined anywhere else. */
  readonly document?: FieldSchema | undefined;
}

/** A reader of condition objects. Relations read the conditions on their rows by it, and it reads relations. */
export interface ConditionReader {
  /** Reads an object of conditions, all of which must hold. */
  object(node: Node, view: View, depth: Depth): Condition | undefined;
  /** Reads the condition under one name of such an object; the name is the node's key. */
  key(names: NameScope, node: Node, depth: Depth): Condition | undefined;
}
