/** What an error of this class has in every copy of this package: an application can load two builds side by side. */
const errorBrand = Symbol.for('nestjs-filterable:FilterConfigurationError');

/**
 * A mistake of the program, not of a client: something is named that does not exist, or declared twice. It is thrown at
 * boot, and says what was named, what exists, and how to mend it.
 */
export class FilterConfigurationError extends Error {
  override readonly name = 'FilterConfigurationError';

  /** @internal */
  get [errorBrand](): true {
    return true;
  }

  /** Holds for the errors of other copies of this package, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== FilterConfigurationError) return Object.prototype.isPrototypeOf.call(this.prototype, Object(value));
    return typeof value === 'object' && value !== null && errorBrand in value;
  }
}

/** The sentence that names what exists, the most similar name first. */
export function didYouMean(wrong: string, existing: readonly string[]): string {
  if (existing.length === 0) return 'there is none to name.';
  const nearest = nearestName(wrong, existing);
  const names = `${existing.join(', ')}.`;
  return nearest === undefined ? `there are: ${names}` : `did you mean ${nearest}? There are: ${names}`;
}

/** The name of a kind after its article; uuid begins with a consonant when it is spoken. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function nearestName(wrong: string, existing: readonly string[]): string | undefined {
  const tolerated = Math.max(2, Math.floor(wrong.length / 3));
  let nearest: string | undefined;
  let least = tolerated + 1;
  for (const name of existing) {
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Levenshtein's distance: how many letters must be added, removed or changed. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const changed = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

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
