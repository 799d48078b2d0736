import type { Location } from '../../issues/index.js';
import { PlainObject } from '../../wire/index.js';

/** A value of a condition, and the key that it was sent under. */
export class Leaf {
  constructor(
    readonly key: string,
    readonly value: string | readonly string[],
  ) {}
}

/** A part of `filters` in the making: objects of conditions, lists of groups, and leaves. */
export type Part = Leaf | PlainObject | readonly Part[];

/** Wraps a part in the names of a path: `author`, `name` give `{ author: { name: part } }`. */
export function nest(path: readonly string[], part: Part): Part {
  return path.reduceRight<Part>((inner, name) => objectOf([[name, inner]]), part);
}

/** Makes an object of parts, which may have any name. */
export function objectOf(entries: Iterable<readonly [string, Part]>): PlainObject {
  const made = new PlainObject();
  for (const [name, part] of entries) made[name] = part;
  return made;
}

/**
 * Joins conditions that must all hold into one object. Those that would stand at the same place are put into `$and`.
 */
export function allOf(parts: readonly PlainObject[]): PlainObject {
  const all = new PlainObject();
  const apart: PlainObject[] = [];
  for (const part of parts) {
    if (canMerge(all, part)) merge(all, part);
    else apart.push(part);
  }
  if (apart.length > 0) all['$and'] = apart;
  return all;
}

/** Makes the condition that one of several holds. */
export function oneOf(parts: readonly PlainObject[]): PlainObject {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : objectOf([['$or', parts]]);
}

function isObject(part: unknown): part is PlainObject {
  return part instanceof PlainObject;
}

/** Returns true where no two values would stand at one place. `$and` is kept for what stands apart. */
function canMerge(one: PlainObject, other: PlainObject): boolean {
  return Object.entries(other).every(([name, part]) => {
    const known = one[name];
    if (name === '$and') return false;
    return known === undefined || (isObject(known) && isObject(part) && canMerge(known, part));
  });
}

function merge(one: PlainObject, other: PlainObject): void {
  for (const [name, part] of Object.entries(other)) {
    const known = one[name];
    if (isObject(known) && isObject(part)) merge(known, part);
    else one[name] = part;
  }
}

/** The conditions as a tree of texts, and the key of each of them by its pointer. */
export interface Finished {
  readonly tree: unknown;
  readonly names: readonly (readonly [pointer: string, key: string])[];
}

/** Takes the values out of their leaves. */
export function finish(part: unknown, place: Location): Finished {
  if (part instanceof Leaf) return { tree: part.value, names: [[place.pointer, part.key]] };
  const inner = (name: string | number, each: unknown) => finish(each, place.child(name));
  if (Array.isArray(part)) {
    const members = part.map((each: unknown, index) => inner(index, each));
    return { tree: members.map(({ tree }) => tree), names: members.flatMap(({ names }) => names) };
  }
  const made = new PlainObject();
  const members = Object.entries(part as PlainObject).map(([name, each]) => [name, inner(name, each)] as const);
  for (const [name, { tree }] of members) made[name] = tree;
  return { tree: made, names: members.flatMap(([, { names }]) => names) };
}
