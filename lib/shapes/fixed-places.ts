import { flagTexts } from '../compatibility/index.js';
import { type ShapeValues, type TextShape, mostValues } from '../wire/index.js';

/**
 * What is known of a shape with places whose contents decide more than a value: lists by their lengths, flags such as that of `$null` by
 * whether they are true. There is a shape for each of these contents.
 */
export class FixedPlaces {
  /** @param places those among the values of the shape */
  constructor(private readonly places: readonly number[]) {}

  /**
   * Returns a text for the shape with the contents that a request has in these places; undefined where one is no flag. It begins with a
   * digit, and so is the text of no other shape.
   */
  textOf({ text, values }: TextShape): string | undefined {
    let contents = '';
    for (const place of this.places) {
      const value = values[place] ?? '';
      if (typeof value === 'string' && !flagTexts.has(value)) return undefined;
      contents += typeof value === 'string' ? `${value.length}:${value}` : `${value.length},`;
    }
    return contents + text;
  }

  /**
   * Returns the values of a request: each member of such a list as a value of its own, and no flag. Undefined where a shape has not so
   * many.
   */
  valuesOf({ values }: TextShape): ShapeValues | undefined {
    const each: (string | readonly string[])[] = [];
    for (const [place, value] of values.entries()) {
      if (!this.places.includes(place)) each.push(value);
      else if (typeof value !== 'string') each.push(...value);
    }
    return each.length <= mostValues ? each : undefined;
  }
}
