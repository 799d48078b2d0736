import { Location } from '../../issues/index.js';
import { canonicalNumber } from '../../values/index.js';

/** The names of a key, from the parameter inwards: `filters`, `author`, `name` for `filters[author][name]`. */
export type Path = readonly string[];

/** Makes the location that a path leads to. Only issues need it, because it allocates an object for each name. */
export function locate([parameter = '', ...names]: Path): Location {
  return names.reduce((location, name) => location.child(name), Location.root(parameter));
}

/** Returns the list index that a name stands for, or undefined for other names, such as `00`, `-1` and `1e3`. */
export function indexIn(name: string): number | undefined {
  return canonicalNumber(name);
}
