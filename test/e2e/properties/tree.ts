/** A request as it is written: texts, null for a key without `=`, lists, and objects of them. */
export type Node = string | null | readonly Node[] | Conditions;

/** An object of conditions, of operators, or of both. */
export interface Conditions {
  readonly [key: string]: Node;
}

export function isList(node: Node): node is readonly Node[] {
  return Array.isArray(node);
}

export function isObject(node: Node): node is Conditions {
  return typeof node === 'object' && node !== null && !isList(node);
}

/** Narrows a node to an object; anything else is a mistake in these tests. */
export function objectOf(node: Node | undefined): Conditions {
  if (node !== undefined && isObject(node)) return node;
  throw new TypeError(`expected an object, not ${JSON.stringify(node)}`);
}

export function textOf(node: Node | undefined): string {
  if (typeof node === 'string') return node;
  throw new TypeError(`expected a text, not ${JSON.stringify(node)}`);
}

/** The members of a list; a bare value is a list of one. */
export function textsOf(node: Node | undefined): string[] {
  if (typeof node === 'string') return [node];
  if (node !== undefined && isList(node)) return node.map((member) => textOf(member));
  throw new TypeError(`expected a list, not ${JSON.stringify(node)}`);
}
