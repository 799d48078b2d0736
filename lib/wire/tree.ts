import { type IssueCollector, Location } from '../issues/index.js';
import { type Limits, exceed } from '../limits.js';
import { type ParameterNames, type Path, PlainObject, RepeatedKey, indexIn, locate } from './names.js';
import { type Parameter, type PlainNode, type RequestTree, parameters } from './parameters.js';

/** Stands in the tree for a value that was refused, so that its place is taken and it is reported once. */
export const invalid = Symbol('invalid');

/** A value of a query string, decoded; null for a key without `=`. */
export type Value = string | null;

/** The index of a member of a list, or `next` for `[]`. Undefined where a key leads to no member. */
export type Member = number | 'next' | undefined;

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

const bothLeafAndBranch = 'has both a value and keys below it';
const bothValueAndList = 'is sent both as one value and as a list';
const mixedIndexes = 'mixes [] with explicit indexes';
export const repeated = 'is sent more than once';

/**
 * What makes a list of an object: a name that is an index. Only the last key decides whether it is one. Values wait
 * here, by index, until then, and branches are in the object.
 */
class List {
  /** The values, with holes where an index has none. */
  readonly values: Value[] = [];
  /** The number of values. */
  size = 0;
  /** The highest index of a value so far; -1 without any. */
  highest = -1;
  /** True where values have `[]`, false where they have indexes, undefined without any. One list has not both. */
  appended: boolean | undefined;
  /** True once a branch has an index. */
  isIndexed = false;
  /** True once the list was refused. */
  isInvalid = false;

  constructor(
    readonly object: PlainObject,
    readonly parent: PlainObject,
    readonly name: string,
  ) {}

  put(index: number, value: Value): void {
    if (this.values[index] === undefined) this.size += 1;
    this.values[index] = value;
    if (index > this.highest) this.highest = index;
  }
}

/**
 * The tree of a query string: puts each value where its key leads, and reports contradicting keys. Nothing is silently
 * overwritten. Its objects are those that the parser reads; only lists are made of them at the end.
 */
export class KeyTree {
  private readonly top = new PlainObject();
  /** The objects that the first names of the last key lead to, from {@link top} on, so that the next need not look. */
  private readonly way: PlainObject[] = [this.top];
  private readonly lists: List[] = [];
  /** Objects in whose place a value was reported. */
  private contradicted: Set<PlainObject> | undefined;
  /** True as long as all places are as they were sent: no value was refused, and no key repeated. */
  private isWhole = true;

  constructor(
    private readonly limits: Limits,
    private readonly issues: IssueCollector,
  ) {}

  /**
   * Adds the value of a key, or {@link invalid} for a value that was refused.
   *
   * @param path the names of the key; for a member of a list, those of the list
   * @param shared the number of first names that are those of the last key that was added
   */
  add(parameter: Parameter, path: Path, member: Member, value: Value | typeof invalid, shared = 0): void {
    if (value === invalid) this.isWhole = false;
    if (member === undefined) this.addValue(parameter, path, value, shared);
    else this.addMember(path, member, value, shared);
  }

  /**
   * Returns the number of names in the shortest path to a place that nothing has yet asked for, or undefined where the
   * place is taken, or something other than an object is on the way.
   */
  freeFrom(path: Path): number | undefined {
    let place: unknown = this.top;
    for (const [depth, name] of path.entries()) {
      if (!(place instanceof PlainObject) || this.listIn(place)?.appended !== undefined) return undefined;
      place = place[name];
      if (place === undefined) return depth + 1;
      // A refused value was asked for, and leaves its place.
      if (place === invalid) return depth + 2;
    }
    return undefined;
  }

  /** Returns the location of a key's value. `[]` is located by the index that it stands for. */
  locate(path: Path, member: Member): Location {
    if (member === undefined) return locate(path);
    return locate(path).child(member === 'next' ? this.nextIn(path) : member);
  }

  /** Returns the index that the next `[]` of a list stands for. */
  private nextIn(path: Path): number {
    let place: unknown = this.top;
    for (const name of path) place = place instanceof PlainObject ? place[name] : undefined;
    return place instanceof PlainObject ? (this.listIn(place)?.highest ?? -1) + 1 : 0;
  }

