/**
 * How many shares of a table a run tries: one by itself, two in the gate, which sets THOROUGH=1, and all of them with
 * THOROUGH=all, as before a release.
 */
const shares = { '1': 2, all: Infinity }[process.env['THOROUGH'] ?? ''] ?? 1;

/** Returns the least number of rows that a run has tried, by the numbers of one share and of all. */
export function atLeast(one: number, all: number): number {
  return Math.min(one * shares, all);
}

/**
 * Returns every `parts`th of a list, from the `turn`th on, and the next after it where a run takes two shares. Where
 * neighbours have turns that follow one another, they have all of the list together: a row less for each of them, and
 * no row that nobody tries.
 */
export function share<T>(list: readonly T[], parts: number, turn: number): readonly T[] {
  return list.filter((_, index) => (((index - turn) % parts) + parts) % parts < shares);
}
