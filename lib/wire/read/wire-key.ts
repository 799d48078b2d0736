import type { FlatTarget } from '../names/flat-parameters.js';
import type { Parameter } from '../names/parameters.js';
import type { Path } from '../text/segments.js';

/** A well-formed key of one of our parameters. */
export interface WireKey {
  readonly parameter: Parameter;
  /** Names of the key. For a member of a list, the names of the list. */
  readonly path: Path;
  /** The index of a member of a list, or `next` for `[]`. Undefined for any other key. */
  readonly member: number | 'next' | undefined;
  /** The meaning of a flat name, whose values wait for the other keys. Undefined for a key in brackets. */
  readonly flat: FlatTarget | undefined;
}
