/** Makes a value when it is first asked for: entities refer to each other, so some of what they are cannot be made at once. */
export function once<Value extends object | boolean>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
