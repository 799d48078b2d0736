/**
 * An object of a request. It inherits nothing, so that no name is special, and yet it is an instance of a class: an
 * object made by `Object.create(null)` is a hash table to V8, and takes four times as long to fill and to read.
 */
export class PlainObject {
  [name: string]: unknown;
}
Object.setPrototypeOf(PlainObject.prototype, null);
Reflect.deleteProperty(PlainObject.prototype, 'constructor');
Object.freeze(PlainObject.prototype);

/**
 * Returns true for an object made by a literal (in any realm), by `JSON.parse`, or without a prototype. A class
 * instance has its own idea of its keys, and an object with another prototype has keys that `Object.keys` does not
 * show. Neither can be understood completely.
 */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || Array.isArray(value)) return false;
  // Nearly every object from the wire is one of these.
  if (value instanceof PlainObject) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  if (!isObject(prototype) || Object.getPrototypeOf(prototype) !== null) return false;
  // The `Object.prototype` of another realm, or the empty prototype of a parser's objects.
  return Object.hasOwn(prototype, 'hasOwnProperty') || Reflect.ownKeys(prototype).length === 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
