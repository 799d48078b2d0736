/** Prefix of the library's own parameters and aliases. A counter follows, so names never grow with the request. */
export const prefix = 'nf_';

/**
 * Returns a function that gives names in turn, and keeps them for the next statement: JavaScript engines look up a
 * known key much faster than a new one.
 */
function namesAfter(start: string): (count: number) => string {
  const names: string[] = [];
  return (count) => (names[count] ??= `${start}${count}`);
}

export const nameOf = namesAfter(prefix);
export const parameterOf = namesAfter(`${prefix}p`);

/**
 * Counts the parameters with unique names in this process, for all copies of this package. A host may embed the
 * text of one builder in another, and its parameters beside the other's: `setParameters(sub.getParameters())`.
 * If two had the same name, a scope in one builder would compare with a value of the other. Drivers see
 * positions, and never these names.
 */
const counter = sharedCounter();

/** Returns a name that no other parameter of this process has. */
export function uniqueParameter(): string {
  return `${prefix}p${(counter.named += 1)}`;
}

interface Counter {
  named: number;
}

/** The ES module and the CommonJS build may both be loaded, so the counter is kept under a symbol that both know. */
function sharedCounter(): Counter {
  const key = Symbol.for('nestjs-filterable:parameters-named');
  const existing: unknown = Reflect.get(globalThis, key);
  if (isCounter(existing)) return existing;
  const value: Counter = { named: 0 };
  Object.defineProperty(globalThis, key, { value });
  return value;
}

function isCounter(value: unknown): value is Counter {
  return typeof value === 'object' && value !== null && 'named' in value && typeof value.named === 'number';
}
