import type { ShapeKey, ShapeValues } from '../wire/index.js';
import { ListMembers } from './list-members.js';
import { escaped } from './pattern-text.js';

/** What a pattern finds: a value, or the members of a list. */
type Finds = 'value' | ListMembers;

/**
 * Finds the values in the query strings of a shape that have no other parameters. The text is compared with all of the shape at once, by
 * a regular expression: to go from one value to the next takes six times as long.
 */
export class ShapePattern {
  private readonly pattern: RegExp;
  private readonly finds: readonly Finds[];

  constructor(keys: readonly ShapeKey[]) {
    const finds: Finds[] = [];
    const parameters = keys.map(({ raw, takes }) => {
      if (takes === 'nothing') return escaped(raw);
      const found = takes === 'value' ? takes : new ListMembers(takes);
      finds.push(found);
      return found === 'value' ? `${escaped(raw)}=([^&]*)` : `(${found.source})`;
    });
    this.pattern = new RegExp(`^${parameters.join('&')}$`);
    this.finds = finds;
  }

  /** Returns the values in a query string, not decoded; undefined where it has another shape, or a parameter of the host's. */
  valuesIn(text: string): ShapeValues | undefined {
    const match = this.pattern.exec(text);
    if (match === null) return undefined;
    const values: (string | readonly string[])[] = [];
    for (let at = 0; at < this.finds.length; at += 1) {
      const found = match[at + 1] ?? '';
      const finds = this.finds[at];
      const value = finds instanceof ListMembers ? finds.valuesIn(found) : found;
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }
}
