import { type DocumentNode, isNode } from './document-node.js';

const place = '#/components/schemas/';

/** Deletes the schemas of removed parts to which nothing else refers. */
export function deleteUnused(schemas: DocumentNode, removed: readonly DocumentNode[], root: DocumentNode): void {
  const references = new Set(removed.flatMap(textsIn).filter((text) => text.startsWith(place)));
  if (references.size === 0) return;
  const remaining = new Set(textsIn(root));
  for (const reference of references) {
    if (!remaining.has(reference)) Reflect.deleteProperty(schemas, reference.slice(place.length));
  }
}

/** Returns all texts in a part of a document, references among them. */
function textsIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part];
  if (Array.isArray(part)) return part.flatMap(textsIn);
  return isNode(part) ? Object.values(part).flatMap(textsIn) : [];
}
