import type { Condition } from '../ast/index.js';

/** The conditions that items make, in one pass; what is refused makes none. The holes of a list are as undefined as any. */
export function conditionsOf<Item>(
  items: readonly Item[],
  read: (item: Item, index: number) => Condition | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  let index = 0;
  for (const item of items) {
    const condition = read(item, index);
    if (condition !== undefined) conditions.push(condition);
    index += 1;
  }
  return conditions;
}
