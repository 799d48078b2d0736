import qs from 'qs';
import type { IssueCollector } from '../issues.js';
import { exceed } from '../limits.js';
import type { Limits } from '../limits.js';
import { broken, FoundList } from './finding.js';
import type { Finding } from './finding.js';
import type { Findings } from './findings.js';
import { mostSegments } from './key-reader.js';
import { locate } from './key-text.js';
import { RepeatedKey } from './request-tree.js';
import type { PlainNode } from './request-tree.js';
import { Unfolding } from './unfolding.js';

/**
 * Makes the plain tree of one parameter: objects without a prototype, lists, values. {@link broken} where nothing is left
 * of it that could be read.
 */
export function nest(findings: Findings, limits: Limits, issues: IssueCollector): PlainNode {
  return new Nest(findings, limits, issues).tree();
}

class Nest {
  /** The values go around qs, which is given their positions in here. */
  private readonly leaves: PlainNode[] = [];
  private readonly positions: Record<string, string> = {};

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
    try {
      const nested = qs.parse(this.positions, nestingOptions(this.limits));
      return new Unfolding(this.leaves, this.limits, this.issues).unfold(nested, root);
    } catch (error) {
      // The scan bounds all that qs bounds. Should they ever disagree, the request is too large, not the server at fault.
      if (!(error instanceof RangeError)) throw error;
      exceed(this.issues, this.limits, 'logicalDepth', root);
      return broken;
    }
  }

  private place(key: string, finding: Finding): void {
    if (!(finding instanceof FoundList && finding.shared)) {
      this.placeLeaf(key, this.leaf(key, finding));
      return;
    }
    for (const [index, value] of finding.members) {
      this.placeLeaf(`${key}[${index}]`, finding.broken ? broken : value);
    }
  }

  private placeLeaf(key: string, leaf: PlainNode): void {
    this.positions[key] = String(this.leaves.length);
    this.leaves.push(leaf);
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
}

/**
 * The scan has built the lists and told the keys apart, so qs nests names and nothing else. `parseArrays` would drop or
 * compact what does not fit an array; with prototypes it would drop names like `constructor`; `allowSparse` spares a pass
 * that mends arrays.
 */
function nestingOptions(limits: Limits): qs.IParseOptions {
  return {
    parseArrays: false,
    plainObjects: true,
    allowSparse: true,
    allowDots: false,
    comma: false,
    depth: mostSegments(limits),
    strictDepth: true,
    throwOnLimitExceeded: true,
  };
}
