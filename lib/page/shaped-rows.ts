import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { choose, divide } from '../adaptive/index.js';
import { countOfFrom, distinctOnOf, hasGroups, hasHaving, hasOrder, isDistinct, isReadAlike } from '../sql/index.js';
import { AdaptiveList, type ReadRows } from './adaptive-list.js';
import { findBound, isBoundable, leadingKey } from './bound.js';
import type { WindowOfList } from './window-of-list.js';

/** Reads a window of a list in the way that suits it, where there is one to choose; otherwise in the usual way. */
export async function readShaped<E extends ObjectLiteral>(list: WindowOfList<E>): Promise<ReadRows<E>> {
  const chosen = await choosable(list);
  if (chosen !== undefined) return choose(chosen);
  const { usual } = list;
  return { rows: await list.read(usual), changes: usual };
}

/** Returns the list with all that is known about it; undefined where nothing is to be chosen, or it would not matter. */
async function choosable<E extends ObjectLiteral>(list: WindowOfList<E>): Promise<AdaptiveList<E> | undefined> {
  const { builder, plan, chooser, usual, window } = list;
  const { schema, strategy } = plan;
  const { shapes } = schema.dialect;
  if (chooser === undefined || shapes === undefined || strategy === undefined) return undefined;
  const conjuncts = divide(plan.conditions, schema, strategy);
  if ((conjuncts.related.length === 0 && !isSortedByJoin(list)) || !isPlainBuilder(builder)) return undefined;
  const sizes = chooser.sizesFor(shapes);
  const leading = leadingKey(usual, plan.sort);
  if (leading === undefined || window.skip + window.take > sizes.walk / 2) return undefined;
  const memory = chooser.memoryOf(schema);
  const { key, through } = leading;
  if (through !== undefined && !(isSortedByJoin(list) && isBoundable(leading))) return undefined;
  const order = JSON.stringify([leading.path, key.direction, key.nullsFirst]);
  const known = memory.bounds.get(order);
  const bound = known ?? (await findBound({ builder, plan, finish: list.turn }, sizes.walk));
  if (known === undefined) memory.bounds.set(order, bound);
  if (bound.type === 'small') return undefined;
  return new AdaptiveList({ ...list, conjuncts, shapes, sizes, leading, bound, memory, chooser });
}

/** True where the first sort key is of a joined table, and the window begins with the list: a position is not compared there. */
function isSortedByJoin<E extends ObjectLiteral>({ plan: { strategy }, usual, begin }: WindowOfList<E>): boolean {
  return usual.order[0]?.joined === true && begin === undefined && strategy === 'adaptive';
}

/** True for a builder whose rows several statements in place of one read alike, in the order of the query. */
function isPlainBuilder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  if (hasGroups(builder) || hasHaving(builder) || isDistinct(builder) || distinctOnOf(builder).length > 0) return false;
  return countOfFrom(builder) === 1 && !hasOrder(builder) && isReadAlike(builder);
}
