import type { ListKey } from '../wire/index.js';
import { escaped } from './pattern-text.js';

/** The members of a list in the query strings of a shape: their keys stand one after another, however many there are. */
export class ListMembers {
  /** A regular expression for all members, whatever their indexes are. */
  readonly source: string;

  constructor(private readonly key: ListKey) {
    const { before, after, isIndexed } = key;
    const member = `${escaped(before)}${isIndexed ? '[0-9]+' : ''}${escaped(after)}[^&]*`;
    this.source = `${member}(?:&${member})*`;
  }

  /**
   * Returns the value of each member, not decoded; undefined where their indexes are not 0, 1, 2, ….
   *
   * @param text the members, as they stand in the query string
   */
  valuesIn(text: string): readonly string[] | undefined {
    const { key } = this;
    const values: string[] = [];
    for (let at = 0; at <= text.length;) {
      const from = valueAfter(key, values.length, text, at + key.before.length);
      if (from < 0) return undefined;
      const next = text.indexOf('&', from);
      const end = next < 0 ? text.length : next;
      values.push(text.slice(from, end));
      at = end + 1;
    }
    return values;
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
