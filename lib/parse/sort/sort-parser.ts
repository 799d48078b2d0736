import { type SortTerm, sortTerm } from '../../ast/index.js';
import { type SortTarget, type View, keyOf, sortKeysOf } from '../../schema/index.js';
import type { Node } from '../reading/node.js';
import { type SortKey, readSuffix } from './sort-key.js';
import { SortKeys, resolve } from './sort-keys.js';
import { refuseKey } from './sort-refusals.js';

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
    const { context, budget } = this.root.context;
    const { sortHops } = budget.limits;
    const resolution = resolve(key, this.view, this.root);
    switch (resolution.outcome) {
      case 'found':
        this.use(resolution.target);
        return this.isPaidFor(resolution.target) ? ordered(key, resolution.target) : undefined;
      case 'unknown':
        return refuseKey.notSortable(key, sortKeysOf(this.view, context, sortHops));
      case 'too_deep':
        return refuseKey.tooDeep(key, sortHops);
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

  /** Records the deprecated names of a key. */
  private use({ hops, field }: SortTarget): void {
    for (const hop of hops) this.root.issues.use(hop.deprecated);
    if (field !== 'count') this.root.issues.use(field.deprecated);
  }
}

function ordered(key: SortKey, target: SortTarget): SortTerm | undefined {
  const order = readSuffix(key.suffix);
  return order === undefined ? refuseKey.invalidDirection(key) : sortTerm(target, order.direction, order.nulls);
}
