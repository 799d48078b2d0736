import type { IssueCollector, Location } from '../issues.js';
import type { Work } from '../cost.js';
import type { LimitName, SpentLimit } from '../limits.js';
import { NumberText, RepeatedKey, isPlainObject } from '../wire/index.js';
import type { ParseContext } from './parse-context.js';

/**
 * The form of a value: one value (`scalar`), `null`, a list, an object, the values of a repeated key, or a value that no
 * request can hold (`other`), such as a function or an instance of a class.
 */
export type Shape = 'scalar' | 'null' | 'list' | 'object' | 'repeated' | 'other';

/**
 * One value of a request tree, its place in the tree, and the context of its request. Every parser takes a node and hands
 * its children on, so that a refusal needs nothing else: the location is made only then. A list with thousands of values
 * is one node: a member becomes a node of its own when it is refused, or is a condition.
 */
export class Node {
  private constructor(
    readonly value: unknown,
    readonly context: ParseContext,
    /** The name under which the value stands in its parent, or its index there; empty at the root. */
    readonly key: string,
    private readonly parent: Node | undefined,
  ) {}

  /** Makes the node of a whole parameter. */
  static root(value: unknown, context: ParseContext): Node {
    return new Node(value, context, '', undefined);
  }

  /** The location for refusals. The values of a repeated key have no names of their own, only pointers. */
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

  /** The names in an object, in the order of their arrival; none where the value is no plain object. */
  get keys(): readonly string[] {
    return isPlainObject(this.value) ? Object.keys(this.value) : [];
  }

  /** The members of a list, of a repeated key, or of a single value in place of a list; undefined for an object or null. */
  get members(): readonly unknown[] | undefined {
    const { value } = this;
    if (isList(value)) return value;
    if (value instanceof RepeatedKey) return value.values;
    return this.shape === 'scalar' ? [value] : undefined;
  }

  /** True where an object has a name of its own, whatever stands under it. */
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

  /** Returns the node of the object or list that a JSON text at this place stands for; texts in it are texts. */
  parsed(value: unknown): Node {
    return new Node(value, { ...this.context, readsJson: false }, this.key, this.parent);
  }

  /** Spends of a limit on the whole request. False where nothing is left, which is reported once, at the root. */
  spend(name: SpentLimit, amount = 1): boolean {
    const { budget, root } = this.context;
    return budget.spend(name, amount, root);
  }

  /** Spends work that has no limit of its own, of the cost of the whole request. False where nothing is left. */
  work(kind: Work, amount = 1): boolean {
    const { budget, root } = this.context;
    return budget.work(kind, amount, root);
  }

  /** Spends what a facet repeats of the work so far. False where nothing is left. */
  repeat(): boolean {
    const { budget, root } = this.context;
    return budget.repeat(root);
  }

  /** Compares an amount with a limit. False where it is above, which is reported at this node. */
  isWithin(name: LimitName, amount: number): boolean {
    const { budget } = this.context;
    return amount <= budget.limits[name] || budget.within(name, amount, this.at);
  }
}

/** Returns the form of a value. Objects are those of parsers and literals; a Date and the digits of a number are scalars. */
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

/** Returns true for the names of `{ 1: 'a' }`: all are digits, so that without its gap it would be a list. */
export function isListWithGap(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
}

/** Returns the digits of a number in a JSON text; every other value is returned as it is. */
export function textOf(value: unknown): unknown {
  return value instanceof NumberText ? value.digits : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
