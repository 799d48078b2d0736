import { PlainObject } from '../plain-object.js';
import type { PlainNode } from '../request-tree.js';

/** Stands in the tree for a value that was refused, so that its place is taken and it is reported once. */
export const invalid = Symbol('invalid');

/** A value of a query string, decoded; null for a key without `=`. */
export type Value = string | null;

/**
 * A list of values while its keys arrive, by index (`[$in][0]`, `[$in][1]`) or appended (`[$in][]` twice). Nearly all
 * arrive in order, so that the list is filled once and never copied.
 */
export class ValueList {
  /** The members from 0 to the first gap. */
  readonly values: Value[] = [];
  /** The members beyond the first gap, by index. Undefined for most lists. */
  private early: Map<number, Value> | undefined;
  /** The highest index so far; -1 for an empty list. */
  highest = -1;
  /** True once the list was refused. */
  isInvalid = false;

  /** @param appended true where the first key is `[]`; one list has `[]` or indexes, not both */
  constructor(readonly appended: boolean) {}

  /** The number of members, on both sides of a gap. */
  get size(): number {
    return this.values.length + (this.early?.size ?? 0);
  }

  /** Returns true where a member with this index has arrived. */
  has(index: number): boolean {
    return index < this.values.length || this.early?.has(index) === true;
  }

  /** Adds a member. One that is there already is replaced; the caller reports it. */
  put(index: number, value: Value): void {
    this.highest = Math.max(this.highest, index);
    if (index < this.values.length) this.values[index] = value;
    else if (index > this.values.length) (this.early ??= new Map()).set(index, value);
    else this.append(value);
  }

  /** Yields every member with its index. */
  *members(): Generator<readonly [index: number, value: Value]> {
    yield* this.values.entries();
    if (this.early !== undefined) yield* this.early;
  }

  /** Adds the next member, and early members that now follow without a gap. */
  private append(value: Value): void {
    this.values.push(value);
    for (let next = this.early?.get(this.values.length); next !== undefined;) {
      this.early?.delete(this.values.length);
      this.values.push(next);
      next = this.early?.get(this.values.length);
    }
  }
}

/** Place below a key while the keys arrive. It can be an object or a list; only the last key decides. */
export class Branch {
  /**
   * Children by name: a branch, a value, an array with the values of a repeated key, or {@link invalid}. Once all keys
   * have arrived, plain nodes replace them, and this object becomes the node itself, without a copy.
   */
  readonly children = new PlainObject();
  /** The number of children. */
  size = 0;
  /** True once a child has an index for a name. */
  isIndexed = false;
  /** Members that are values, if the branch is a list. */
  list: ValueList | undefined;
  /** True once a value in the same place was reported. */
  isContradicted = false;

  /** Sets a child. */
  put(name: string, child: PlainNode): void {
    if (this.children[name] === undefined) this.size += 1;
    this.children[name] = child;
  }
}
