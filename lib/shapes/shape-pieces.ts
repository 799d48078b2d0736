import type { ShapeKey, ShapeValues } from '../wire/index.js';
import { ListMembers } from './list-members.js';

/** A part of a query string up to where a value begins, a parameter as a whole, or a list. */
interface Piece {
  readonly text: string;
  readonly takes: 'nothing' | 'value' | ListMembers;
}

/**
 * The query strings of a shape that have no other parameters, character by character between the values. To compare a text with those
 * takes half the time of finding its shape, for which each of its keys is looked at.
 */
export class ShapePieces {
  private readonly pieces: readonly Piece[];

  constructor(keys: readonly ShapeKey[]) {
    this.pieces = keys.map(({ raw, takes }, index) => {
      const separator = index === 0 ? '' : '&';
      if (typeof takes !== 'string') return { text: separator, takes: new ListMembers(takes) };
      return { text: `${separator}${raw}${takes === 'value' ? '=' : ''}`, takes };
    });
  }

  /** Returns the values in a query string, not decoded; undefined where it has another shape, or a parameter of the host's. */
  valuesIn(text: string): ShapeValues | undefined {
    const values: (string | readonly string[])[] = [];
    let at = 0;
    for (const piece of this.pieces) {
      if (!text.startsWith(piece.text, at)) return undefined;
      at += piece.text.length;
      if (piece.takes === 'nothing') continue;
      if (piece.takes === 'value') {
        const ampersand = text.indexOf('&', at);
        const end = ampersand < 0 ? text.length : ampersand;
        values.push(text.slice(at, end));
        at = end;
      } else {
        const members: string[] = [];
        at = piece.takes.read(text, at, members);
        if (at < 0) return undefined;
        values.push(members);
      }
    }
    return at === text.length ? values : undefined;
  }
}
