import { Location } from '../issues.js';
import { canonicalNumber } from '../values/index.js';

/** The names that a key consists of, from the parameter inwards: `filters[author][name]` is `filters`, `author`, `name`. */
export type Path = readonly string[];

/** The place that a path leads to; made where something is wrong, and not before. */
export function locate([parameter = '', ...names]: Path): Location {
  return names.reduce((location, name) => location.child(name), Location.root(parameter));
}

/** The list index that a name is, or undefined; `00`, `-1` and `1e3` are names. */
export function indexIn(name: string): number | undefined {
  return canonicalNumber(name);
}
