/** An object of a document in the making, which is completed in place. */
export type DocumentNode = Record<string, unknown>;

/** Returns true for an object that can be completed. */
export function isNode(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object under a name, and adds it if it is missing. */
export function nodeAt(parent: DocumentNode, name: string): DocumentNode {
  const existing = parent[name];
  if (isNode(existing)) return existing;
  const added: DocumentNode = {};
  parent[name] = added;
  return added;
}

/** Returns the objects of the list under a name. */
export function nodesAt(parent: DocumentNode, name: string): readonly DocumentNode[] {
  const list = parent[name];
  return Array.isArray(list) ? list.filter(isNode) : [];
}
