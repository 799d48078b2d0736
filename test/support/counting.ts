/** True while the twin makes something anew, which nobody else has asked for. */
function isTwinAtWork(): boolean {
  const twin: unknown = Reflect.get(globalThis, Symbol.for('nestjs-filterable.twin'));
  return typeof twin === 'object' && twin !== null && 'isAtWork' in twin && twin.isAtWork === true;
}

type Method = (...args: unknown[]) => unknown;

/** Counts the calls of a method that `work` makes, without those of the twin. */
export async function timesCalled(prototype: object, name: string, work: () => Promise<unknown>): Promise<number> {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const method: unknown = Reflect.get(prototype, name);
  if (!isMethod(method)) throw new TypeError(`there is no method ${name}`);
  let calls = 0;
  Object.defineProperty(prototype, name, {
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
    if (descriptor === undefined) Reflect.deleteProperty(prototype, name);
    else Object.defineProperty(prototype, name, descriptor);
  }
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}
