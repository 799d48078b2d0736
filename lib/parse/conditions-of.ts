import type { Condition } from '../ast/index.js';
import type { IssueCollector } from '../issues.js';

/**
 * The conditions that items make, in one pass; what is refused makes none. The holes of a list are as undefined as any. Where
 * nothing more would be told, the rest is not read: a request within the limits has thousands of names that do not exist.
 */
export function conditionsOf<Item>(
  items: readonly Item[],
  issues: IssueCollector,
  read: (item: Item, index: number) => Condition | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  let index = 0;
  for (const item of items) {
    if (issues.isFull) break;
    const condition = read(item, index);
    if (condition !== undefined) conditions.push(condition);
    index += 1;
  }
  return conditions;
}
