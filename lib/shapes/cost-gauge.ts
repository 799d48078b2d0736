import { type Slice, rowsSkipped } from '../ast/index.js';
import { type WorkParts, costOf, priceOf } from '../cost.js';
import type { Limits } from '../limits.js';

/** What requests of one shape cost: what the shape decides, and beside it the numbers of values and of rows that are skipped. */
export class CostGauge {
  private readonly own: WorkParts;
  private readonly cost: number;

  /** @param learned the work that the conditions and the sort of the first of them asked for */
  constructor(learned: WorkParts) {
    this.own = { ...learned, values: 0 };
    this.cost = costOf(this.own);
  }

  /** Returns false where a request costs more than the limit, and the parser is to say so. */
  isWithin(values: number, slice: Slice | undefined, { cost }: Limits): boolean {
    return this.cost + priceOf('values', values) + priceOf('offset', rowsSkipped(slice)) <= cost;
  }

  /** Returns the work of a request. */
  workOf(values: number, slice: Slice | undefined): WorkParts {
    return { ...this.own, values, offset: rowsSkipped(slice) };
  }
}
