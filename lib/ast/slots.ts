/** A condition object, a list, or a text, in the form that a client sends. */
export type Printed = string | null | readonly Printed[] | { readonly [key: string]: Printed };

/** An object while it is printed: keys are still added to it. */
export interface PrintedObject {
  [key: string]: Printed;
}

/** A place where a condition can stand in its object: a path of keys, and the value at its end. */
export interface Slot {
  readonly path: readonly string[];
  readonly value: Printed;
}

/** Stands for "the keys beside the quantifiers" until the object is finished. */
export const plainConditions = '';

/** The keys under a relation that are independent of the plain conditions beside them. */
const quantifierKeys: ReadonlySet<string> = new Set([
  '$some',
  '$every',
  '$none',
  '$exists',
  '$null',
  '$notNull',
  '$count',
]);

/** Creates an object without a prototype, because a field may be named `__proto__`. */
export function emptyObject(): PrintedObject {
  return Object.create(null) as PrintedObject;
}

/** Puts a value into its slot. Returns false where the slot is occupied by another condition. */
export function put(object: PrintedObject, { path, value }: Slot): boolean {
  const [key, ...deeper] = path;
  if (key === undefined) return false;
  if (key === plainConditions) return putPlain(object, value);
  if (deeper.length === 0) {
    if (!Object.hasOwn(object, key)) object[key] = value;
    else if (key === '$count') return putCount(object, value);
    else return false;
    return true;
  }
  const inner: PrintedObject = Object.assign(emptyObject(), object[key]);
  if (!put(inner, { path: deeper, value })) return false;
  object[key] = inner;
  return true;
}

/** The plain conditions under a relation are about one row, so only one set of them fits beside the quantifiers. */
function putPlain(relation: PrintedObject, value: Printed): boolean {
  const isOccupied = Object.keys(relation).some((key) => !quantifierKeys.has(key));
  if (isOccupied) return false;
  Object.assign(relation, value);
  return true;
}

/** Two comparisons of one count share an object if they count the same rows, by different operators. */
function putCount(relation: PrintedObject, value: Printed): boolean {
  const existing = relation['$count'] as PrintedObject;
  const added = value as PrintedObject;
  const sameRows = JSON.stringify(existing['$where']) === JSON.stringify(added['$where']);
  const tokens = Object.keys(added).filter((key) => key !== '$where');
  if (!sameRows || tokens.some((token) => Object.hasOwn(existing, token))) return false;
  relation['$count'] = { ...existing, ...added };
  return true;
}

const groupKeys: ReadonlySet<string> = new Set(['$and', '$or', '$not']);

/** Returns the number of groups inside one another, which `limits.logicalDepth` bounds. */
export function logicalDepth(printed: Printed): number {
  if (printed === null || typeof printed !== 'object') return 0;
  if (Array.isArray(printed)) return Math.max(0, ...(printed as readonly Printed[]).map(logicalDepth));
  return Math.max(
    0,
    ...Object.entries(printed).map(([key, inner]) => (groupKeys.has(key) ? 1 : 0) + logicalDepth(inner)),
  );
}

/** Returns a copy with the keys of every level in order, and with objects that have the usual prototype. */
export function inOrder(printed: Printed): Printed {
  if (printed === null || typeof printed !== 'object' || Array.isArray(printed)) return printed;
  const entries = Object.entries(printed).map(([key, inner]) => [key, inOrder(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
