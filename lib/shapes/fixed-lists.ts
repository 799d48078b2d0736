import { type ShapeValues, type TextShape, mostValues } from '../wire/index.js';

/** What is known of a shape with lists whose lengths decide more than their values: there is a shape for each of these lengths. */
export class FixedLists {
  /** @param places those of the lists among the values of the shape */
  constructor(private readonly places: readonly number[]) {}

  /** Returns a text for the shape with the lengths of a request. It begins with a digit, and so is the text of no other shape. */
  textOf({ text, values }: TextShape): string {
    return `${this.places.map((place) => values[place]?.length ?? 0).join()}${text}`;
  }

  /** Returns the values of a request, each member of such a list as a value of its own; undefined where a shape has not so many. */
  valuesOf({ values }: TextShape): ShapeValues | undefined {
    const each: (string | readonly string[])[] = [];
    for (const [place, value] of values.entries()) {
      if (typeof value === 'string' || !this.places.includes(place)) each.push(value);
      else each.push(...value);
    }
    return each.length <= mostValues ? each : undefined;
  }
}
