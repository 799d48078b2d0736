/** The scale of a slider: its ends, both on a step. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Returns the scale for values from `least` to `greatest`, with a round step, of which there are about a hundred. */
export function scaleOf(least: number, greatest: number): Scale {
  const span = greatest - least;
  const power = 10 ** Math.floor(Math.log10(span > 0 ? span / 40 : 1));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= 100) ?? power;
  return { min: rounded(Math.floor(least / step) * step), max: rounded(Math.ceil(greatest / step) * step), step };
}

/** Removes what binary fractions add: 0.1 * 3 is 0.3. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
