/** True while the twin makes something anew, which nobody else has asked for. */
function isTwinAtWork(): boolean {
  const twin: unknown = Reflect.get(globalThis, Symbol.for('nestjs-filterable.twin'));
  return typeof twin === 'object' && twin !== null && 'isAtWork' in twin && twin.isAtWork === true;
}

type Method = (...args: unknown[]) => unknown;

/** Counts the calls of an object's method that `work` makes, or of all objects of a prototype, without those of the twin. */
export async function timesCalled(owner: object, name: string, work: () => Promise<unknown>): Promise<number> {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const method: unknown = Reflect.get(owner, name);
  if (!isMethod(method)) throw new TypeError(`there is no method ${name}`);
  let calls = 0;
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      if (!isTwinAtWork()) calls += 1;
      return method.apply(this, args);
    },
  });
  try {
    await work();
    return calls;
  } finally {
    if (descriptor === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, descriptor);
  }
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}
