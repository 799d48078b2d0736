import { relatedAggregateTokens } from '../../operators/index.js';
import { type View, resolveSortKey, sortKeysOf } from '../../schema/index.js';
import { RepeatedKey, isPlainObject } from '../../wire/index.js';
import { type Node, isListWithGap } from '../reading/node.js';
import { refuse } from '../reading/refusals.js';
import { SortKey, partsOf, readSortKey, readSuffix, sortLocation } from './sort-key.js';
import { refuseKey } from './sort-refusals.js';

/** Deepest path in an object of sort keys. No entity graph needs as much, and an object in code may contain itself. */
const deepestObject = 12;

/** True for the JSON text of an object or a list. Nothing in such a text is read as a sort key. */
function isJsonList(text: string): boolean {
  return /^\s*(?:\[\s*["{]|\{\s*")/.test(text);
}

/** Reads the keys of `sort` in each of its forms: a text, a comma list, a list, an object, a list of objects. */
export class SortKeys {
  /** True once the form of the whole sort was refused, which is reported once. */
  private isMisshapen = false;

  constructor(
    private readonly root: Node,
    private readonly view: View,
  ) {}

  /** Splits the sort into keys, by its form. No key is looked up yet. */
  read(): readonly SortKey[] {
    const { root } = this;
    const { value } = root;
    if (value === '' || this.isNone(value)) return [];
    if (typeof value === 'string') return isJsonList(value) ? this.refuseJson() : this.texts([value], root);
    if (value instanceof RepeatedKey) return this.texts(value.values, root);
    if (Array.isArray(value)) return this.list(value);
    if (!isPlainObject(value)) refuse.expectedValue(root, 'takes the keys to sort by, such as name or rating:desc');
    else if (isListWithGap(root.keys)) refuse.listWithGap(root);
    else return this.object(root, (key) => key);
    return [];
  }

  private refuseJson(): readonly SortKey[] {
    const { root, view } = this;
    const { context, budget } = root.context;
    refuseKey.json(root, sortKeysOf(view, context, budget.limits.sortHops));
    return [];
  }

  /** Returns true for an empty key or direction, where the compatibility mode ignores them. */
  private isNone(value: unknown): boolean {
    return this.root.context.compatibility.emptySort === 'none' && (value === '' || value === null);
  }

  /** Reads the members of a list: texts, which may have several keys each, and objects. */
  private list(list: readonly unknown[]): readonly SortKey[] {
    const { root } = this;
    if (!root.isWithin('members', list.length)) return [];
    if (list.length === 0) refuse.expectedList(root, 'takes a list of keys, one or more');
    const keys: SortKey[] = [];
    // Keys beyond the first of each member; they move the positions of all later keys.
    let split = 0;
    for (let index = 0; index < list.length; index += 1) {
      const node = root.member(index);
      if (this.isNone(node.value)) continue;
      if (typeof node.value === 'string') {
        const texts = this.texts([node.value], node, index + split);
        keys.push(...texts);
        split += texts.length - 1;
      } else if (node.shape === 'object') keys.push(...this.object(node, () => index));
      else refuseKey.expected(node);
    }
    return keys;
  }

  /**
   * Reads the keys of texts, separated by commas anywhere.
   *
   * @param from the position of the first key in the whole sort
   */
  private texts(texts: readonly unknown[], node: Node, from = 0): readonly SortKey[] {
    const keys: SortKey[] = [];
    for (const [index, part] of partsOf(texts).entries()) {
      if (this.isNone(part)) continue;
      if (typeof part === 'string') keys.push(new SortKey(node, from + index, readSortKey(part)));
      else refuseKey.expected({ issues: node.issues, at: sortLocation(node, from + index) });
    }
    return keys;
  }

  /**
   * Reads `{ author: { name: 'desc' } }`: the keys in the order of their arrival, with a direction
   * at the end of each path.
   *
   * @param positionOf the position of all keys under a name: the first name of the path, or the index in the list
   * @param path the names around the object
   */
  private object(
    node: Node,
    positionOf: (key: string) => string | number,
    path: readonly string[] = [],
  ): readonly SortKey[] {
    // An object in code may contain itself.
    if (node.issues.isFull) return [];
    const { keys } = node;
    if (keys.length === 0 || path.length > deepestObject) {
      const place = path.length === 0 ? node : { issues: node.issues, at: sortLocation(node, positionOf('')) };
      refuse.expectedObject(place, 'takes keys to sort by, each with a direction');
      return [];
    }
    // Each name is at least one sort key: too many are refused before any is looked up.
    const { members, sortKeys } = node.context.budget.limits;
    if (keys.length > Math.max(members, sortKeys)) {
      this.root.isWithin('sortKeys', keys.length);
      return [];
    }
    return keys.flatMap((key) => this.below(node.child(key), positionOf(key), [...path, ...key.split('.')]));
  }

  /** Reads the value under a name of an object: a direction, or an object with the next names of the path. */
  private below(node: Node, position: string | number, segments: readonly string[]): readonly SortKey[] {
    const { value } = node;
    if (this.isNone(value)) return [];
    if (typeof value === 'string') return this.directed(new SortKey(node, position, { segments, suffix: value }));
    if (isPlainObject(value)) return this.object(node, () => position, segments);
    const place = { issues: node.issues, at: sortLocation(node, position) };
    if (value instanceof RepeatedKey) refuse.duplicateKey(place);
    else refuse.expectedValue(place, 'takes a direction: asc or desc');
    return [];
  }

  /**
   * Returns a key of an object. If neither the key nor its direction exists, the whole is not a
   * sort, and is refused once.
   */
  private directed(key: SortKey): readonly SortKey[] {
    const { segments } = key;
    const isStray = segments.some((segment, index) => segment.startsWith('$') && !isAggregate(segments, index));
    if (!isStray && (readSuffix(key.suffix) !== undefined || resolve(key, this.view, this.root).outcome === 'found'))
      return [key];
    if (!this.isMisshapen) {
      refuse.expectedObject(this.root, 'takes keys to sort by, each with a direction: sort[name]=desc');
    }
    this.isMisshapen = true;
    return [];
  }
}

/** Looks up the path of a key. */
export function resolve({ segments }: SortKey, view: View, { context: { context, budget } }: Node) {
  return resolveSortKey(view, segments, context, budget.limits.sortHops);
}

/** Returns true for `$count` at the end of a path, and for `$avg` and its like before a field: all others are stray. */
function isAggregate(segments: readonly string[], index: number): boolean {
  const segment = segments[index] ?? '';
  const after = segments.length - 1 - index;
  return after === 0 ? segment === '$count' : after === 1 && relatedAggregateTokens.includes(segment);
}
