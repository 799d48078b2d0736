/** A random source that can be started again from its seed (mulberry32), so that what it found can be found again. */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to, but not including, a number. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  chance(one: number): boolean {
    return this.below(one) === 0;
  }

  pick<T>(items: readonly T[]): T {
    const index = this.below(items.length);
    if (index >= items.length) throw new RangeError('there is nothing to pick from');
    return items[index] as T;
  }

  times<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}
