/** How something that was given in place of something else is told in a sentence: `…, not an empty text`. */
export function told(given: unknown): string {
  if (given === '') return 'an empty text';
  if (Array.isArray(given)) return 'a list';
  if (typeof given === 'function') return given.name === '' ? 'a function' : `the function ${given.name}`;
  if (typeof given === 'object' && given !== null) return toldObject(given);
  return String(given);
}

function toldObject(given: object): string {
  const made: unknown = given.constructor;
  return typeof made === 'function' && made !== Object ? `an object (${made.name})` : 'an object';
}
