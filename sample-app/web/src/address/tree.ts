import type { Pair } from './query-string.js';

/** What the keys of a parameter say, nested: texts, null for a key without a value, lists and objects. */
export type Plain = string | null | readonly Plain[] | PlainObject;

export interface PlainObject {
  readonly [name: string]: Plain;
}

type Node = string | null | Map<string, Node>;

export function isObject(value: Plain | undefined): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Plain | undefined): value is readonly Plain[] {
  return Array.isArray(value);
}

/**
 * Nests the keys of one parameter, `filters[stars][$gte]=4`, below its name.
 *
 * @returns undefined where a key cannot be read, or contradicts another one
 */
export function nested(pairs: readonly Pair[]): Plain | undefined {
  const root = new Map<string, Node>();
  for (const { path, value } of pairs) if (path === undefined || !add(root, path, value)) return undefined;
  const [whole] = root.values();
  return whole === undefined ? undefined : plain(whole);
}

function add(branch: Map<string, Node>, [name = '', ...rest]: readonly string[], value: string | null): boolean {
  const key = name === '' ? String(branch.size) : name;
  if (rest.length === 0) {
    if (branch.has(key)) return false;
    branch.set(key, value);
    return true;
  }
  const below = branch.get(key) ?? new Map<string, Node>();
  if (!(below instanceof Map)) return false;
  branch.set(key, below);
  return add(below, rest, value);
}

/** Makes a list of a branch whose keys are the indexes of one. */
function plain(node: Node): Plain {
  if (!(node instanceof Map)) return node;
  const members = [...node].map(([name, below]) => [name, plain(below)] as const);
  const isIndexed = members.length > 0 && members.every((_, index) => node.has(String(index)));
  const byName = Object.fromEntries(members);
  return isIndexed ? members.map((_, index) => byName[index] ?? null) : byName;
}
