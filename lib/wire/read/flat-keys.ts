import type { IssueCollector } from '../../issues/index.js';
import { Location } from '../../issues/index.js';
import { SentNames } from '../names/sent-names.js';
import { type FlatRules, type FlatTarget, flatNameIn } from '../names/flat-parameters.js';
import { type ParameterNames, type Parameter, nameOf } from '../names/parameters.js';
import { PlainObject } from '../plain-object.js';
import type { PlainNode } from '../request-tree.js';
import { indexIn, locate } from '../text/segments.js';
import { type Value, invalid } from './branch.js';
import type { Fold } from './fold.js';
import type { WireKey } from './wire-key.js';
import { KeyTree } from './key-tree.js';
import { ambiguous, respell } from './sort-spellings.js';

/** A flat name of a request, as far as it was sent. */
interface SentKey {
  readonly target: FlatTarget;
  /** True where members of a list were sent in brackets. */
  indexed: boolean;
}

/** The tree of a request while flat names are put into it. */
type GrowingTree = { [name in Parameter]?: PlainNode };

/**
 * Reads the flat names of one request, in a tree of their own: each is a place like any other, where a key given twice
 * is refused. Once all keys are there, {@link mergeInto} puts their values where the canonical request has them.
 */
export class FlatKeys {
  private readonly tree: KeyTree;
  private readonly sent = new Map<string, SentKey>();
  private readonly names = new SentNames();

  constructor(
    private readonly rules: FlatRules,
    private readonly params: ParameterNames,
    private readonly issues: IssueCollector,
  ) {
    this.tree = new KeyTree(issues);
  }

  /** Returns the key of a flat name, `malformed` for one that was refused, and undefined for any other key. */
  read(key: string): WireKey | 'malformed' | undefined {
    const name = flatNameIn(key, this.rules);
    const target = name === undefined ? undefined : this.rules.targets.get(name);
    if (name === undefined || target === undefined) return undefined;
    const member = key === name ? undefined : memberIn(key.slice(name.length));
    const isReadable = key === name || (member !== undefined && target.takes === 'list');
    if (!isReadable) return this.refuseKey(name, target);
    const sent = this.sent.get(name) ?? { target, indexed: false };
    if (member !== undefined) sent.indexed = true;
    this.sent.set(name, sent);
    return { parameter: 'filters', path: [name], member, flat: target };
  }

  /** Returns true for a parameter whose usual spelling the list does not read. */
  refuses(parameter: Parameter): boolean {
    return this.rules.closed.has(parameter);
  }

  /** Refuses a key that could not be decoded, where it begins with a flat name. */
  refuseGarbled(key: string): boolean {
    const name = flatNameIn(key, this.rules);
    if (name !== undefined) this.refuse(name, 'malformed_encoding', 'has a key with malformed percent-encoding');
    return name !== undefined;
  }

  /** Adds the value of a key; null for one without `=`, which is refused. */
  add(key: WireKey, target: FlatTarget, value: Value | typeof invalid): void {
    if (value === null) this.refuseMissing(key);
    else if (target.takes !== 'list' || key.member !== undefined) this.tree.add(key, value);
    else if (value === invalid || target.separator === undefined) this.tree.add({ ...key, member: 'next' }, value);
    else for (const part of this.split(key, target.separator, value)) this.tree.add({ ...key, member: 'next' }, part);
  }

  /** Puts the values into the tree of a request, and returns the names that they were sent by. */
  mergeInto(tree: GrowingTree, fold: Fold): SentNames {
    const { sort } = this.rules;
    if (sort?.isOwn === true && 'sort' in tree) this.put(tree, this.params.sort, respell(tree.sort, sort));
    const halves: { [half in 'field' | 'direction']?: readonly [name: string, text: string] } = {};
    for (const [name, { target }] of this.sent) {
      const node = fold.node(this.tree.below(name), Location.root(name));
      if (node === undefined || node === invalid || isNothing(node, target)) continue;
      if (target.takes === 'field' || target.takes === 'direction')
        halves[target.takes] = [name, typeof node === 'string' ? node : ''];
      else if (target.takes === 'keys') this.keys(tree, name, node);
      else this.insert(tree, name, target, node);
    }
    this.halves(tree, halves);
    return this.names;
  }

  /** Puts the sort that one name has, in its usual spelling. */
  private keys(tree: GrowingTree, name: string, node: PlainNode): void {
    const { sort } = this.rules;
    if (this.claim(tree, name)) this.put(tree, name, sort === undefined ? node : respell(node, sort));
  }

