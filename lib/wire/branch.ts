import { PlainObject } from './request-tree.js';
import type { PlainNode } from './request-tree.js';

/** Stands for what was refused and reported, so that its place is known and nothing else is said about it. */
export const broken = Symbol('broken');

export type Value = string | null;

/** The values of one list whose members are values: of `[$in][0]`, `[$in][1]`, or of `[$in][]` twice. */
export class ValueList {
  readonly members = new Map<number, Value>();
  highest = -1;
  broken = false;

  constructor(readonly appended: boolean) {}
}

/** What is below a key, while the keys arrive. Whether it is an object or a list is not known before all are there. */
export class Branch {
  /**
   * By name: a branch, a value, several values of a key that was given several times, or {@link broken}. When all keys are
   * there it is filled with plain nodes and is itself the object that is meant.
   */
  readonly children = new PlainObject();
  size = 0;
  /** Whether one of the children is named like an index. */
  isIndexed = false;
  /** The members that are values. */
  list: ValueList | undefined;
  /** Whether it was reported that there is a value at the same place. */
  isContradicted = false;

  put(name: string, child: PlainNode): void {
    if (this.children[name] === undefined) this.size += 1;
    this.children[name] = child;
  }
}
