import type { Parameter } from './parameters.js';

/** Shortest name where one edit counts as a typo. Shorter names have too many real words as neighbours. */
const shortestNear = 4;

/**
 * Longest name whose neighbours at one edit mostly are other parameters: `sport`, `port` and `short` beside `sort`.
 */
const longestCommon = 6;

/** A name with the forms of it that are compared. */
export interface Likeness {
  readonly parameter: Parameter;
  readonly name: string;
  readonly lower: string;
  /** The letters alone, in lower case. */
  readonly letters: string;
  /** Letters and digits of the list's prefix. A key without them belongs to another list. */
  readonly prefix: string;
}

/** Prepares a name for comparisons, which is done at boot. */
export function likenessOf(parameter: Parameter, name: string, prefix: string): Likeness {
  return { parameter, name, lower: name.toLowerCase(), letters: lettersOf(name), prefix: wordOf(prefix) };
}

/**
 * Finds the name that a key misspells: equal except for case and non-letters, or one edit away. The text before a `?`
 * or `;` may be part of a URL or of an escaped ampersand (`amp;filters`), so the key is also tried without it.
 *
 * @param looksLike whether the rest of the key fits a parameter; asked before one edit in a short name counts
 */
export function nearest(key: string, names: readonly Likeness[], looksLike: LooksLike): string | undefined {
  return nearestTo(key, names, looksLike) ?? nearestTo(lastPart(key), names, looksLike);
}

/** Returns true where the text after a key's name fits a parameter. */
type LooksLike = (parameter: Parameter) => boolean;

function nearestTo(key: string, names: readonly Likeness[], looksLike: LooksLike): string | undefined {
  const lower = key.toLowerCase();
  const letters = lettersOf(key);
  const found = names.find((likeness) => {
    if (!wordOf(key).startsWith(likeness.prefix)) return false;
    if (letters === likeness.letters) return letters !== '';
    return isTypo(lower, likeness) && (likeness.letters.length > longestCommon || looksLike(likeness.parameter));
  });
  return found?.name;
}

function lastPart(key: string): string {
  return key.slice(Math.max(key.lastIndexOf('?'), key.lastIndexOf(';')) + 1);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]+/gu, '').toLowerCase();
}

function wordOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

function isTypo(lower: string, name: Likeness): boolean {
  return name.letters.length >= shortestNear && isOneEdit(lower, name.lower);
}

/** Returns true where one letter is added, left out or changed, or two neighbours are swapped. Takes one pass. */
export function isOneEdit(from: string, to: string): boolean {
  const longer = from.length - to.length;
  if (Math.abs(longer) > 1) return false;
  let at = 0;
  while (at < to.length && from[at] === to[at]) at += 1;
  const restOf = (text: string, skipped: number) => text.slice(at + skipped);
  if (longer !== 0) return restOf(from, longer > 0 ? 1 : 0) === restOf(to, longer > 0 ? 0 : 1);
  const isSwapped = from[at] === to[at + 1] && from[at + 1] === to[at] && restOf(from, 2) === restOf(to, 2);
  return isSwapped || restOf(from, 1) === restOf(to, 1);
}