  private put(tree: GrowingTree, name: string, sort: PlainNode): void {
    delete tree.sort;
    if (sort !== ambiguous) tree.sort = sort;
    else this.refuse(name, 'invalid_direction', 'has a direction that is a key as well; write key:asc or key:desc');
  }

  /** Puts the sort that two names have: a key, and its direction. */
  private halves(tree: GrowingTree, { field, direction }: { field?: Half; direction?: Half }): void {
    if (field === undefined) {
      if (direction !== undefined)
        this.refuse(direction[0], 'expected_value', 'is a direction without a key to sort by');
      return;
    }
    if (!this.claim(tree, field[0])) return;
    const sort = direction === undefined ? field[1] : this.joined(field, direction);
    if (sort !== undefined) tree.sort = sort;
  }

  private joined([field, key]: Half, [name, direction]: Half): string | undefined {
    if (/[,:]/.test(key)) return this.refuse(field, 'expected_value', `takes one key, whose direction ${name} gives`);
    if (!/^(?:asc|desc)$/i.test(direction)) return this.refuse(name, 'invalid_direction', 'takes asc or desc');
    return `${key}:${direction.toLowerCase()}`;
  }

  /** Takes the place of the sort for a name. False where something else has it. */
  private claim(tree: GrowingTree, name: string): boolean {
    if (!('sort' in tree)) {
      this.names.add({ pointer: `/${this.params.sort}`, name, indexed: false, from: 1 });
      return true;
    }
    return this.refuseTaken(name, `/${this.params.sort}`);
  }

  /** Puts a value at its place, making what is missing on the way; refused where something else is there. */
  private insert(tree: GrowingTree, name: string, { parameter, path }: FlatTarget, node: PlainNode): void {
    const segments = [parameter, ...path];
    const { pointer } = locate([nameOf(parameter, this.params), ...path]);
    let parent: Record<string, PlainNode> = tree;
    let from: number | undefined;
    for (const [index, segment] of segments.slice(0, -1).entries()) {
      if (parent[segment] === undefined) {
        parent[segment] = new PlainObject();
        from ??= index + 1;
      }
      const child = parent[segment];
      if (!(child instanceof PlainObject)) return void this.refuseTaken(name, pointer);
      parent = child;
    }
    const last = segments.at(-1) ?? '';
    if (parent[last] !== undefined) return void this.refuseTaken(name, pointer);
    parent[last] = node;
    this.names.add({ pointer, name, indexed: this.sent.get(name)?.indexed === true, from: from ?? segments.length });
  }

  private *split({ path }: WireKey, separator: string, value: string): Generator<string> {
    for (const part of value.split(separator)) {
      if (part !== '' || value === '') yield part;
      else
        this.refuse(
          path[0] ?? '',
          'expected_value',
          `has an empty member; write the values with one ${separator} between them`,
        );
    }
  }

  private refuseKey(name: string, { takes }: FlatTarget): 'malformed' {
    const forms = takes === 'list' ? `${name}[]=value or ${name}=value` : `${name}=value`;
    this.refuse(name, 'malformed_key', `has a key that cannot be read; write ${forms}`);
    return 'malformed';
  }

  private refuseMissing({ path: [name = ''] }: WireKey): void {
    this.refuse(name, 'expected_value', `is given without a value; write ${name}=value`);
  }

  private refuseTaken(name: string, pointer: string): false {
    const other = this.names.at(pointer);
    const text = other === undefined ? 'in brackets, too' : `by ${other}, too`;
    this.refuse(name, 'duplicate_key', `is asked for ${text}`);
    return false;
  }

  private refuse(name: string, code: FlatCode, text: string): undefined {
    this.issues.add(Location.root(name), { code }, text);
  }
}

type Half = readonly [name: string, text: string];

type FlatCode = 'malformed_key' | 'malformed_encoding' | 'expected_value' | 'invalid_direction' | 'duplicate_key';

/** Returns the member that brackets after a name stand for: `[]`, `[3]`, or undefined for any others. */
function memberIn(brackets: string): number | 'next' | undefined {
  if (brackets === '[]') return 'next';
  return /^\[\d+\]$/.test(brackets) ? indexIn(brackets.slice(1, -1)) : undefined;
}

/** True for what an empty form sends. */
function isNothing(node: PlainNode, { keepsEmpty }: FlatTarget): boolean {
  if (keepsEmpty) return false;
  return node === '' || (Array.isArray(node) && node.length === 1 && node[0] === '');
}
