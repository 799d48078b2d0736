const numbers = new WeakMap<object, number>();
let numbered = 0;

/**
 * Returns a unique number for an object, so that cache keys tell objects apart. Each copy of this
 * package counts for itself.
 */
export function numberOfObject(object: object): number {
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = numbered += 1));
  return number;
}
