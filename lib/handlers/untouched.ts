/*
 * Nest's ValidationPipe deletes the members of these names from an object, at any depth, before a DTO is made of it. A
 * condition on such a name would be dropped without a word, so a body that has one is copied before pipes run.
 */
const deletedNames = ['__proto__', 'constructor', 'prototype'] as const;

const copies = new WeakMap<object, object>();

/** Keeps a copy of a body or payload with a member that pipes delete. To be called before they run. */
export function keepUntouched(value: unknown): void {
  if (isObject(value) && !copies.has(value) && hasDeletedName(value)) copies.set(value, copyOf(value));
}

/** Keeps a body or payload as it was sent, for the part of it that pipes see. To be called before they run. */
export function keepWhole(part: object, sent: object): void {
  copies.set(part, untouched(sent));
}

/** Returns a body or payload as it was before pipes ran. */
export function untouched<Value>(value: Value): Value | object {
  return (isObject(value) ? copies.get(value) : undefined) ?? value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Looks without calling itself: a body may be nested deeper than the stack. */
function hasDeletedName(root: object): boolean {
  const seen = new Set([root]);
  for (const object of seen) {
    if (deletedNames.some((name) => Object.hasOwn(object, name))) return true;
    for (const member of Object.values(object)) if (isObject(member)) seen.add(member);
  }
  return false;
}

function copyOf(root: object): object {
  const made = new Map<object, object>([[root, emptyLike(root)]]);
  for (const [object, copy] of made) {
    for (const [name, member] of Object.entries(object) as [string, unknown][]) {
      if (isObject(member) && !made.has(member)) made.set(member, emptyLike(member));
      const value = isObject(member) ? made.get(member) : member;
      // An assignment to `__proto__` would set the prototype.
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return made.get(root) ?? root;
}

function emptyLike(value: object): object {
  return Array.isArray(value) ? [] : {};
}
