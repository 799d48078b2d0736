import type { SortTerm } from '../../ast/index.js';
import { propertyKeysOf } from '../../schema/index.js';

/** Most names that one order is known by: each of its keys may have been renamed, and all together count. */
const mostOrders = 64;

/** Lists the names of an order's keys: the present ones first, then each combination of them with former names. */
export function orderNames(sort: readonly SortTerm[]): readonly (readonly string[])[] {
  let orders: readonly (readonly string[])[] = [[]];
  for (const { target } of sort) {
    const names = propertyKeysOf(target);
    orders = orders.flatMap((order) => names.map((name) => [...order, name])).slice(0, mostOrders);
  }
  return orders;
}
