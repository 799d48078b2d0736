import type { ObjectLiteral } from 'typeorm';
import type { Bound, ListMemory, Sizes } from '../../adaptive/index.js';
import { partsOf, twin } from '../../caches/index.js';
import { type LeadingKey, boundAsked, findBound, findBoundAfter } from './bound.js';
import type { ListAnswers } from './list-answers.js';
import { smallTable } from './small-table.js';
import type { WindowOfList } from './window-of-list.js';

/** Facts about a list, and the completion of its plans. */
interface Remembered<E extends ObjectLiteral> {
  readonly sizes: Sizes;
  readonly memory: ListMemory;
  readonly answers: ListAnswers<E>;
}

/**
 * Returns the end of the rows that a walk may read. For a list's first rows it is remembered, with the answer
 * whether the table is small.
 */
export async function boundOf<E extends ObjectLiteral>(
  list: WindowOfList<E>,
  { key, path }: LeadingKey,
  { sizes, memory, answers }: Remembered<E>,
): Promise<Bound> {
  if (list.from === 'a position') return findBoundAfter(list, sizes.walk);
  const order = partsOf([...path, key.direction, String(key.nullsFirst)]);
  if (twin !== undefined) await twin.answers(memory.bounds, order, () => boundAsked(list, sizes.walk));
  const known = answers.used(memory.bounds.get(order));
  if (known !== undefined) return known;
  const bound = await findBound(list, sizes.walk);
  memory.bounds.set(order, bound);
  memory.verdicts.set(smallTable, bound.type === 'small');
  return bound;
}