  /** Sets a value, unless its place is taken: then the key is repeated, or contradicts another one. */
  private addValue(parameter: Parameter, path: Path, value: Value | typeof invalid, shared: number): void {
    const depth = path.length - 1;
    const parent = this.objectAt(path, depth, shared);
    const name = path[depth] ?? '';
    const before = parent[name];
    if (before === undefined) parent[name] = value;
    else if (before === invalid) return;
    else if (before instanceof PlainObject) this.addValueTo(before, path);
    else if (value === invalid) parent[name] = invalid;
    else if (!repeatable[parameter](path)) this.refuse(parent, path, repeated);
    else if (Array.isArray(before)) before.push(value);
    else {
      this.isWhole = false;
      parent[name] = [before, value];
    }
  }

  /** Sets a member of a list. A list has indexes or `[]`, not both, and values or branches at an index, not both. */
  private addMember(path: Path, member: number | 'next', value: Value | typeof invalid, shared: number): void {
    const object = this.objectOfList(path, shared);
    if (object === undefined) return;
    const list = this.listAt(path, path.length);
    const appended = member === 'next';
    list.appended ??= appended;
    const index = appended ? list.highest + 1 : member;
    const below = object[index];
    if (list.appended !== appended || (appended && list.isIndexed)) this.invalidate(list, path, mixedIndexes);
    else if (below instanceof PlainObject) this.contradict(below, [...path, String(index)]);
    else if (list.values[index] !== undefined) this.invalidate(list, [...path, String(index)], repeated, true);
    list.put(index, value === invalid ? null : value);
    if (value === invalid) list.isInvalid = true;
  }

  /** Returns the object of a list, or undefined where a value has its place. */
  private objectOfList(path: Path, shared: number): PlainObject | undefined {
    const depth = path.length;
    const known = shared === depth ? this.way[depth] : undefined;
    if (known !== undefined) return known;
    const parent = this.objectAt(path, depth - 1, shared);
    const before = parent[path[depth - 1] ?? ''];
    if (before === undefined || before instanceof PlainObject) return this.objectAt(path, depth, depth - 1);
    if (before !== invalid) this.refuse(parent, path, bothValueAndList);
    return undefined;
  }

  /** Returns the object that the first names of a path lead to. Missing objects are made. */
  private objectAt(path: Path, depth: number, shared: number): PlainObject {
    const { way } = this;
    let at = Math.min(shared, depth, way.length - 1);
    while (way.length > at + 1) way.pop();
    let object = way[at] ?? this.top;
    for (; at < depth; at += 1) {
      const child = object[path[at] ?? ''];
      object = child instanceof PlainObject ? child : this.grow(object, path, at);
      way.push(object);
    }
    return object;
  }

  /** Makes the object at a depth of a path. A value in its place is reported and replaced. */
  private grow(parent: PlainObject, path: Path, depth: number): PlainObject {
    const name = path[depth] ?? '';
    const object = new PlainObject();
    const before = parent[name];
    if (before === invalid) this.contradictedOnes().add(object);
    else if (before !== undefined) this.contradict(object, path.slice(0, depth + 1));
    const index = depth > 0 ? indexIn(name) : undefined;
    if (index !== undefined) {
      const list = this.listAt(path, depth);
      list.isIndexed = true;
      // A branch in a list of values: it mixes with `[]`, or a value has its index.
      if (list.appended === true) this.invalidate(list, path.slice(0, depth), mixedIndexes);
      else if (list.values[index] !== undefined) this.contradict(object, path.slice(0, depth + 1));
    }
    parent[name] = object;
    return object;
  }

  /** Returns the list that the object on the {@link way} at a depth may become. */
  private listAt(path: Path, depth: number): List {
    const { way, top } = this;
    const object = way[depth] ?? top;
    const known = this.listIn(object);
    if (known !== undefined) return known;
    const list = new List(object, way[depth - 1] ?? top, path[depth - 1] ?? '');
    this.lists.push(list);
    return list;
  }

  /** Returns the list that an object may become, one of few. */
  private listIn(object: PlainObject): List | undefined {
    const { lists } = this;
    for (let at = lists.length - 1; at >= 0; at -= 1) if (lists[at]?.object === object) return lists[at];
    return undefined;
  }

  /** Reports a value in the place of a list or a branch. */
  private addValueTo(object: PlainObject, path: Path): void {
    const list = this.listIn(object);
    if (list?.appended === undefined) this.contradict(object, path);
    else this.invalidate(list, path, bothValueAndList);
  }

  /** Reports, once, a value and a branch at the same place. */
  private contradict(object: PlainObject, path: Path): void {
    const all = this.contradictedOnes();
    if (!all.has(object)) this.report(path, bothLeafAndBranch);
    all.add(object);
  }

  private contradictedOnes(): Set<PlainObject> {
    return (this.contradicted ??= new Set());
  }

