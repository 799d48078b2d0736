/**
 * Whether a function of the host's gave a promise where the answer is needed at once. Nobody will wait for it, so that it
 * must not end the process when it fails.
 */
export function isPromise(given: unknown): boolean {
  if ((typeof given !== 'object' && typeof given !== 'function') || given === null) return false;
  if (!('then' in given) || typeof given.then !== 'function') return false;
  Promise.resolve(given).catch(() => undefined);
  return true;
}
