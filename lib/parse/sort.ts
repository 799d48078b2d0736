import { type NullsPlacement, type SortDirection, type SortTerm, sortTerm } from '../ast/index.js';
import { type IssueCollector, type Location, readable } from '../issues/index.js';
import { type Node, type Place, didYouMean, isListWithGap, partsOf, refuse, report } from './node.js';
import { relatedAggregateTokens } from '../operators/index.js';
import {
  type SortResolution,
  type SortTarget,
  type View,
  isPathVisible,
  keyOf,
  resolveSortKey,
  sortKeysOf,
} from '../schema/index.js';
import { RepeatedKey, directionAlone, isPlainObject } from '../wire/index.js';

/** The two parts of a sort key: the path of the column, and how it is ordered. */
export interface SortKeyText {
  /** The names on the path, from the entity of the list: `author`, `name`. */
  readonly segments: readonly string[];
  /** Direction and place of NULLs, as in `desc` or `desc:nullsLast`. Undefined where the client gives neither. */
  readonly suffix: string | undefined;
}

/** Sort key of a request, before it is known to exist. */
export class SortKey implements Place {
  /**
   * @param node the value with the key; several keys can share one, as in `sort=title,rating`
   * @param position the key's place in the whole sort, which ends its pointer: an index, or a name in an object
   */
  constructor(
    private readonly node: Node,
    private readonly position: string | number,
    private readonly text: SortKeyText,
  ) {}

  get segments(): readonly string[] {
    return this.text.segments;
  }

  get suffix(): string | undefined {
    return this.text.suffix;
  }

  /** The path as one text, for messages: `author.name`. */
  get name(): string {
    return this.segments.join('.');
  }

  get at(): Location {
    return sortLocation(this.node, this.position);
  }

  get issues(): IssueCollector {
    return this.node.issues;
  }
}

/**
 * Makes the location of a key. Its path leads to the value that contains it, its pointer to its position in the sort.
 */
function sortLocation({ at, context }: Node, position: string | number): Location {
  return context.root.within(position, at);
}

/** Order of a key: its direction, and the place of its NULLs if the client gives one. */
interface Order {
  readonly direction: SortDirection;
  readonly nulls: NullsPlacement;
}

const ascending: Order = { direction: 'asc', nulls: undefined };

/** The suffixes of a key. The direction may be in upper case. */
const orders: ReadonlyMap<string, Order> = new Map<string, Order>([
  ['asc', ascending],
  ['desc', { direction: 'desc', nulls: undefined }],
  ['asc:nullsFirst', { direction: 'asc', nulls: 'first' }],
  ['asc:nullsLast', { direction: 'asc', nulls: 'last' }],
  ['desc:nullsFirst', { direction: 'desc', nulls: 'first' }],
  ['desc:nullsLast', { direction: 'desc', nulls: 'last' }],
  ['nullsFirst', { direction: 'asc', nulls: 'first' }],
  ['nullsLast', { direction: 'asc', nulls: 'last' }],
]);

/** Splits `name`, `author.name:desc`, `name:desc:nullsLast`: a path, and everything after the first colon. */
function readSortKey(text: string): SortKeyText {
  const colon = text.indexOf(':');
  const path = colon < 0 ? text : text.slice(0, colon);
  const segments = path.includes('.') ? path.split('.') : [path];
  return { segments, suffix: colon < 0 ? undefined : text.slice(colon + 1) };
}

/** Reads `asc`, `DESC`, `desc:nullsLast`, `nullsFirst`, or no suffix. Returns undefined for any other. */
function readSuffix(suffix: string | undefined): Order | undefined {
  if (suffix === undefined) return ascending;
  return orders.get(suffix) ?? orders.get(suffix.replace(/^(?:asc|desc)/i, (direction) => direction.toLowerCase()));
}

/**
 * Refusals of sort keys, each worded once. They name the key, because both keys of `sort=title,rating` have the same
 * path: `sort: 'titel' is not sortable`. A key is a name and not a value, so a message may repeat it.
 */
