/** Names shorter than this have too many neighbours that are words of their own. */
const shortestNear = 4;

/** A name by what is compared of it: its letters, in lower case. */
export interface Likeness {
  readonly name: string;
  readonly letters: string;
}

export function likenessOf(name: string): Likeness {
  return { name, letters: lettersOf(name) };
}

/**
 * The name that a key was evidently meant for: equal but for the case and for what is no letter, or one edit away. What
 * stands before a `?` or `;` may be left of a URL or of an escaped ampersand: `amp;filters`.
 */
export function nearest(written: string, names: readonly Likeness[]): string | undefined {
  return nearestTo(lettersOf(written), names) ?? nearestTo(lettersOf(lastPart(written)), names);
}

function nearestTo(letters: string, names: readonly Likeness[]): string | undefined {
  return names.find((likeness) => isNear(letters, likeness.letters))?.name;
}

function lastPart(written: string): string {
  return written.slice(Math.max(written.lastIndexOf('?'), written.lastIndexOf(';')) + 1);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]+/gu, '').toLowerCase();
}

function isNear(letters: string, meant: string): boolean {
  if (letters === meant) return meant !== '';
  return meant.length >= shortestNear && isOneEdit(letters, meant);
}

/** Whether one letter is added, left out or changed, or two neighbours have changed places. In one pass. */
function isOneEdit(from: string, to: string): boolean {
  const longer = from.length - to.length;
  if (Math.abs(longer) > 1) return false;
  let at = 0;
  while (at < to.length && from[at] === to[at]) at += 1;
  const restOf = (text: string, skipped: number) => text.slice(at + skipped);
  if (longer !== 0) return restOf(from, longer > 0 ? 1 : 0) === restOf(to, longer > 0 ? 0 : 1);
  const isSwapped = from[at] === to[at + 1] && from[at + 1] === to[at] && restOf(from, 2) === restOf(to, 2);
  return isSwapped || restOf(from, 1) === restOf(to, 1);
}
