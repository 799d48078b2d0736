/** True in the gate, which sets THOROUGH: everything is tried in every way. */
export const thorough = process.env['THOROUGH'] === '1';

/**
 * Returns every `parts`th of a list, from the `turn`th on, and in the gate all of it. Where neighbours have turns that
 * follow one another, they have all of the list together: a row less for each of them, and no row that nobody tries.
 */
export function share<T>(list: readonly T[], parts: number, turn: number): readonly T[] {
  return thorough ? list : list.filter((_, index) => index % parts === turn % parts);
}
