/**
 * Values by name. Only the present names are listed and counted; former ones find the same values by {@link lookUp}, so
 * that nothing that lists names has to leave them out.
 */
export class NameMap<Value> extends Map<string, Value> {
  /** The values by the names of before a rename. Undefined where nothing was renamed. */
  former: Map<string, Value> | undefined;

  setFormer(name: string, value: Value): void {
    (this.former ??= new Map<string, Value>()).set(name, value);
  }
}

export function lookUp<Value>(names: ReadonlyMap<string, Value>, name: string): Value | undefined {
  return names.get(name) ?? formerNames(names)?.get(name);
}

/** Returns the former names of a map. Undefined where it has none, which costs a request nothing but this look. */
export function formerNames<Value>(names: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> | undefined {
  return names instanceof NameMap ? (names as NameMap<Value>).former : undefined;
}

/**
 * Changes the values of a map under all of their names. A value of several names is changed once, and a name whose
 * value becomes undefined is left out.
 */
export function mapNames<Value extends object, Changed>(
  names: ReadonlyMap<string, Value>,
  change: (value: Value) => Changed | undefined,
): NameMap<Changed> {
  const known = new Map<Value, Changed | undefined>();
  const changed = (value: Value): Changed | undefined => {
    if (!known.has(value)) known.set(value, change(value));
    return known.get(value);
  };
  const mapped = new NameMap<Changed>();
  for (const [name, value] of names) {
    const kept = changed(value);
    if (kept !== undefined) mapped.set(name, kept);
  }
  for (const [name, value] of formerNames(names) ?? []) {
    const kept = changed(value);
    if (kept !== undefined) mapped.setFormer(name, kept);
  }
  return mapped;
}
