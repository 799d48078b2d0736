import type { IssueCollector, Location } from '../issues.js';
import type { WireKey } from './key-reader.js';
import { broken, FoundList } from './finding.js';
import type { Finding, Value } from './finding.js';
import { lastIndexOfKey, locate } from './key-text.js';
import type { Parameter } from './parameters.js';

/** Which keys of a parameter may be given several times, as far as the wire is concerned. */
const repeatable: Record<Parameter, (key: string) => boolean> = {
  filters: (key) => key !== '',
  sort: () => true,
  pagination: () => false,
};

/** Gathers the values of one parameter by their keys, and reports keys that contradict one another. */
export class Findings {
  /** By key, in order of arrival; see `key-text.ts`. */
  readonly found = new Map<string, Finding>();

  constructor(
    readonly parameter: Parameter,
    readonly root: Location,
    private readonly issues: IssueCollector,
  ) {}

  add(key: WireKey, value: Value | typeof broken): void {
    if (key.list === undefined) this.addValue(key.text, value);
    else this.addMember(key.list, key.index, value);
  }

  /** Where a value is that was written under a key: `[]` has the index that it stands for. */
  locate(key: WireKey): Location {
    if (key.list === undefined || key.index !== undefined) return locate(this.root, key.text);
    const list = this.found.get(key.list);
    return locate(this.root, key.list).child(list instanceof FoundList ? list.highest + 1 : 0);
  }

  /** Reports the keys that have both a value and keys below them. To be called once, when all are there. */
  checkBranches(): void {
    const checked = new Set<string>();
    for (const key of this.found.keys()) {
      let child = key;
      while (child !== '') {
        const parent = child.slice(0, child.lastIndexOf('['));
        this.checkBranch(parent, child);
        if (checked.has(parent)) break;
        checked.add(parent);
        child = parent;
      }
    }
  }

  private addValue(key: string, value: Value | typeof broken): void {
    const before = this.found.get(key);
    if (before === undefined) this.found.set(key, value);
    else if (before === broken) return;
    else if (before instanceof FoundList) this.refuse(key, 'is given both as one value and as a list');
    else if (value === broken) this.found.set(key, broken);
    else if (!repeatable[this.parameter](key)) this.refuse(key, 'is given more than once');
    else if (Array.isArray(before)) before.push(value);
    else this.found.set(key, [before, value]);
  }

  private addMember(parent: string, index: number | undefined, value: Value | typeof broken): void {
    const appended = index === undefined;
    const list = this.listAt(parent, appended);
    if (list === undefined) return;
    const position = index ?? list.highest + 1;
    if (list.appended !== appended) {
      if (!list.broken) this.report(parent, 'mixes [] with explicit indexes');
      list.broken = true;
    } else if (list.members.has(position)) {
      this.report(`${parent}[${position}]`, 'is given more than once');
      list.broken = true;
    }
    list.highest = Math.max(list.highest, position);
    list.members.set(position, value === broken ? null : value);
    if (value === broken) list.broken = true;
  }

  private listAt(key: string, appended: boolean): FoundList | undefined {
    const before = this.found.get(key);
    if (before instanceof FoundList) return before;
    if (before === broken) return undefined;
    if (before !== undefined) {
      this.refuse(key, 'is given both as one value and as a list');
      return undefined;
    }
    const list = new FoundList(appended);
    this.found.set(key, list);
    return list;
  }

  /** There is something below `child`, or at it, so `parent` can have no value, and no member where `child` is. */
  private checkBranch(parent: string, child: string): void {
    const before = this.found.get(parent);
    if (before === undefined) return;
    if (!(before instanceof FoundList)) {
      this.found.delete(parent);
      if (before !== broken) this.report(parent, bothLeafAndBranch);
      return;
    }
    before.shared = true;
    const index = lastIndexOfKey(child);
    if (index === undefined) return;
    if (before.appended) {
      this.found.delete(parent);
      if (!before.broken) this.report(parent, 'mixes [] with explicit indexes');
    } else if (before.members.delete(index)) {
      this.report(child, bothLeafAndBranch);
    }
  }

  private refuse(key: string, text: string): void {
    this.found.set(key, broken);
    this.report(key, text);
  }

  private report(key: string, text: string): void {
    this.issues.add(locate(this.root, key), { code: 'duplicate_key' }, text);
  }
}

const bothLeafAndBranch = 'is given both a value and keys below it';
