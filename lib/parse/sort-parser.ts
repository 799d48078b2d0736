import { type SortTerm, sortTerm } from '../ast/index.js';
import type { Location } from '../issues.js';
import { type SortTarget, type View, keyOf, resolveSortKey, sortKeysOf } from '../schema/index.js';
import { RepeatedKey } from '../wire/index.js';
import { isListWithGap, isPlainObject } from './nodes.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';
import { refuseKey } from './sort-refusals.js';
import { type WrittenTerm, partsOf, readSuffix, writtenTerm } from './sort-text.js';

/** How deep an object may nest before it is no sort key any more; no entity graph needs as much. */
const deepestObject = 12;

/** Reads `sort` in every form: text, comma list, list, object, list of objects. */
export class SortParser {
  /** Whether it was told already that the whole is no sort. */
  private isMisshapen = false;

  constructor(
    private readonly context: ParseContext,
    private readonly view: View,
  ) {}

  parse(node: unknown): readonly SortTerm[] {
    const { root, budget } = this.context;
    const written = this.written(node);
    if (!budget.within('sortKeys', written.length, root)) return [];
    const seen: string[] = [];
    const terms: SortTerm[] = [];
    for (const each of written) {
      const term = this.once(each, seen);
      if (term !== undefined) terms.push(term);
    }
    return terms;
  }

  private written(node: unknown): readonly WrittenTerm[] {
    const { root, issues } = this.context;
    if (node === '' || this.isNone(node)) return [];
    if (typeof node === 'string') return this.texts([node], root);
    if (node instanceof RepeatedKey) return this.texts(node.values, root);
    if (Array.isArray(node)) return this.list(node);
    if (isPlainObject(node) && isListWithGap(Object.keys(node))) refuse.listWithGap(issues, root);
    else if (isPlainObject(node)) return this.object(node, root, (key) => key);
    else refuse.expectedValue(issues, root, 'takes the keys to sort by, such as name or rating:desc');
    return [];
  }

  /** Whether a key or a direction is empty, and that is no sort in the compatibility mode. */
  private isNone(written: unknown): boolean {
    return this.context.compatibility.emptySort === 'none' && (written === '' || written === null);
  }

  private list(list: readonly unknown[]): WrittenTerm[] {
    const { root, issues, budget } = this.context;
    if (!budget.within('members', list.length, root)) return [];
    if (list.length === 0) refuse.expectedList(issues, root, 'takes a list of keys, one or more');
    const terms: WrittenTerm[] = [];
    let split = 0;
    for (let index = 0; index < list.length; index += 1) {
      const entry = list[index];
      const at = root.child(index);
      if (this.isNone(entry)) continue;
      if (typeof entry === 'string') {
        const before = terms.length;
        this.texts([entry], at, index + split, terms);
        split += terms.length - before - 1;
      } else if (isPlainObject(entry)) terms.push(...this.object(entry, at, () => index));
      else refuseKey.expected(issues, { at, nth: undefined });
    }
    return terms;
  }

  /** A comma separates keys wherever it stands; a pointer counts them over the whole sort, from `from` on. */
  private texts(
    texts: readonly unknown[],
    written: Location,
    from = 0,
    terms: WrittenTerm[] = [],
  ): readonly WrittenTerm[] {
    const { root, issues } = this.context;
    const parts = partsOf(texts);
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if (this.isNone(part)) continue;
      const at = root.within(from + index, written);
      const nth = parts.length > 1 ? index + 1 : undefined;
      if (typeof part === 'string') terms.push(writtenTerm(part, at, nth));
      else refuseKey.expected(issues, { at, nth });
    }
    return terms;
  }

  /**
   * `{ author: { name: 'desc' } }`: the keys in order of arrival, and at the end of each path a direction.
   *
   * @param segmentOf what a pointer names, whatever stands below it: the first key of the path, or the index in the list
   */
  private object(
    node: Readonly<Record<string, unknown>>,
    at: Location,
    segmentOf: (key: string) => string | number,
    path: readonly string[] = [],
  ): WrittenTerm[] {
    const { issues, root } = this.context;
    // As in the conditions: an object in code may hold itself.
    if (issues.isFull) return [];
    const keys = Object.keys(node);
    if (keys.length === 0 || path.length > deepestObject) {
      refuse.expectedObject(issues, at, 'takes keys to sort by, each with a direction');
      return [];
    }
    // Each is a key to sort by at least; of so many none is looked at.
    const { members, sortKeys } = this.context.budget.limits;
    if (keys.length > Math.max(members, sortKeys)) {
      this.context.budget.within('sortKeys', keys.length, root);
      return [];
    }
    return keys.flatMap((key) => {
      const segments = [...path, ...key.split('.')];
      const segment = segmentOf(key);
      const place = root.within(segment, at.child(key));
      const inner = node[key];
      if (this.isNone(inner)) return [];
      if (typeof inner === 'string') return this.directed(segments, inner, place);
      if (isPlainObject(inner)) return this.object(inner, place, () => segment, segments);
      if (inner instanceof RepeatedKey) refuse.duplicateKey(issues, place);
      else refuse.expectedValue(issues, place, 'takes a direction: asc or desc');
      return [];
    });
  }

  /** Where neither the key exists nor the direction is one, the object was not meant as a sort, so all of it is refused. */
  private directed(segments: readonly string[], suffix: string, at: Location): WrittenTerm[] {
    const { issues, root } = this.context;
    const stray = segments.some((segment, index) => segment.startsWith('$') && !isCount(segments, index));
    if (!stray && (readSuffix(suffix) !== undefined || this.resolve(segments).outcome === 'found')) {
      return [{ segments, suffix, at, nth: undefined }];
    }
    if (!this.isMisshapen) {
      refuse.expectedObject(issues, root, 'takes keys to sort by, each with a direction: sort[name]=desc');
    }
    this.isMisshapen = true;
    return [];
  }

  private term(written: WrittenTerm): SortTerm | undefined {
    const { issues, context, budget } = this.context;
    const { sortHops } = budget.limits;
    const resolution = this.resolve(written.segments);
    switch (resolution.outcome) {
      case 'found':
        return this.ordered(written, resolution.target);
      case 'unknown':
        refuseKey.notSortable(issues, written, sortKeysOf(this.view, context, sortHops));
        return undefined;
      case 'too_deep':
        refuseKey.tooDeep(issues, written, sortHops);
        return undefined;
      case 'forked':
        refuseKey.forked(issues, written);
        return undefined;
    }
  }

  private ordered(written: WrittenTerm, target: SortTarget): SortTerm | undefined {
    const order = readSuffix(written.suffix);
    if (order !== undefined) return sortTerm(target, order.direction, order.nulls);
    refuseKey.invalidDirection(this.context.issues, written);
    return undefined;
  }

  private resolve(segments: readonly string[]) {
    return resolveSortKey(this.view, segments, this.context.context, this.context.budget.limits.sortHops);
  }

  /** A term that is not there already; the first of two that are alike stays, so that both can be looked at. */
  private once(written: WrittenTerm, seen: string[]): SortTerm | undefined {
    const term = this.term(written);
    if (term === undefined) return undefined;
    const key = keyOf('all', term.target);
    if (!seen.includes(key)) {
      seen.push(key);
      return term;
    }
    refuseKey.duplicate(this.context.issues, written);
    return undefined;
  }
}

function isCount(segments: readonly string[], index: number): boolean {
  return segments[index] === '$count' && index === segments.length - 1;
}
