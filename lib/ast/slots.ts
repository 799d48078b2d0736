/** A condition object, a list, or a text, in the shape in which a client writes them. */
export type Printed = string | null | readonly Printed[] | { readonly [key: string]: Printed };

export interface PrintedObject {
  [key: string]: Printed;
}

/** One place where a condition can stand in its object, and what stands there. */
export interface Slot {
  readonly path: readonly string[];
  readonly value: Printed;
}

/** Stands for "the keys beside the quantifiers" until the object is finished. */
export const plainConditions = '';

/** What stands beside the plain conditions on a relation, and says something of its own. */
const quantifierKeys: ReadonlySet<string> = new Set([
  '$some',
  '$every',
  '$none',
  '$exists',
  '$null',
  '$notNull',
  '$count',
]);

/** An object without a prototype: `__proto__` may be what a field is called. */
export function emptyObject(): PrintedObject {
  return Object.create(null) as PrintedObject;
}

/** Puts a value where the slot says, unless something is there. False when there is no room. */
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

/** A relation's plain conditions are about one row, so only one set of them fits beside the quantifiers. */
function putPlain(relation: PrintedObject, value: Printed): boolean {
  const taken = Object.keys(relation).some((key) => !quantifierKeys.has(key));
  if (taken) return false;
  Object.assign(relation, value);
  return true;
}

/** Two comparisons of one count fit into one object where they count the same rows. */
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

/** How many groups stand inside one another: what `logicalDepth` limits. */
export function logicalDepth(printed: Printed): number {
  if (printed === null || typeof printed !== 'object') return 0;
  if (Array.isArray(printed)) return Math.max(0, ...(printed as readonly Printed[]).map(logicalDepth));
  return Math.max(
    0,
    ...Object.entries(printed).map(([key, inner]) => (groupKeys.has(key) ? 1 : 0) + logicalDepth(inner)),
  );
}

/** The same with the keys of every level in order, in objects as a literal makes them. */
export function inOrder(printed: Printed): Printed {
  if (printed === null || typeof printed !== 'object' || Array.isArray(printed)) return printed;
  const entries = Object.entries(printed).map(([key, inner]) => [key, inOrder(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
