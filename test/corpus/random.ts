/** Numbers that look random, the same ones for the same seed on every machine (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** A number from 0 up to 1, without 1. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to `count`, without `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** One of these. */
  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  }

  /** Says yes once in so many times. */
  once(inSoMany: number): boolean {
    return this.below(inSoMany) === 0;
  }

  /** Some of these, at least one, each once, in their order. */
  some<Value>(values: readonly Value[], most: number): readonly Value[] {
    const count = 1 + this.below(Math.min(most, values.length));
    const places = new Set<number>();
    while (places.size < count) places.add(this.below(values.length));
    return values.filter((_, index) => places.has(index));
  }
}