const refuseKey = {
  /** Refuses a key that is not a text, such as `sort[0]` without a value. */
  expected(place: Place): undefined {
    return report(place, { code: 'expected_value' }, 'must be a key to sort by, such as name or rating:desc');
  },
  notSortable(key: SortKey, allowed: readonly string[]): undefined {
    const text = `is not sortable${formOf(key.name) ?? didYouMean(key.name, allowed)}`;
    return report(key, { code: 'not_sortable', allowed }, about(key, text));
  },
  /** Refuses JSON text, whose pieces between commas would each be reported. */
  json(node: Node, allowed: readonly string[]): undefined {
    const text = 'must be keys such as name or rating:desc, not JSON';
    const place = { issues: node.issues, at: sortLocation(node, 0) };
    return report(place, { code: 'not_sortable', allowed }, text);
  },
  tooDeep(key: SortKey, most: number): undefined {
    const text = `follows too many relations; at most ${most} (limits.sortHops)`;
    return report(key, { code: 'sort_too_deep' }, about(key, text));
  },
  /** Refuses a path of several relations with a to-many one, because it has no single value to sort by. */
  forked(key: SortKey): undefined {
    const text = 'follows several relations, one of them to many rows; a relation to many rows must be the only one';
    return report(key, { code: 'sort_too_deep' }, about(key, text));
  },
  invalidDirection(key: SortKey): undefined {
    const text = 'has an unknown direction; use asc or desc, optionally with :nullsFirst or :nullsLast';
    return report(key, { code: 'invalid_direction' }, about(key, text));
  },
  /** Refuses a direction for a key that has its own. Its place has the client's name for the direction. */
  directed({ issues, name }: SortKey, root: Location): undefined {
    const text = `: '${readable(name)}' has a direction of its own; leave this one out`;
    return report({ issues, at: root.child('direction') }, { code: 'invalid_direction' }, text);
  },
  duplicate(key: SortKey): undefined {
    return report(key, { code: 'duplicate_sort' }, about(key, 'is listed more than once'));
  },
} as const;

function about({ name }: SortKey, text: string): string {
  return `: '${readable(name)}' ${text}`;
}

/** Returns the form to write in place of a spelling that other APIs have; it says nothing of what exists. */
function formOf(name: string): string | undefined {
  if (/^(?:asc|desc)$/i.test(name)) return `; a direction follows its key, as in title:${name.toLowerCase()}`;
  const [, minus, spaced, direction = 'desc'] = /^-(\S+)$|^(\S+) (asc|desc)$/i.exec(name) ?? [];
  const key = minus ?? spaced;
  return key === undefined ? undefined : `; write ${readable(key)}:${direction.toLowerCase()}`;
}

/** Deepest path in an object of sort keys. No entity graph needs as much, and an object in code may contain itself. */
const deepestObject = 12;

/** True for the JSON text of an object or a list. Nothing in such a text is read as a sort key. */
function isJsonList(text: string): boolean {
  return /^\s*(?:\[\s*["{]|\{\s*")/.test(text);
}

/** Reads the keys of `sort` in each of its forms: a text, a comma list, a list, an object, a list of objects. */
class SortKeys {
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
    if (!isPlainObject(value)) refuse.expectedValue(root, 'must be the keys to sort by, such as name or rating:desc');
    else if (isListWithGap(root.keys)) refuse.listWithGap(root);
    else return this.object(root, (key) => key);
    return [];
  }

  private refuseJson(): readonly SortKey[] {
    const { root, view } = this;
    refuseKey.json(root, keysAllowed(view, root));
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
    if (list.length === 0) refuse.expectedList(root, 'must be a list of keys, one or more');
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
      refuse.expectedObject(place, 'must have keys to sort by, each with a direction');
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
    else refuse.expectedValue(place, 'must be a direction: asc or desc');
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
      refuse.expectedObject(this.root, 'must have keys to sort by, each with a direction: sort[name]=desc');
    }
    this.isMisshapen = true;
    return [];
  }
}

/** Looks up the path of a key, or its flat name. */
function resolve(key: SortKey, view: View, { context: { context, budget, sortNames } }: Node): SortResolution {
  if (sortNames?.keys === undefined) return resolveSortKey(view, key.segments, context, budget.limits.sortHops);
  const target = sortNames.keys.get(key.name)?.target;
  return target !== undefined && isPathVisible(target, context) ? { outcome: 'found', target } : { outcome: 'unknown' };
}

