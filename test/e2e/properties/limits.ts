import { type Entity, type Field, entities } from './expected-model.js';
import { type Conditions, type Node, isList, isObject, objectOf } from './tree.js';

const groups = ['$and', '$or', '$not'];
const flags = ['$null', '$notNull', '$empty'];
const apart = ['$some', '$every', '$none', '$count', '$exists', '$null', '$notNull'];

/** What a condition on a field costs beside being one. */
type Cost = Partial<Pick<Field, 'list' | 'virtual'>>;

/** Remainder of the default limits. The limits of depth are respected while a tree is made. */
interface Budget {
  conditions: number;
  relationConditions: number;
  unanchoredNeedles: number;
  values: number;
  parameters: number;
  /** Less than the limit of 8,192, because the canonical form is longer than what was sent. */
  bytes: number;
}

/** The default limits, but for the bytes: the canonical form is longer than what was sent. */
const whole: Budget = {
  conditions: 32,
  relationConditions: 8,
  unanchoredNeedles: 4,
  values: 256,
  parameters: 240,
  bytes: 5_000,
};

/**
 * A tree without what would be beyond the default limits: some of it is always left, so trees reach the limits.
 *
 * @param parts how many such trees are to fit into one request
 */
export function withinLimits(entity: Entity, filters: Conditions, parts = 1): Conditions | undefined {
  const budget = { ...whole };
  for (const name of Object.keys(whole) as (keyof Budget)[]) budget[name] = Math.floor(whole[name] / parts);
  return new Fitting(budget).conditions(entity, filters, 'filters'.length);
}

class Fitting {
  constructor(private readonly budget: Budget) {}

  /** @param length how long the key is so far */
  conditions(entity: Entity, node: Conditions, length: number): Conditions | undefined {
    return this.each(node, length, (key, inner, at) => this.condition(entity, key, inner, at));
  }

  private condition(entity: Entity, key: string, node: Node, length: number): Node | undefined {
    if (groups.includes(key)) return this.group(entity, node, length);
    const relation = entity.relations[key];
    if (relation !== undefined) return this.relation(entities[relation.target], node, length);
    const field = entity.fields[key];
    return field !== undefined && field.kind !== 'json'
      ? this.field(field, node, length)
      : this.document(entity, key, node, length);
  }

  /** Operators of a document, and conditions on its paths. */
  private document(entity: Entity, at: string, node: Node, length: number): Node | undefined {
    return this.each(objectOf(node), length, (key, inner, to) => {
      if (key === '$not') return this.document(entity, at, inner, to);
      return key.startsWith('$') ? this.comparison(key, inner, to) : this.condition(entity, `${at}.${key}`, inner, to);
    });
  }

  private group(entity: Entity, node: Node, length: number): Node | undefined {
    if (!isList(node)) return this.conditions(entity, objectOf(node), length);
    const kept = node.map((entry) => this.group(entity, entry, length + 4)).filter((entry) => entry !== undefined);
    return kept.length === 0 ? undefined : kept;
  }

  private field(field: Cost, node: Node, length: number): Node | undefined {
    if (!isObject(node)) return this.comparisonOf(field, '$eq', node, length);
    return this.each(node, length, (key, inner, at) =>
      key === '$not' ? this.field(field, inner, at) : this.comparisonOf(field, key, inner, at),
    );
  }

  /**
   * A comparison of a field whose expression has a limit of its own. An engine with arrays would have room for more
   * elements.
   */
  private comparisonOf({ list, virtual }: Cost, operator: string, node: Node, length: number): Node | undefined {
    const elements = list && !flags.includes(operator) ? Math.ceil((isList(node) ? node.length : 1) / 10) : 0;
    if (virtual && !this.spend('relationConditions', 1)) return undefined;
    return this.spend('unanchoredNeedles', elements) ? this.comparison(operator, node, length) : undefined;
  }

  private relation(entity: Entity, node: Node, length: number): Node | undefined {
    if (node === null) return this.spend('relationConditions', 1) && this.leaf(node, length) ? node : undefined;
    if (!isObject(node)) return this.spend('relationConditions', 1) ? this.comparison('$eq', node, length) : undefined;
    const hasPlain = Object.entries(node).some(([key, inner]) => !isApart(key, inner));
    const plainFits = !hasPlain || this.spend('relationConditions', 1);
    return this.each(node, length, (key, inner, at) => {
      if (isApart(key, inner)) return this.predicate(entity, key, inner, at);
      if (!plainFits) return undefined;
      const isOwn = !key.startsWith('$') || groups.includes(key);
      return isOwn ? this.condition(entity, key, inner, at) : this.comparison(key, inner, at);
    });
  }

  private predicate(entity: Entity, key: string, node: Node, length: number): Node | undefined {
    const amount = key === '$count' && isObject(node) ? Object.keys(node).length : 1;
    if (!this.spend('relationConditions', amount)) return undefined;
    if (key === '$count') return this.count(entity, node, length);
    return isObject(node) ? this.conditions(entity, node, length) : this.leaf(node, length) ? node : undefined;
  }

  private count(entity: Entity, node: Node, length: number): Node | undefined {
    if (!isObject(node)) return this.comparison('$eq', node, length);
    const { $where: where, ...asked } = node;
    const kept = this.field({}, asked, length);
    const counted =
      kept === undefined || where === undefined ? undefined : this.conditions(entity, objectOf(where), length + 8);
    return kept === undefined || counted === undefined ? kept : { ...objectOf(kept), $where: counted };
  }

  private comparison(operator: string, node: Node, length: number): Node | undefined {
    const isUnanchored = /contains|endsWith/i.test(operator);
    if (!this.spend('conditions', 1)) return undefined;
    if (isUnanchored && !this.spend('unanchoredNeedles', 1)) return undefined;
    const leaves = isList(node) ? node : [node];
    const fits = this.spend('values', leaves.length) && leaves.every((leaf) => this.leaf(leaf, length + 5));
    return fits ? node : undefined;
  }

  private leaf(node: Node, length: number): boolean {
    const text = typeof node === 'string' ? encodeURIComponent(node) : '';
    return this.spend('parameters', 1) && this.spend('bytes', length + 2 + text.length);
  }

  private each(
    node: Conditions,
    length: number,
    fit: (key: string, inner: Node, length: number) => Node | undefined,
  ): Conditions | undefined {
    const kept = Object.entries(node)
      .map(([key, inner]) => [key, fit(key, inner, length + key.length + 2)] as const)
      .filter((entry): entry is readonly [string, Node] => entry[1] !== undefined);
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  }

  private spend(name: keyof Budget, amount: number): boolean {
    if (this.budget[name] < amount) return false;
    this.budget[name] -= amount;
    return true;
  }
}

/** True if a relation's key becomes a subquery of its own; null tests whether a related row exists. */
function isApart(key: string, node: Node): boolean {
  return apart.includes(key) || (node === null && key.startsWith('$'));
}
