import { isPlain } from './plain.js';

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

/** Returns what {@link isPlain} does, and sooner, because nearly every object from the wire is of this class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value instanceof PlainObject || isPlain(value);
}
