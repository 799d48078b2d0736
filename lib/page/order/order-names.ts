import type { SortTerm } from '../../ast/index.js';
import { propertyKeyOf, propertyKeysOf } from '../../schema/index.js';

/** Most names that one order is known by: each of its keys may have been renamed, and all together count. */
const mostOrders = 64;

/** Lists the present names of an order's keys. */
export function orderNames(sort: readonly SortTerm[]): readonly string[] {
  return sort.map(({ target }) => propertyKeyOf(target));
}

/** Lists the names that the keys of an order had before: each combination with at least one former name. */
export function formerOrderNames(sort: readonly SortTerm[]): readonly (readonly string[])[] {
  let orders: readonly (readonly string[])[] = [[]];
  for (const { target } of sort) {
    const names = propertyKeysOf(target);
    orders = orders.flatMap((order) => names.map((name) => [...order, name])).slice(0, mostOrders);
  }
  return orders.slice(1);
}
