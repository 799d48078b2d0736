/**
 * Returns true where a host's synchronous function (a `when`, a scope) returned a promise. Nobody will await it, so a
 * rejection is swallowed: unhandled, it would end the Node process.
 */
export function isPromise(result: unknown): boolean {
  if ((typeof result !== 'object' && typeof result !== 'function') || result === null) return false;
  if (!('then' in result) || typeof result.then !== 'function') return false;
  Promise.resolve(result).catch(() => undefined);
  return true;
}
