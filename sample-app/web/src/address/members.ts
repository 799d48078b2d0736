import { type Plain, type PlainObject, isList, isObject } from './tree.js';

/** A condition at the top of a filter, all of which must hold. */
export interface Member {
  /** The field, relation or group that it is about. */
  readonly name: string;
  readonly value: Plain;
  /** Its place in the request: `['filters', '$and', '0', 'stars']`. */
  readonly place: readonly string[];
}

/** Takes a filter apart into conditions all of which must hold. `$and` at the top says nothing more than that. */
export function membersOf(filters: PlainObject, place: readonly string[]): readonly Member[] {
  return Object.entries(filters).flatMap(([name, value]) => {
    const below = [...place, name];
    const isGroup = name === '$and' && isList(value) && value.every((each) => isObject(each));
    if (!isGroup) return [{ name, value, place: below }];
    return value.flatMap((each, index) => (isObject(each) ? membersOf(each, [...below, String(index)]) : []));
  });
}

type Conditions = Readonly<Record<string, unknown>>;

/** Joins conditions all of which must hold. Two on one name stay apart, because they may be about two related rows. */
export function joined(list: readonly Conditions[]): Conditions {
  const conditions = list.flatMap(apart);
  const entries = conditions.flatMap((each) => Object.entries(each));
  const names = new Set(entries.map(([name]) => name));
  return names.size === entries.length ? Object.fromEntries(entries) : { $and: conditions };
}

/** Returns the members of a group that is all there is, or the conditions as they are. */
function apart(conditions: Conditions): readonly Conditions[] {
  const [first, ...more] = Object.entries(conditions);
  if (first === undefined) return [];
  const [name, value] = first;
  const isGroup = name === '$and' && more.length === 0 && Array.isArray(value);
  return isGroup ? value.flatMap((each: Conditions) => apart(each)) : [conditions];
}