  /** Reports a list, by default once, and drops it whole: with members missing it would be another list. */
  private invalidate(list: List, path: Path, text: string, again = false): void {
    if (again || !list.isInvalid) this.report(path, text);
    list.isInvalid = true;
  }

  private refuse(parent: PlainObject, path: Path, text: string): void {
    this.isWhole = false;
    parent[path[path.length - 1] ?? ''] = invalid;
    this.report(path, text);
  }

  private report(path: Path, text: string): void {
    this.issues.add(locate(path), { code: 'duplicate_key' }, text);
  }

  /**
   * Makes the request tree once all keys have arrived, with each parameter under its own name, whatever the host calls
   * it. What was refused is missing.
   */
  finished(names: ParameterNames): RequestTree {
    const { lists } = this;
    const isRegular = this.isWhole && lists.every((list) => this.isRegular(list));
    // Inner lists were begun after those around them.
    for (let list = isRegular ? lists.pop() : undefined; list !== undefined; list = lists.pop())
      list.parent[list.name] = list.size > 0 ? list.values : listOf(list.object);
    const request: { [name in Parameter]?: PlainNode } = {};
    for (const parameter of parameters) {
      const name = names[parameter];
      const place = name === undefined ? undefined : this.top[name];
      if (name === undefined || place === undefined) continue;
      const node = isRegular ? place : this.node(place, Location.root(name));
      if (node !== invalid) request[parameter] = node;
    }
    return request;
  }

  /** Returns true for a list of values alone or of branches alone that has all of its members, and not too many. */
  private isRegular({ object, values, size, isInvalid }: List): boolean {
    const branches = Object.keys(object).length;
    if (isInvalid || Math.max(size, branches) > this.limits.members) return false;
    return size === 0 ? hasAll(object, branches) : branches === 0 && values.length === size;
  }

  /**
   * Returns the node of one place, or {@link invalid} where all of it was refused. It recurses without a limit of its
   * own, because the depth was limited when the keys were read.
   */
  private node(place: unknown, at: Location): PlainNode {
    if (Array.isArray(place)) return this.isTooLong(place.length, at) ? invalid : new RepeatedKey(place);
    if (!(place instanceof PlainObject)) return place;
    const list = this.listIn(place);
    if (list !== undefined && Object.keys(place).length === 0) return this.values(list, at);
    for (const [index, value] of Object.entries(list?.values ?? []))
      if (place[index] === undefined) place[index] = list?.isInvalid === true ? invalid : value;
    const { length } = Object.keys(place);
    return hasAll(place, length) ? this.list(place, length, at) : this.object(place, at);
  }

  /** Makes a list of values. They are already in place unless the indexes have a gap. */
  private values({ values, size, isInvalid }: List, at: Location): PlainNode {
    if (this.isTooLong(size, at) || isInvalid) return invalid;
    // With a gap it becomes an object, which the parser refuses where it expects a list.
    return values.length === size ? values : Object.assign(new PlainObject(), values);
  }

  /** Leaves out what was refused in an object. */
  private object(object: PlainObject, at: Location): PlainNode {
    for (const name of Object.keys(object)) {
      const node = this.node(object[name], at.child(name));
      if (node === invalid) delete object[name];
      else object[name] = node;
    }
    return Object.keys(object).length === 0 ? invalid : object;
  }

  /**
   * Makes a list with all of its members. Without one, the others would move, and a later refusal
   * would name a wrong index.
   */
  private list(object: PlainObject, length: number, at: Location): PlainNode {
    // More branches than conditions are allowed: the parser, which counts conditions, refuses them.
    if (length <= this.limits.conditions && this.isTooLong(length, at)) return invalid;
    const list = listOf(object).map((place, index) => this.node(place, at.child(index)));
    return list.includes(invalid) ? invalid : list;
  }

  /** Refuses a list that is too long, before its members are looked at. */
  private isTooLong(length: number, at: Location): boolean {
    if (length <= this.limits.members) return false;
    exceed(this.issues, this.limits, 'members', at);
    return true;
  }
}

/** Returns true where the names of an object, so many, are 0, 1, 2, …, in any order. */
function hasAll(object: PlainObject, length: number): boolean {
  for (let index = 0; index < length; index += 1) if (!(index in object)) return false;
  return length > 0;
}

/** Returns the members of an object whose names are 0, 1, 2, …. */
function listOf(object: PlainObject): unknown[] {
  const list: unknown[] = [];
  for (let index = 0; index in object; index += 1) list.push(object[index]);
  return list;
}