/** Lists the keys that a client may send. */
function keysAllowed(view: View, { context: { context, budget, sortNames } }: Node): readonly string[] {
  if (sortNames?.keys === undefined) return sortKeysOf(view, context, budget.limits.sortHops);
  return [...sortNames.keys].flatMap(([name, { target }]) => (isPathVisible(target, context) ? name : []));
}

/** Returns true for `$count` at the end of a path, and for `$avg` and its like before a field: all others are stray. */
function isAggregate(segments: readonly string[], index: number): boolean {
  const segment = segments[index] ?? '';
  const after = segments.length - 1 - index;
  return after === 0 ? segment === '$count' : after === 1 && relatedAggregateTokens.includes(segment);
}

/** Reads `sort`: looks up each of its keys, and spends its cost. */
export class SortParser {
  constructor(
    private readonly root: Node,
    private readonly view: View,
  ) {}

  /** Reads all keys. The result lacks a refused key, so after an issue it must not be used. */
  parse(): readonly SortTerm[] {
    const keys = new SortKeys(this.root, this.view).read();
    if (!this.root.isWithin('sortKeys', keys.length)) return [];
    const seen: string[] = [];
    const terms: SortTerm[] = [];
    for (const key of keys) {
      const term = this.once(key, seen);
      if (term !== undefined) terms.push(term);
    }
    return terms;
  }

  /**
   * Resolves a key, and refuses it if an earlier key sorts by the same target. Both are resolved, so that
   * each reports its mistakes.
   */
  private once(key: SortKey, seen: string[]): SortTerm | undefined {
    const term = this.term(key);
    if (term === undefined) return undefined;
    const identity = keyOf('all', term.target);
    if (seen.includes(identity)) return refuseKey.duplicate(key);
    seen.push(identity);
    return term;
  }

  /** Looks up a key, and refuses it unless it leads to one value. */
  private term(key: SortKey): SortTerm | undefined {
    const { root, view } = this;
    const { budget, sortNames } = root.context;
    const resolution = resolve(key, view, root);
    switch (resolution.outcome) {
      case 'found':
        this.use(resolution.target);
        return this.isPaidFor(resolution.target) ? this.ordered(key, resolution.target) : undefined;
      case 'unknown':
        // The client has not named the key, which may be hidden from it.
        if (sortNames?.isAlone === true) return report(root, { code: 'expected_value' }, directionAlone);
        return refuseKey.notSortable(key, keysAllowed(view, root));
      case 'too_deep':
        return refuseKey.tooDeep(key, budget.limits.sortHops);
      case 'forked':
        return refuseKey.forked(key);
    }
  }

  /**
   * Spends the cost of a key: a virtual column and a count are a subquery for each row, and each
   * relation on the path is a join.
   */
  private isPaidFor({ field, hops }: SortTarget): boolean {
    const { root } = this;
    const isVirtual = field !== 'count' && field.expression.isSubquery;
    if (isVirtual && !root.spend('relationConditions')) return false;
    const isDocument = field !== 'count' && field.expression.document !== undefined && !field.expression.indexed;
    if (isDocument && !root.work('sortedDocuments')) return false;
    const isSubquery = isVirtual || hops.some(({ toMany }) => toMany);
    if (isSubquery && !root.work('sortedSubqueries')) return false;
    if (hops.some(({ link }) => link.via === 'junction') && !root.work('sortedJunctions')) return false;
    return root.work('sortKeys') && root.work('sortHops', hops.length);
  }

  /** Orders a key as its suffix says, or else as the rules of its flat name do. */
  private ordered(key: SortKey, target: SortTarget): SortTerm | undefined {
    const { sortNames, root } = this.root.context;
    const own = sortNames?.keys?.get(key.name)?.direction;
    if (own !== undefined && key.suffix !== undefined) return refuseKey.directed(key, root);
    if (key.suffix === undefined && sortNames !== undefined)
      return sortTerm(target, own ?? sortNames.direction, undefined);
    const order = readSuffix(key.suffix);
    return order === undefined ? refuseKey.invalidDirection(key) : sortTerm(target, order.direction, order.nulls);
  }

  /** Records the deprecated names of a key. */
  private use({ hops, field }: SortTarget): void {
    for (const hop of hops) this.root.issues.use(hop.deprecated);
    if (field !== 'count') this.root.issues.use(field.deprecated);
  }
}
