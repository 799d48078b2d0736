import { Location } from '../issues.js';

/** The names that a key consists of, from the parameter inwards: `filters[author][name]` is `filters`, `author`, `name`. */
export type Path = readonly string[];

/** The place that a path leads to; made where something is wrong, and not before. */
export function locate([parameter = '', ...names]: Path): Location {
  return names.reduce((location, name) => location.child(name), Location.root(parameter));
}

/** Indexes are written one way only; `00`, `-1` and `1e3` are names. Fifteen digits are exact as a number. */
const longestIndex = 15;
const [zero, nine] = [0x30, 0x39];

/** The list index that stands in a text from one place to another, or undefined. */
export function indexBetween(text: string, first: number, end: number): number | undefined {
  const length = end - first;
  if (length < 1 || length > longestIndex) return undefined;
  if (text.charCodeAt(first) === zero && length > 1) return undefined;
  let index = 0;
  for (let at = first; at < end; at += 1) {
    const digit = text.charCodeAt(at);
    if (digit < zero || digit > nine) return undefined;
    index = index * 10 + (digit - zero);
  }
  return index;
}

/** The list index that a name is, or undefined. */
export function indexIn(name: string): number | undefined {
  return indexBetween(name, 0, name.length);
}
