import type { IssueCollector, Location } from '../../issues/index.js';
import type { Work } from '../../cost.js';
import { Budget, type LimitName, type SpentLimit } from '../../limits.js';
import { NumberText, RepeatedKey, isPlainObject } from '../../wire/index.js';
import type { ParseContext } from './parse-context.js';

/**
 * Form of a value: one value (`scalar`), `null`, a list, an object, the values of a repeated key, or a value that no
 * request can hold (`other`), such as a function or a class instance.
 */
export type Shape = 'scalar' | 'null' | 'list' | 'object' | 'repeated' | 'other';

/**
 * One value of a request tree, its place in the tree, and the context of its request. Every parser takes a node and
 * hands on its children, so that a refusal needs nothing else: only then is the location made. A list of thousands of
 * values is one node. A member becomes a node of its own when it is refused, or is a condition.
 */
export class Node {
  private constructor(
    readonly value: unknown,
    readonly context: ParseContext,
    /** Name or index of the value in its parent. Empty at the root. */
    readonly key: string,
    private readonly parent: Node | undefined,
  ) {}

  /** Makes the node of a whole parameter. */
  static root(value: unknown, context: ParseContext): Node {
    return new Node(value, context, '', undefined);
  }

  /** Location for refusals. The values of a repeated key have only pointers, no names of their own. */
  get at(): Location {
    const { parent, key } = this;
    if (parent === undefined) return this.context.root;
    return parent.value instanceof RepeatedKey ? parent.at.within(key) : parent.at.child(key);
  }

  get issues(): IssueCollector {
    return this.context.issues;
  }

  get shape(): Shape {
    return shapeOf(this.value);
  }

  /** Names in an object, in the order of their arrival. Empty where the value is not a plain object. */
  get keys(): readonly string[] {
    return isPlainObject(this.value) ? Object.keys(this.value) : [];
  }

  /** The other members of the object that holds this one. */
  get beside(): readonly Node[] {
    const { parent, key } = this;
    return parent === undefined ? [] : parent.keys.filter((name) => name !== key).map((name) => parent.child(name));
  }

  /** Returns true for a member that came before another one of the same object. */
  isBefore({ key }: Node): boolean {
    const keys = this.parent?.keys ?? [];
    return keys.indexOf(this.key) < keys.indexOf(key);
  }

  /** Members of a list, of a repeated key, or of a single value in place of a list. Undefined for an object or null. */
  get members(): readonly unknown[] | undefined {
    const { value } = this;
    if (isList(value)) return value;
    if (value instanceof RepeatedKey) return value.values;
    return this.shape === 'scalar' ? [value] : undefined;
  }

  /** True where an object has an own property of the name, with any value. */
  has(key: string): boolean {
    return isObject(this.value) && Object.hasOwn(this.value, key);
  }

  /** Returns the node under a name of an object. */
  child(key: string): Node {
    return new Node(isObject(this.value) ? this.value[key] : undefined, this.context, key, this);
  }

  /** Returns the node of one of the {@link members}. A single value in place of a list is its own member. */
  member(index: number): Node {
    const isOwn = this.shape === 'scalar';
    return isOwn ? this : new Node(this.members?.[index], this.context, String(index), this);
  }

  /** Returns the node of the object or list that a JSON text stands for. Texts in it are plain texts. */
  parsed(value: unknown): Node {
    return new Node(value, { ...this.context, readsJson: false }, this.key, this.parent);
  }

  /**
   * Returns the node of a parameter inside a parameter, such as the `sort` of a populated relation: issues about the
   * whole of it are located here.
   */
  rooted(): Node {
    return new Node(this.value, { ...this.context, root: this.at }, this.key, this.parent);
  }

  /** Returns the same node, with a budget of its own in place of the request's. */
  apart(): Node {
    const { budget, issues } = this.context;
    return new Node(this.value, { ...this.context, budget: new Budget(budget.limits, issues) }, this.key, this.parent);
  }

  /** Spends from a limit on the whole request. False where nothing is left, which is reported once, at the root. */
  spend(name: SpentLimit, amount = 1): boolean {
    const { budget, root } = this.context;
    return budget.spend(name, amount, root);
  }

  /** Spends work without a limit of its own, from the cost of the whole request. False where nothing is left. */
  work(kind: Work, amount = 1): boolean {
    const { budget, root } = this.context;
    return budget.work(kind, amount, root);
  }

  /** Spends again the work that a facet repeats. False where nothing is left. */
  repeat(): boolean {
    const { budget, root } = this.context;
    return budget.repeat(root);
  }

  /** Compares an amount with a limit. False where it is above the limit, which is reported at this node. */
  isWithin(name: LimitName, amount: number): boolean {
    const { budget } = this.context;
    return amount <= budget.limits[name] || budget.within(name, amount, this.at);
  }
}

/**
 * Returns the form of a value. Objects are those of parsers and literals; a Date and the digits
 * of a number are scalars.
 */
export function shapeOf(value: unknown): Shape {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return 'scalar';
    case 'object':
      return value === null ? 'null' : shapeOfObject(value);
    default:
      return 'other';
  }
}

function shapeOfObject(value: object): Shape {
  if (Array.isArray(value)) return 'list';
  if (value instanceof Date || value instanceof NumberText) return 'scalar';
  if (value instanceof RepeatedKey) return 'repeated';
  return isPlainObject(value) ? 'object' : 'other';
}

/** Returns true for the names of `{ 1: 'a' }`: all are digits, so without the gap this would be a list. */
export function isListWithGap(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
}

/** Returns the digits of a number in a JSON text, and every other value as it is. */
export function textOf(value: unknown): unknown {
  return value instanceof NumberText ? value.digits : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns true for a list, whose members are not known. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
