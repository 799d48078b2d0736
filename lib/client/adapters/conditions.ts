import type { QueryInput } from '../../contract/index.js';

/** A request made from the model of a grid or a query builder, for `toQueryString()`. */
export type AdaptedQuery = QueryInput<Record<string, unknown>>;

/** Conditions on an entity, as a request nests them. An object without keys is no condition. */
export type Conditions = Readonly<Record<string, unknown>>;

/** The name of a field, split at its dots. */
export type Path = readonly string[];

/** Nests conditions below a field. A computed key is an own property under any name, even `__proto__`. */
export function at(path: Path, conditions: Conditions): Conditions {
  return path.reduceRight<Conditions>((inner, name) => ({ [name]: inner }), conditions);
}

/**
 * Returns the conjunction of a list. Two conditions on one name stay apart, so that they may be about two related rows.
 */
export function all(list: readonly Conditions[]): Conditions {
  const entries = list.flatMap((conditions) => Object.entries(conditions));
  const names = new Set(entries.map(([name]) => name));
  return names.size === entries.length ? Object.fromEntries(entries) : { $and: list.filter(saysAnything) };
}

/** Returns false for an object without conditions, which cannot stand in a list. */
export function saysAnything(conditions: Conditions): boolean {
  return Object.keys(conditions).length > 0;
}

/** Returns the disjunction of a list, which is not empty. */
export function any(list: readonly Conditions[]): Conditions {
  return list.length === 1 ? all(list) : { $or: list };
}

/**
 * Returns the negation of conditions on a field, which also finds rows without a value. `$notNull` ensures this for a
 * column, and `$not` for the column of a missing related row.
 */
export function anythingBut(path: Path, conditions: Conditions): Conditions {
  return { $not: at(path, { $notNull: true, ...conditions }) };
}

/** Returns the condition that a field has no value, or its related row is missing. */
export function withoutValue(path: Path): Conditions {
  return path.length === 1 ? at(path, { $null: true }) : anythingBut(path, {});
}

/** Returns the condition that a field has a text other than the empty one. */
export function withText(path: Path): Conditions {
  return at(path, { $notNull: true, $ne: '' });
}

/** Returns the condition that a field has no text, or the empty one. */
export function withoutText(path: Path): Conditions {
  return anythingBut(path, { $ne: '' });
}

/**
 * Returns the condition that a field is one of the members. Null stands for no value. Without members, no row is found.
 */
export function oneOf(path: Path, members: readonly unknown[]): Conditions {
  const values = members.filter((member) => member !== null);
  if (members.length === 0) return at(path, { $null: true, $notNull: true });
  const some = values.length > 0 ? [at(path, { $in: values })] : [];
  return any(values.length < members.length ? [...some, withoutValue(path)] : some);
}
