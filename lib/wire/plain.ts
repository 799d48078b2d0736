/**
 * Returns true for an object made by a literal (in any realm), by `JSON.parse`, or without a prototype. A class
 * instance has its own idea of its keys, and an object with another prototype has keys that `Object.keys` does not
 * show. Neither can be understood completely.
 */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  if (!isObject(prototype) || Object.getPrototypeOf(prototype) !== null) return false;
  // The `Object.prototype` of another realm, or the empty prototype of a parser's objects.
  return Object.hasOwn(prototype, 'hasOwnProperty') || Reflect.ownKeys(prototype).length === 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
