import type { Limits } from '../../limits.js';
import type { FlatRules } from '../names/flat-parameters.js';
import type { ForeignParameters } from '../names/foreign-parameters.js';
import type { Door } from '../names/foreign-value.js';
import type { ParameterNames } from '../names/parameters.js';

/** The rules of reading a query string. */
export interface WireOptions {
  /** The host's names for the parameters. */
  readonly params: ParameterNames;
  readonly limits: Limits;
  /** Looks for typos of our parameters among the host's. */
  readonly foreign: ForeignParameters;
  /** The part of the request that the text is: its URL's query string, or a form. */
  readonly door: Door;
  /** The flat names of the list. Undefined where it has none. */
  readonly flat?: FlatRules | undefined;
}
