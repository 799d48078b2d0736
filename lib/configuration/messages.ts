/** Returns the end of a sentence about an unknown name: the most similar name, if any, and all existing names. */
export function didYouMean(wrong: string, existing: readonly string[]): string {
  if (existing.length === 0) return 'there is none to name.';
  const nearest = nearestName(wrong, existing);
  const names = `${existing.join(', ')}.`;
  return nearest === undefined ? `there are: ${names}` : `did you mean ${nearest}? There are: ${names}`;
}

/**
 * Finds the name that a misspelled one probably means: the one with the fewest letters to change, if these are few for
 * the length of the word. Case does not count. Undefined where no name is similar.
 */
export function nearestName(wrong: string, existing: readonly string[]): string | undefined {
  const tolerated = Math.max(2, Math.floor(wrong.length / 3));
  let nearest: string | undefined;
  let least = tolerated + 1;
  for (const name of existing) {
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Counts the letters to add, remove or change between two texts (Levenshtein's distance). */
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

/** Puts the article before a noun: `an integer`, `a uuid` (spoken with a consonant). */
export function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Lists alternatives as English does: `a`, `a or b`, `a, b or c`. */
export function eitherOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/**
 * Describes a value in a sentence about a better one: `…, not an empty text`. The description repeats texts and
 * numbers, so it is for values of the program, never for a client's.
 */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return describeText(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'function') return value.name === '' ? 'a function' : `the function ${value.name}`;
  if (typeof value === 'object' && value !== null) return describeObject(value);
  return String(value);
}

/** A word stands for itself. A text that looks like something else, such as `'10'`, is quoted. */
function describeText(text: string): string {
  if (text === '') return 'an empty text';
  return /^\s|\s$|^[-+.\d]+$|^(true|false|null|undefined)$/.test(text) ? `the text '${text}'` : text;
}

function describeObject(value: object): string {
  const owner: unknown = value.constructor;
  return typeof owner === 'function' && owner !== Object ? `an object (${owner.name})` : 'an object';
}

/**
 * Words the sentence about an option's wrong value, alike for every option: \`nulls\` must be engine,
 * first or last, not lats.
 */
export function mustBe(name: string, expected: string, value: unknown): string {
  return `\`${name}\` must be ${expected}, not ${describeValue(value)}`;
}
