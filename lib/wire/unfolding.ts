import type { IssueCollector, Location } from '../issues.js';
import { exceed } from '../limits.js';
import type { Limits } from '../limits.js';
import { broken } from './finding.js';
import { meant } from './key-text.js';
import type { PlainNode } from './request-tree.js';

/** Puts the values into what qs has nested, and makes lists of what is one. */
export class Unfolding {
  constructor(
    private readonly leaves: readonly PlainNode[],
    private readonly limits: Limits,
    private readonly issues: IssueCollector,
  ) {}

  /** From positions to values. What qs has made is ours alone, so that objects are filled in place. */
  unfold(node: unknown, at: Location): PlainNode {
    if (typeof node === 'string') return this.leaves[Number(node)];
    if (!isBranch(node)) return broken;
    const segments = Object.keys(node);
    return isList(segments) ? this.unfoldList(node, segments, at) : this.unfoldObject(node, segments, at);
  }

  private unfoldObject(branch: Branch, segments: readonly string[], at: Location): PlainNode {
    let left = segments.length;
    for (const segment of segments) {
      const name = meant(segment);
      const node = this.unfold(branch[segment], at.child(name));
      if (name !== segment || node === broken) delete branch[segment];
      if (node === broken) left -= 1;
      else branch[name] = node;
    }
    return left === 0 ? broken : branch;
  }

  /** A list loses no members: what follows would have another index, and a later refusal would name the wrong one. */
  private unfoldList(branch: Branch, indexes: readonly string[], at: Location): PlainNode {
    const { members, conditions } = this.limits;
    // Where there are more branches than conditions are allowed, that is what is said, by who counts them.
    if (indexes.length > members && indexes.length <= conditions) {
      exceed(this.issues, this.limits, 'members', at);
      return broken;
    }
    const list = indexes.map((index) => this.unfold(branch[index], at.child(index)));
    return list.includes(broken) ? broken : list;
  }
}

type Branch = Record<string, unknown>;

function isBranch(node: unknown): node is Branch {
  return typeof node === 'object' && node !== null;
}

/** Whether the names are 0, 1, 2, … JavaScript keeps such names in order, whatever the order of arrival. */
function isList(segments: readonly string[]): boolean {
  return segments.length > 0 && segments.every((segment, index) => segment === String(index));
}
