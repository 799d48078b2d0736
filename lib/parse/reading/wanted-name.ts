import { readable } from '../../issues/index.js';
import type { Node } from './node.js';
import type { Place } from './refusals.js';

/** A name in a list or an object, as a client wrote it. Nobody has looked whether it exists. */
export interface WantedName {
  readonly name: string;
  readonly place: Place;
  /** Value under the name in an object. Undefined for a name in a list. */
  readonly options: Node | undefined;
}

/** Returns the key of an object as a name, with its options. */
export function wantedUnder(node: Node): WantedName {
  return { name: node.key, place: node, options: node };
}

/** Begins a refusal. In a list it repeats the name, because the path names only the list. */
export function subjectOf({ name, options }: WantedName): string {
  return options === undefined ? `: '${readable(name)}' is` : 'is';
}
