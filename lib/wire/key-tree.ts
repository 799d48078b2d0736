import type { IssueCollector, Location } from '../issues.js';
import { Branch, ValueList, broken } from './branch.js';
import type { Value } from './branch.js';
import type { WireKey } from './key-reader.js';
import type { Parameter } from './parameters.js';
import { type Path, indexIn, locate } from './segments.js';

/** Which keys of a parameter may be given several times, as far as the wire is concerned. */
const repeatable: Record<Parameter, (path: Path) => boolean> = {
  filters: (path) => path.length > 1,
  sort: () => true,
  pagination: () => false,
};

const bothLeafAndBranch = 'is given both a value and keys below it';
const bothValueAndList = 'is given both as one value and as a list';
const mixedIndexes = 'mixes [] with explicit indexes';
const repeated = 'is given more than once';

/** Puts values where their keys lead, and reports keys that contradict one another. */
export class KeyTree {
  private readonly top = new Branch();
  /** The members of a list come one after another, with one and the same path. */
  private lastList: { readonly path: Path; readonly branch: Branch } | undefined;

  constructor(private readonly issues: IssueCollector) {}

  add({ parameter, path, member }: WireKey, value: Value | typeof broken): void {
    if (member === undefined) this.addValue(parameter, path, value);
    else this.addMember(path, member, value);
  }

  /** What is below a parameter of that name; undefined where there is nothing. */
  below(name: string): unknown {
    return this.top.children[name];
  }

  /** Where a value is that was written under a key: `[]` has the index that it stands for. */
  locate({ path, member }: WireKey): Location {
    if (member === undefined) return locate(path);
    return locate(path).child(member === 'next' ? this.nextIn(path) : member);
  }

  private nextIn(path: Path): number {
    let place: unknown = this.top;
    for (const name of path) place = place instanceof Branch ? place.children[name] : undefined;
    return place instanceof Branch && place.list !== undefined ? place.list.highest + 1 : 0;
  }

  private addValue(parameter: Parameter, path: Path, value: Value | typeof broken): void {
    const parent = this.parentOf(path);
    const name = lastOf(path);
    const before = parent.children[name];
    if (before === undefined) parent.put(name, value);
    else if (before === broken) return;
    else if (before instanceof Branch) this.addValueTo(before, path);
    else if (value === broken) parent.put(name, broken);
    else if (!repeatable[parameter](path)) this.refuse(parent, path, repeated);
    else if (Array.isArray(before)) before.push(value);
    else parent.put(name, [before, value]);
  }

  private addMember(path: Path, member: number | 'next', value: Value | typeof broken): void {
    const branch = this.holderOf(path);
    if (branch === undefined) return;
    const appended = member === 'next';
    const list = (branch.list ??= new ValueList(appended));
    const index = appended ? list.highest + 1 : member;
    const below = branch.children[index];
    if (list.appended !== appended || (appended && branch.isIndexed)) this.breakList(list, path, mixedIndexes);
    else if (below instanceof Branch) this.contradict(below, [...path, String(index)]);
    else if (list.has(index)) this.breakMember(list, path, index);
    list.put(index, value === broken ? null : value);
    if (value === broken) list.broken = true;
  }

  /** The branch in which a list stands; undefined where there is a value instead. */
  private holderOf(path: Path): Branch | undefined {
    if (this.lastList?.path === path) return this.lastList.branch;
    const branch = this.findHolder(path);
    this.lastList = branch && { path, branch };
    return branch;
  }

  private findHolder(path: Path): Branch | undefined {
    const parent = this.parentOf(path);
    const before = parent.children[lastOf(path)];
    if (before instanceof Branch) return before;
    if (before === undefined) return this.grow(parent, path, path.length - 1);
    if (before !== broken) this.refuse(parent, path, bothValueAndList);
    return undefined;
  }

  private parentOf(path: Path): Branch {
    let branch = this.top;
    for (let depth = 0; depth < path.length - 1; depth += 1) {
      const child = branch.children[path[depth] ?? ''];
      branch = child instanceof Branch ? child : this.grow(branch, path, depth);
    }
    return branch;
  }

  /** Makes a branch at some depth of a path. If there is a value, there is no value any more: it has something below it. */
  private grow(parent: Branch, path: Path, depth: number): Branch {
    const name = path[depth] ?? '';
    const branch = new Branch();
    const before = parent.children[name];
    if (before !== undefined) branch.isContradicted = true;
    if (before !== undefined && before !== broken) this.report(path.slice(0, depth + 1), bothLeafAndBranch);
    const index = indexIn(name);
    if (index !== undefined) {
      parent.isIndexed = true;
      if (parent.list !== undefined) this.growInList(parent.list, branch, path.slice(0, depth + 1), index);
    }
    parent.put(name, branch);
    return branch;
  }

  private growInList(list: ValueList, branch: Branch, path: Path, index: number): void {
    if (list.appended) this.breakList(list, path.slice(0, -1), mixedIndexes);
    else if (list.has(index)) this.contradict(branch, path);
  }

  /** A value where a list or a branch is has no place. */
  private addValueTo(branch: Branch, path: Path): void {
    if (branch.list === undefined) this.contradict(branch, path);
    else this.breakList(branch.list, path, bothValueAndList);
  }

  /** Reports once that there is a value where a branch is. */
  private contradict(branch: Branch, path: Path): void {
    if (!branch.isContradicted) this.report(path, bothLeafAndBranch);
    branch.isContradicted = true;
  }

  private breakList(list: ValueList, path: Path, text: string): void {
    if (!list.broken) this.report(path, text);
    list.broken = true;
  }

  private breakMember(list: ValueList, path: Path, index: number): void {
    this.report([...path, String(index)], repeated);
    list.broken = true;
  }

  private refuse(parent: Branch, path: Path, text: string): void {
    parent.put(lastOf(path), broken);
    this.report(path, text);
  }

  private report(path: Path, text: string): void {
    this.issues.add(locate(path), { code: 'duplicate_key' }, text);
  }
}

function lastOf(path: Path): string {
  return path[path.length - 1] ?? '';
}
