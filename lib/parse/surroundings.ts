import type { Condition } from '../ast/index.js';
import type { Location } from '../issues.js';
import type { Member, View } from '../schema/index.js';

/** How deep in a request a condition stands. */
export interface Depth {
  /** Groups and `$not` around it. */
  readonly logical: number;
  /** Relations on its path. */
  readonly hops: number;
  /** To-many relations on its path. */
  readonly toManyHops: number;
}

export const surface: Depth = Object.freeze({ logical: 0, hops: 0, toManyHops: 0 });

/** Where names are looked up: an entity's view, or the columns embedded under one of its properties. */
export interface Surroundings {
  readonly view: View;
  readonly members: ReadonlyMap<string, Member>;
  /** Groups stand beside an entity's own members, not inside an embedded property. */
  readonly groups: boolean;
}

/** Reads condition objects: what a relation needs for what is said of its rows. */
export interface ConditionsIn {
  /** An object of conditions, all of which must hold. */
  object(node: unknown, view: View, at: Location, depth: Depth): Condition | undefined;
  /** One key of such an object. */
  key(around: Surroundings, key: string, node: unknown, at: Location, depth: Depth): Condition | undefined;
}
