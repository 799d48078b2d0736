import { relatedAggregateTokens } from '../../operators/index.js';

/** A condition object, a list, or a text, in the form that a client sends. */
export type Printed = string | null | readonly Printed[] | { readonly [key: string]: Printed };

/** An object while it is printed: keys are still added to it. */
export interface PrintedObject {
  [key: string]: Printed;
}

/** A place where a condition can stand in its object: a path of keys, and the value at its end. */
export interface PrintPlace {
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
  ...relatedAggregateTokens,
]);

/** Creates an object without a prototype, because a field may be named `__proto__`. */
export function emptyObject(): PrintedObject {
  return Object.create(null) as PrintedObject;
}

/** Puts a value into its place. Returns false where the place is occupied by another condition. */
export function put(object: PrintedObject, { path, value }: PrintPlace): boolean {
  const [key, ...deeper] = path;
  if (key === undefined) return false;
  if (key === plainConditions) return putPlain(object, value);
  if (deeper.length === 0) {
    if (!Object.hasOwn(object, key)) object[key] = value;
    else if (key === '$count') return putCount(object, value);
    else return false;
    return true;
  }
  // What stands there is about rows that a `$where` limits.
  if (hasWhere(object[key])) return false;
  const inner: PrintedObject = Object.assign(emptyObject(), object[key]);
  if (!put(inner, { path: deeper, value })) return false;
  object[key] = inner;
  return true;
}

function hasWhere(printed: Printed | undefined): boolean {
  return typeof printed === 'object' && printed !== null && Object.hasOwn(printed, '$where');
}

/** Plain conditions under a relation are about one row, so that only one set of them fits beside the quantifiers. */
function putPlain(relation: PrintedObject, value: Printed): boolean {
  const isOccupied = Object.keys(relation).some((key) => !quantifierKeys.has(key));
  if (isOccupied) return false;
  Object.assign(relation, value);
  return true;
}

/** Two comparisons of one count share an object if they count the same rows by different operators. */
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

/** Returns the depth of nested groups, which `limits.logicalDepth` limits. */
export function logicalDepth(printed: Printed): number {
  if (printed === null || typeof printed !== 'object') return 0;
  if (Array.isArray(printed)) return Math.max(0, ...(printed as readonly Printed[]).map(logicalDepth));
  return Math.max(
    0,
    ...Object.entries(printed).map(([key, inner]) => (groupKeys.has(key) ? 1 : 0) + logicalDepth(inner)),
  );
}

/** Returns a copy with ordered keys at every level, and objects with the usual prototype. */
export function inOrder(printed: Printed): Printed {
  if (printed === null || typeof printed !== 'object' || Array.isArray(printed)) return printed;
  const entries = Object.entries(printed).map(([key, inner]) => [key, inOrder(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
