/*
 * Entities refer to each other in circles, so that parts of a schema need other schemas first. Such parts are made by
 * the first read, and kept.
 */

/** Returns a getter that calls `make` at its first call, and returns that value from then on. */
export function once<Value extends object | boolean>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

/** Returns a function that calls `make` once for each key, and returns that value to later calls with the key. */
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
