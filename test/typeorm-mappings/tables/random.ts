/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number from 0, less than the limit. */
  below(limit: number): number;
  of<Item>(items: readonly Item[]): Item;
}

/** Returns the choices of a seed: a linear congruential generator, whose high bits are good enough to vary rows. */
export function randomBy(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const of = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new TypeError('there is nothing to choose from');
    return item;
  };
  return { below, of };
}
