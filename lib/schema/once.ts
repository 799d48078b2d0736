/** Makes a value when it is first asked for: entities refer to each other, so some of what they are cannot be made at once. */
export function once<Value extends object | boolean>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

/** The same of what there is one of for each key. */
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
