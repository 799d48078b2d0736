import type { IssueCollector, Location } from '../issues.js';
import { exceed } from '../limits.js';
import type { Limits } from '../limits.js';
import { broken, FoundList } from './finding.js';
import type { Finding } from './finding.js';
import type { Findings } from './findings.js';
import { locate, meant } from './key-text.js';
import { RepeatedKey } from './request-tree.js';
import type { PlainNode } from './request-tree.js';

/** What is below a key: a map until all of it is there, because only then is it known whether it is a list. */
type Branch = Map<string, PlainNode>;

/**
 * Makes the plain tree of one parameter: objects without a prototype, lists, values. {@link broken} where nothing is left
 * of it that could be read. The scan has told the keys apart and bounded their number and their depth.
 */
export function nest(findings: Findings, limits: Limits, issues: IssueCollector): PlainNode {
  return new Nest(findings, limits, issues).tree();
}

class Nest {
  private readonly trunk: Branch = new Map();

  constructor(
    private readonly findings: Findings,
    private readonly limits: Limits,
    private readonly issues: IssueCollector,
  ) {}

  tree(): PlainNode {
    const { found, root } = this.findings;
    const whole = found.get('');
    if (whole !== undefined && !(whole instanceof FoundList && whole.shared)) return this.leaf('', whole);
    for (const [key, finding] of found) this.place(key, finding);
    return this.folded(this.trunk, root);
  }

  private place(key: string, finding: Finding): void {
    if (!(finding instanceof FoundList && finding.shared)) {
      this.put(key, this.leaf(key, finding));
      return;
    }
    for (const [index, value] of finding.members) this.put(`${key}[${index}]`, finding.broken ? broken : value);
  }

  /** What has a value has nothing below it, so whatever is on the way is a branch. */
  private put(key: string, leaf: PlainNode): void {
    let branch = this.trunk;
    let start = 1;
    for (let end = key.indexOf('][', start); end >= 0; end = key.indexOf('][', start)) {
      branch = branchAt(branch, meant(key.slice(start, end)));
      start = end + 2;
    }
    branch.set(meant(key.slice(start, -1)), leaf);
  }

  private leaf(key: string, finding: Finding): PlainNode {
    if (finding instanceof FoundList) return this.list(key, finding);
    if (!Array.isArray(finding)) return finding;
    return this.tooLong(finding.length, key) ? broken : new RepeatedKey(finding);
  }

  private list(key: string, list: FoundList): PlainNode {
    if (this.tooLong(list.members.size, key) || list.broken) return broken;
    const { members, highest } = list;
    // With a gap it is no list, and the parse floor says so where it expects one.
    if (highest >= members.size) return Object.setPrototypeOf(Object.fromEntries(members), null);
    const values: PlainNode[] = [];
    for (let index = 0; index <= highest; index += 1) values.push(members.get(index) ?? null);
    return values;
  }

  private tooLong(length: number, key: string): boolean {
    if (length <= this.limits.members) return false;
    exceed(this.issues, this.limits, 'members', locate(this.findings.root, key));
    return true;
  }

  private folded(branch: Branch, at: Location): PlainNode {
    return isList(branch) ? this.foldedList(branch, at) : this.foldedObject(branch, at);
  }

  private foldedObject(branch: Branch, at: Location): PlainNode {
    const object = Object.create(null) as Record<string, PlainNode>;
    let isEmpty = true;
    for (const [name, inner] of branch) {
      const node = inner instanceof Map ? this.folded(inner as Branch, at.child(name)) : inner;
      if (node === broken) continue;
      object[name] = node;
      isEmpty = false;
    }
    return isEmpty ? broken : object;
  }

  /** A list loses no members: what follows would have another index, and a later refusal would name the wrong one. */
  private foldedList(branch: Branch, at: Location): PlainNode {
    const { members, conditions } = this.limits;
    // Where there are more branches than conditions are allowed, that is what is said, by who counts them.
    if (branch.size > members && branch.size <= conditions) {
      exceed(this.issues, this.limits, 'members', at);
      return broken;
    }
    const list: PlainNode[] = [];
    for (let index = 0; index < branch.size; index += 1) {
      const inner = branch.get(String(index));
      list.push(inner instanceof Map ? this.folded(inner as Branch, at.child(index)) : inner);
    }
    return list.includes(broken) ? broken : list;
  }
}

function branchAt(branch: Branch, name: string): Branch {
  const existing = branch.get(name);
  if (existing instanceof Map) return existing as Branch;
  const made: Branch = new Map();
  branch.set(name, made);
  return made;
}

/** Whether the names are 0, 1, 2, … in whatever order they came. */
function isList(branch: Branch): boolean {
  for (let index = 0; index < branch.size; index += 1) if (!branch.has(String(index))) return false;
  return branch.size > 0;
}
