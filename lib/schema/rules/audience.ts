import type { Visibility } from './member-rules.js';

/*
 * Contexts of descriptions, which no request has. A host's `when` reads its own context type, and would fail at these,
 * so it is not called for them.
 */

/** Context that sees no member with a `when`, for a description that anyone may read. */
export const nobody = Symbol('nobody');

/** Context that sees every member, for what a programmer writes, such as an example. */
export const everybody = Symbol('everybody');

/** Returns true for a context that no `when` is called with. */
export function isAudience(context: unknown): boolean {
  return context === nobody || context === everybody;
}

/** Returns true where something with or without a `when` exists in a context. Every call of a `when` passes here. */
export function isShown({ when }: { readonly when: Visibility | undefined }, context: unknown): boolean {
  if (when === undefined) return true;
  return isAudience(context) ? context === everybody : when(context);
}
