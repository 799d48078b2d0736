import type { ListKey } from '../wire/index.js';

/** The members of a list in the query strings of a shape: their keys stand one after another, however many there are. */
export class ListMembers {
  /** Finds all members at once: to compare each of their keys takes five times as long. */
  private readonly pattern: RegExp;

  constructor(private readonly key: ListKey) {
    const { before, after, isIndexed } = key;
    const member = `${escaped(before)}${isIndexed ? '[0-9]+' : ''}${escaped(after)}[^&]*`;
    this.pattern = new RegExp(`${member}(?:&${member})*`, 'y');
  }

  /**
   * Reads the members at a position of a text, and returns the position after them; -1 where there is none, or where their indexes
   * are not 0, 1, 2, ….
   *
   * @param values receives the value of each, not decoded
   */
  read(text: string, first: number, values: string[]): number {
    const { pattern, key } = this;
    pattern.lastIndex = first;
    if (!pattern.test(text)) return -1;
    const last = pattern.lastIndex;
    for (let at = first; at <= last;) {
      const from = valueAfter(key, values.length, text, at + key.before.length);
      if (from < 0) return -1;
      const next = text.indexOf('&', from);
      const end = next < 0 ? text.length : next;
      values.push(text.slice(from, end));
      at = end + 1;
    }
    return last;
  }
}

/** Returns the position of the value behind an index, which stands at a position; -1 where another index stands there. */
function valueAfter({ after, isIndexed }: ListKey, index: number, text: string, at: number): number {
  if (!isIndexed) return at + after.length;
  const digits = String(index);
  for (let place = 0; place < digits.length; place += 1) {
    if (text.charCodeAt(at + place) !== digits.charCodeAt(place)) return -1;
  }
  const end = at + digits.length;
  return text.charCodeAt(end) === after.charCodeAt(0) ? end + after.length : -1;
}

/** Writes a text so that a pattern finds it as it is. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
