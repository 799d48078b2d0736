const DEFAULT_SIZE = 300;

/** Reads the number of restaurants from `SEED_RESTAURANTS`. Throws if it is not a whole number. */
export function seedSize(setting: string | undefined): number {
  if (!setting) return DEFAULT_SIZE;
  if (!/^[1-9]\d{0,6}$/.test(setting)) throw new Error('SEED_RESTAURANTS must be a whole number from 1 to 9999999');
  return Number(setting);
}
