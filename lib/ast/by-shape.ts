import { twin } from '../caches/index.js';
import type { Shaped } from './shaped.js';

/** Remembers what is the same for all requests of a shape. */
export class ByShape<Fact extends NonNullable<unknown>> {
  private readonly facts = new WeakMap<object, Fact>();

  /** Returns what `find` does, which is called once for each shape, and each time for a request without one. */
  of(shaped: Shaped | undefined, find: () => Fact): Fact {
    if (shaped === undefined) return find();
    let fact = this.facts.get(shaped.shape);
    if (fact === undefined) this.facts.set(shaped.shape, (fact = find()));
    twin?.same('what requests of a shape have in common', fact, find);
    return fact;
  }
}
