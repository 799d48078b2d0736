const numbers = new WeakMap<object, number>();
let numbered = 0;

/**
 * Returns the number of an object, which no other object has: the keys of caches tell objects apart by it. Each copy of this package
 * gives its own numbers.
 */
export function numberOfObject(object: object): number {
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = numbered += 1));
  return number;
}
