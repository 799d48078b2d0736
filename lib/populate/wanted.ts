import type { Node, Place } from '../parse/index.js';

/** A relation as a client wrote it: its names, joined by dots, and the place where they stand. */
export interface Wanted {
  readonly name: string;
  readonly place: Place;
  /** Value under the name in an object. Undefined for a relation in a list of names. */
  readonly options: Node | undefined;
}
