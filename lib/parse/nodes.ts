import { NumberText, PlainObject, RepeatedKey } from '../wire/index.js';

/** What a node of the request is, as far as its shape goes. */
export type Shape = 'scalar' | 'null' | 'list' | 'object' | 'repeated' | 'other';

/**
 * A node's shape. Only objects that a parser or a literal makes count as objects: an instance of a class has its own idea
 * of what its keys are. A Date is one value.
 */
export function shapeOf(node: unknown): Shape {
  switch (typeof node) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return 'scalar';
    case 'object':
      return node === null ? 'null' : shapeOfObject(node);
    default:
      return 'other';
  }
}

function shapeOfObject(node: object): Shape {
  if (Array.isArray(node)) return 'list';
  if (node instanceof Date || node instanceof NumberText) return 'scalar';
  if (node instanceof RepeatedKey) return 'repeated';
  return isPlainObject(node) ? 'object' : 'other';
}

export function isPlainObject(node: unknown): node is Readonly<Record<string, unknown>> {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return false;
  // What came over the wire is nearly always one of these.
  if (node instanceof PlainObject) return true;
  const prototype: unknown = Object.getPrototypeOf(node);
  if (prototype === null || prototype === Object.prototype) return true;
  if (!isObject(prototype) || Object.getPrototypeOf(prototype) !== null) return false;
  // Made by a literal in another realm, or by a parser whose prototypes are empty; not with somebody's object for a prototype.
  return Object.hasOwn(prototype, 'hasOwnProperty') || Reflect.ownKeys(prototype).length === 0;
}

/** The digits of a number that a JSON text has; anything else is itself. */
export function textOf(node: unknown): unknown {
  return node instanceof NumberText ? node.digits : node;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The keys of an object that was meant as a list, but has a gap: all digits; a list without one has become a list. */
export function isListWithGap(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
}
