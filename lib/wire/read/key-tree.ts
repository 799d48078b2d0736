import type { IssueCollector, Location } from '../../issues/index.js';
import { Branch, ValueList, invalid } from './branch.js';
import type { Value } from './branch.js';
import type { WireKey } from './wire-key.js';
import type { Parameter } from '../names/parameters.js';
import { type Path, indexIn, locate } from '../text/segments.js';

/** The keys that may be repeated, by parameter. The parser decides later whether a condition takes a repeated key. */
const repeatable: Record<Parameter, (path: Path) => boolean> = {
  filters: (path) => path.length > 1,
  sort: () => true,
  pagination: () => false,
  search: () => false,
  facets: (path) => path.length === 1,
  aggregates: (path) => path.length <= 2,
  fields: (path) => path.length === 1,
  // Below a relation there are another list's `filters`, `sort` and `fields`.
  populate: () => true,
  deleted: () => false,
};

const bothLeafAndBranch = 'is given both a value and keys below it';
const bothValueAndList = 'is given both as one value and as a list';
const mixedIndexes = 'mixes [] with explicit indexes';
const repeated = 'is given more than once';

/**
 * Tree of a query string while it is read: puts each value where its key leads, and reports contradicting keys. Nothing
 * is silently overwritten.
 */
export class KeyTree {
  private readonly top = new Branch();
  /** List of the previous key: its members follow one another, with the same path object. */
  private lastList: { readonly path: Path; readonly branch: Branch } | undefined;

  constructor(private readonly issues: IssueCollector) {}

  /** Adds the value of a key, or {@link invalid} for a value that was refused. */
  add({ parameter, path, member }: WireKey, value: Value | typeof invalid): void {
    if (member === undefined) this.addValue(parameter, path, value);
    else this.addMember(path, member, value);
  }

  /** Returns the place below a parameter, or undefined where it was not sent. */
  below(name: string): unknown {
    return this.top.children[name];
  }

  /** Returns the location of a key's value. `[]` is located by the index that it stands for. */
  locate({ path, member }: WireKey): Location {
    if (member === undefined) return locate(path);
    return locate(path).child(member === 'next' ? this.nextIn(path) : member);
  }

  /** Returns the index that the next `[]` of a list stands for. */
  private nextIn(path: Path): number {
    let place: unknown = this.top;
    for (const name of path) place = place instanceof Branch ? place.children[name] : undefined;
    return place instanceof Branch && place.list !== undefined ? place.list.highest + 1 : 0;
  }

  /** Sets a value, unless its place is taken: then the key is repeated, or contradicts another one. */
  private addValue(parameter: Parameter, path: Path, value: Value | typeof invalid): void {
    const parent = this.parentOf(path);
    const name = lastOf(path);
    const before = parent.children[name];
    if (before === undefined) parent.put(name, value);
    else if (before === invalid) return;
    else if (before instanceof Branch) this.addValueTo(before, path);
    else if (value === invalid) parent.put(name, invalid);
    else if (!repeatable[parameter](path)) this.refuse(parent, path, repeated);
    else if (Array.isArray(before)) before.push(value);
    else parent.put(name, [before, value]);
  }

  /** Sets a member of a list. A list has indexes or `[]`, not both, and values or branches at an index, not both. */
  private addMember(path: Path, member: number | 'next', value: Value | typeof invalid): void {
    const branch = this.listBranchOf(path);
    if (branch === undefined) return;
    const appended = member === 'next';
    const list = (branch.list ??= new ValueList(appended));
    const index = appended ? list.highest + 1 : member;
    const below = branch.children[index];
    if (list.appended !== appended || (appended && branch.isIndexed)) this.invalidate(list, path, mixedIndexes);
    else if (below instanceof Branch) this.contradict(below, [...path, String(index)]);
    else if (list.has(index)) this.invalidateMember(list, path, index);
    list.put(index, value === invalid ? null : value);
    if (value === invalid) list.isInvalid = true;
  }

  /** Returns the branch of a list, or undefined where a value has its place. */
  private listBranchOf(path: Path): Branch | undefined {
    if (this.lastList?.path === path) return this.lastList.branch;
    const branch = this.findListBranch(path);
    this.lastList = branch && { path, branch };
    return branch;
  }

  private findListBranch(path: Path): Branch | undefined {
    const parent = this.parentOf(path);
    const before = parent.children[lastOf(path)];
    if (before instanceof Branch) return before;
    if (before === undefined) return this.grow(parent, path, path.length - 1);
    if (before !== invalid) this.refuse(parent, path, bothValueAndList);
    return undefined;
  }

  /** Returns the branch for the last name of a path. Missing branches are made. */
  private parentOf(path: Path): Branch {
    let branch = this.top;
    for (let depth = 0; depth < path.length - 1; depth += 1) {
      const child = branch.children[path[depth] ?? ''];
      branch = child instanceof Branch ? child : this.grow(branch, path, depth);
    }
    return branch;
  }

  /** Makes the branch at a depth of a path. A value in its place is reported and replaced. */
  private grow(parent: Branch, path: Path, depth: number): Branch {
    const name = path[depth] ?? '';
    const branch = new Branch();
    const before = parent.children[name];
    if (before !== undefined) branch.isContradicted = true;
    if (before !== undefined && before !== invalid) this.report(path.slice(0, depth + 1), bothLeafAndBranch);
    if (indexIn(name) !== undefined) {
      parent.isIndexed = true;
      if (parent.list !== undefined) this.checkMember(parent.list, path.slice(0, depth + 1), branch);
    }
    parent.put(name, branch);
    return branch;
  }

  /** Reports a branch in a list of values, where it mixes with `[]`, or a value has its index. */
  private checkMember(list: ValueList, path: Path, branch: Branch): void {
    const index = indexIn(lastOf(path));
    if (list.appended) this.invalidate(list, path.slice(0, -1), mixedIndexes);
    else if (index !== undefined && list.has(index)) this.contradict(branch, path);
  }

  /** Reports a value in the place of a list or a branch. */
  private addValueTo(branch: Branch, path: Path): void {
    if (branch.list === undefined) this.contradict(branch, path);
    else this.invalidate(branch.list, path, bothValueAndList);
  }

  /** Reports, once, a value and a branch at the same place. */
  private contradict(branch: Branch, path: Path): void {
    if (!branch.isContradicted) this.report(path, bothLeafAndBranch);
    branch.isContradicted = true;
  }

  /** Reports a list once, and drops it whole: with members missing it would be another list. */
  private invalidate(list: ValueList, path: Path, text: string): void {
    if (!list.isInvalid) this.report(path, text);
    list.isInvalid = true;
  }

  private invalidateMember(list: ValueList, path: Path, index: number): void {
    this.report([...path, String(index)], repeated);
    list.isInvalid = true;
  }

  private refuse(parent: Branch, path: Path, text: string): void {
    parent.put(lastOf(path), invalid);
    this.report(path, text);
  }

  private report(path: Path, text: string): void {
    this.issues.add(locate(path), { code: 'duplicate_key' }, text);
  }
}

function lastOf(path: Path): string {
  return path[path.length - 1] ?? '';
}
