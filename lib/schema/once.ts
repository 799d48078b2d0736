/*
 * Entities refer to each other in circles, so that some of a schema cannot be made before the rest of it. Such parts are
 * made by the first read and kept.
 */

/** Returns a getter that calls `make` when it is first called, and gives that value from then on. */
export function once<Value extends object | boolean>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

/** Returns a function that calls `make` once for each key, and gives that value to later calls with the key. */
export function oncePer<Key, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const existing = values.get(key);
    if (existing !== undefined) return existing;
    const value = make(key);
    values.set(key, value);
    return value;
  };
}
