import type { Parameter } from './names/parameters.js';

/**
 * Values of one key that was sent several times: `filters[id][$in]=1&filters[id][$in]=2`. Only list operators take it.
 */
export class RepeatedKey {
  constructor(readonly values: readonly (string | null)[]) {}
}

/**
 * A part of a request before it is compared with a schema: nested objects (that inherit nothing), lists, text,
 * and null for a key without `=`. The leaves of a body or of an object in code may be native values (numbers,
 * dates, …), hence unknown.
 */
export type PlainNode = unknown;

/** The parameters of a request by their own names, whatever the host calls them; an absent one is not a property. */
export type RequestTree = { readonly [name in Parameter]?: PlainNode };
