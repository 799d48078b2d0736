import type { Visibility } from './rules.js';

/*
 * Contexts that no request has, for descriptions. A host's `when` reads its own context type, and fails at anything else, so for
 * these it is not called.
 */

/** A context that sees no member with a `when`: that of a description for whoever reads it. */
export const nobody = Symbol('nobody');

/** A context that sees every member: that of what a programmer writes, such as an example. */
export const everybody = Symbol('everybody');

/** Returns true for a context that no `when` is called with. */
export function isAudience(context: unknown): boolean {
  return context === nobody || context === everybody;
}

/** Returns true where something with a `when`, or without one, exists in a context. Every call of a `when` goes through here. */
export function isShown({ when }: { readonly when: Visibility | undefined }, context: unknown): boolean {
  if (when === undefined) return true;
  return isAudience(context) ? context === everybody : when(context);
}
