import type { IssueCollector, Location } from '../issues.js';
import { exceed } from '../limits.js';
import type { Limits } from '../limits.js';
import { Branch, broken } from './branch.js';
import type { ValueList } from './branch.js';
import { PlainObject } from './plain-object.js';
import { RepeatedKey } from './request-tree.js';
import type { PlainNode } from './request-tree.js';

/**
 * Makes the plain tree of what the keys have left at one place: objects, lists, values.
 * {@link broken} where nothing is left of it that could be read. The depth was bounded when the keys were read.
 */
export function fold(place: unknown, at: Location, limits: Limits, issues: IssueCollector): PlainNode {
  return new Fold(limits, issues).node(place, at);
}

class Fold {
  constructor(
    private readonly limits: Limits,
    private readonly issues: IssueCollector,
  ) {}

  node(place: unknown, at: Location): PlainNode {
    if (place instanceof Branch) return this.branch(place, at);
    if (!Array.isArray(place)) return place;
    return this.isTooLong(place.length, at) ? broken : new RepeatedKey(place);
  }

  private branch(branch: Branch, at: Location): PlainNode {
    const { list } = branch;
    if (list !== undefined) {
      if (branch.size === 0) return this.values(list, at);
      for (const [index, value] of list.members()) {
        if (branch.children[index] === undefined) branch.put(String(index), list.broken ? broken : value);
      }
    }
    return isList(branch) ? this.list(branch, at) : this.object(branch, at);
  }

  private values(list: ValueList, at: Location): PlainNode {
    if (this.isTooLong(list.size, at) || list.broken) return broken;
    if (list.values.length === list.size) return list.values;
    // With a gap it is no list, and the parse floor says so where it expects one.
    return Object.assign(new PlainObject(), Object.fromEntries(list.members()));
  }

  private object({ children }: Branch, at: Location): PlainNode {
    let isEmpty = true;
    for (const name of Object.keys(children)) {
      const place = children[name];
      const node = typeof place === 'string' ? place : this.node(place, at.child(name));
      if (node === broken) {
        delete children[name];
        continue;
      }
      children[name] = node;
      isEmpty = false;
    }
    return isEmpty ? broken : children;
  }

  /** A list loses no members: what follows would have another index, and a later refusal would name the wrong one. */
  private list({ children, size }: Branch, at: Location): PlainNode {
    const { members, conditions } = this.limits;
    // Where there are more branches than conditions are allowed, that is what is said, by who counts them.
    if (size > members && size <= conditions) {
      exceed(this.issues, this.limits, 'members', at);
      return broken;
    }
    const list: PlainNode[] = [];
    for (let index = 0; index < size; index += 1) list.push(this.node(children[index], at.child(index)));
    return list.includes(broken) ? broken : list;
  }

  private isTooLong(length: number, at: Location): boolean {
    if (length <= this.limits.members) return false;
    exceed(this.issues, this.limits, 'members', at);
    return true;
  }
}

/** Whether the names are 0, 1, 2, … in whatever order they came. */
function isList({ children, size }: Branch): boolean {
  for (let index = 0; index < size; index += 1) if (!(index in children)) return false;
  return size > 0;
}
