/** Names shorter than this have too many neighbours that are words of their own. */
const shortestNear = 4;

/** A name by what is compared of it. */
export interface Likeness {
  readonly name: string;
  readonly lower: string;
  /** Its letters, in lower case. */
  readonly letters: string;
  /** The letters and digits that it shares with the other names of its list: with others it belongs to another list. */
  readonly prefix: string;
}

export function likenessOf(name: string, prefix: string): Likeness {
  return { name, lower: name.toLowerCase(), letters: lettersOf(name), prefix: wordOf(prefix) };
}

/**
 * The name that a key was evidently meant for: equal but for the case and for what is no letter, or one edit away. What
 * stands before a `?` or `;` may be left of a URL or of an escaped ampersand: `amp;filters`.
 */
export function nearest(written: string, names: readonly Likeness[]): string | undefined {
  return nearestTo(written, names) ?? nearestTo(lastPart(written), names);
}

function nearestTo(written: string, names: readonly Likeness[]): string | undefined {
  const lower = written.toLowerCase();
  const letters = lettersOf(written);
  return names.find((likeness) => isNear(lower, letters, likeness) && wordOf(written).startsWith(likeness.prefix))
    ?.name;
}

function lastPart(written: string): string {
  return written.slice(Math.max(written.lastIndexOf('?'), written.lastIndexOf(';')) + 1);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]+/gu, '').toLowerCase();
}

function wordOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

function isNear(lower: string, letters: string, meant: Likeness): boolean {
  if (letters === meant.letters) return letters !== '';
  return meant.letters.length >= shortestNear && isOneEdit(lower, meant.lower);
}

/** Returns true where one letter is added, left out or changed, or two neighbours have changed places. Takes one pass. */
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
