import type { IssueCollector, Location } from '../../issues/index.js';
import { exceed } from '../../limits.js';
import type { Limits } from '../../limits.js';
import { Branch, invalid } from './branch.js';
import type { ValueList } from './branch.js';
import { PlainObject } from '../plain-object.js';
import { RepeatedKey } from '../request-tree.js';
import type { PlainNode } from '../request-tree.js';

/**
 * Turns the filled places into plain nodes: objects, lists, values. It recurses without a limit of its own, because the
 * depth was limited when the keys were read.
 */
export class Fold {
  constructor(
    private readonly limits: Limits,
    private readonly issues: IssueCollector,
  ) {}

  /** Returns the node of one place, or {@link invalid} where all of it was refused. */
  node(place: unknown, at: Location): PlainNode {
    if (place instanceof Branch) return this.branch(place, at);
    if (!Array.isArray(place)) return place;
    return this.isTooLong(place.length, at) ? invalid : new RepeatedKey(place);
  }

  /** Makes an object or a list of a branch. Values and branches of one list are put together first. */
  private branch(branch: Branch, at: Location): PlainNode {
    const { list } = branch;
    if (list !== undefined) {
      if (branch.size === 0) return this.values(list, at);
      for (const [index, value] of list.members()) {
        if (branch.children[index] === undefined) branch.put(String(index), list.isInvalid ? invalid : value);
      }
    }
    return isList(branch) ? this.list(branch, at) : this.object(branch, at);
  }

  /** Makes a list of values. They are already in place unless the indexes have a gap. */
  private values(list: ValueList, at: Location): PlainNode {
    if (this.isTooLong(list.size, at) || list.isInvalid) return invalid;
    if (list.values.length === list.size) return list.values;
    // With a gap it becomes an object, which the parser refuses where it expects a list.
    return Object.assign(new PlainObject(), Object.fromEntries(list.members()));
  }

  /** Makes an object of the branch's children, without the refused ones. */
  private object({ children }: Branch, at: Location): PlainNode {
    let isEmpty = true;
    for (const name of Object.keys(children)) {
      const place = children[name];
      const node = typeof place === 'string' ? place : this.node(place, at.child(name));
      if (node === invalid) {
        delete children[name];
        continue;
      }
      children[name] = node;
      isEmpty = false;
    }
    return isEmpty ? invalid : children;
  }

  /**
   * Makes a list with all of its members. Without one, the others would move, and a later refusal
   * would name a wrong index.
   */
  private list({ children, size }: Branch, at: Location): PlainNode {
    const { members, conditions } = this.limits;
    // More branches than conditions are allowed: the parser, which counts conditions, refuses them.
    if (size > members && size <= conditions) {
      exceed(this.issues, this.limits, 'members', at);
      return invalid;
    }
    const list: PlainNode[] = [];
    for (let index = 0; index < size; index += 1) list.push(this.node(children[index], at.child(index)));
    return list.includes(invalid) ? invalid : list;
  }

  /** Refuses a list that is too long, before its members are looked at. */
  private isTooLong(length: number, at: Location): boolean {
    if (length <= this.limits.members) return false;
    exceed(this.issues, this.limits, 'members', at);
    return true;
  }
}

/** Returns true where the names are 0, 1, 2, …, in any order. */
function isList({ children, size }: Branch): boolean {
  for (let index = 0; index < size; index += 1) if (!(index in children)) return false;
  return size > 0;
}
