import { PlainObject } from './plain-object.js';
import type { PlainNode } from './request-tree.js';

/** Stands for what was refused and reported, so that its place is known and nothing else is said about it. */
export const broken = Symbol('broken');

export type Value = string | null;

/** The values of one list whose members are values: of `[$in][0]`, `[$in][1]`, or of `[$in][]` twice. */
export class ValueList {
  /** The members from the first to the first that is missing. */
  readonly values: Value[] = [];
  /** Those that came before one with a lower index; nearly always none. */
  private early: Map<number, Value> | undefined;
  highest = -1;
  broken = false;

  constructor(readonly appended: boolean) {}

  get size(): number {
    return this.values.length + (this.early?.size ?? 0);
  }

  has(index: number): boolean {
    return index < this.values.length || this.early?.has(index) === true;
  }

  put(index: number, value: Value): void {
    this.highest = Math.max(this.highest, index);
    if (index < this.values.length) this.values[index] = value;
    else if (index > this.values.length) (this.early ??= new Map()).set(index, value);
    else this.append(value);
  }

  /** Every member with its index. */
  *members(): Generator<readonly [index: number, value: Value]> {
    yield* this.values.entries();
    if (this.early !== undefined) yield* this.early;
  }

  /** One that came early may follow, and another after it. */
  private append(value: Value): void {
    this.values.push(value);
    for (let next = this.early?.get(this.values.length); next !== undefined;) {
      this.early?.delete(this.values.length);
      this.values.push(next);
      next = this.early?.get(this.values.length);
    }
  }
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
