/** True with THOROUGH=1, as at night: everything is tried in every way. */
export const thorough = process.env['THOROUGH'] === '1';

/** Which ways a run tries first; the gate counts it up with each commit, so that all ways come round. */
const turnOfRun = Number(process.env['SHARE'] ?? 0);

/**
 * Returns every `parts`th member of a list, from the `turn`th on, and at night the whole list. Neighbours take turns
 * that follow one another, so that together they try the whole list.
 */
export function share<T>(list: readonly T[], parts: number, turn: number): readonly T[] {
  return thorough ? list : list.filter((_, index) => index % parts === (turn + turnOfRun) % parts);
}
