import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { choose, divide } from '../adaptive/index.js';
import { ByShape } from '../ast/index.js';
import type { RelationStrategy } from '../schema/index.js';
import { countOfFrom, distinctOnOf, hasGroups, hasHaving, hasOrder, isDistinct, isReadAlike } from '../sql/index.js';
import { AdaptiveList, type ReadRows } from './adaptive-list.js';
import { isBoundable, leadingKey } from './bound.js';
import { knownOrAnew } from './known-or-anew.js';
import { smallTable } from './small-table.js';
import type { WindowOfList } from './window-of-list.js';

/** Reads a window of a list in the way that suits it, where there is one to choose; otherwise in the usual way. */
export function readShaped<E extends ObjectLiteral>(list: WindowOfList<E>): Promise<ReadRows<E>> {
  const chosen = choosable(list);
  return chosen === undefined ? readUsual(list) : choose(chosen);
}

async function readUsual<E extends ObjectLiteral>({ usual, known, read }: WindowOfList<E>): Promise<ReadRows<E>> {
  const rows = await knownOrAnew(
    () => known('usual'),
    () => read(usual()),
  );
  return { rows, changes: usual };
}

/** Returns the list with all that is known about it; undefined where nothing is to be chosen, or it would not matter. */
function choosable<E extends ObjectLiteral>(list: WindowOfList<E>): AdaptiveList<E> | undefined {
  const { builder, plan, chooser, window } = list;
  const { schema, strategy } = plan;
  const { shapes } = schema.dialect;
  if (chooser === undefined || shapes === undefined || strategy === undefined) return undefined;
  const isSortedByJoin = mayBeReadThroughJoin(list);
  if (!isSortedByJoin && !hasChoice(list, strategy)) return undefined;
  if (!isPlainBuilder(builder)) return undefined;
  const sizes = chooser.sizesFor(shapes);
  const memory = chooser.memoryOf(schema);
  if (window.skip + window.take > sizes.walk / 2 || memory.verdicts.get(smallTable)?.value === true) return undefined;
  const conjuncts = () => divide(plan.conditions, schema, strategy);
  const chosen = new AdaptiveList(list, { divide: conjuncts, sizes, memory, chooser });
  // What was decided once had such a key.
  if (chosen.decided !== undefined) return chosen;
  const leading = leadingKey(list.usual(), plan.sort);
  if (leading === undefined || (leading.through !== undefined && !(isSortedByJoin && isBoundable(leading)))) {
    return undefined;
  }
  return chosen;
}

/** Whether requests of a shape have a condition for which a shape of SQL can be chosen. */
const choices = new ByShape<boolean>();

/** True where a shape of SQL can be chosen for one of the conditions. */
function hasChoice<E extends ObjectLiteral>({ plan, shaped }: WindowOfList<E>, strategy: RelationStrategy): boolean {
  const { conditions, schema } = plan;
  if (conditions.length === 0) return false;
  return choices.of(shaped, () => {
    const { related, either } = divide(conditions, schema, strategy);
    return related.length > 0 || either !== undefined;
  });
}

/**
 * True where the first sort key is of a joined table, of which an engine that would sort all rows can read them in order, and the
 * window begins with the list: a position is not compared there.
 */
function mayBeReadThroughJoin<E extends ObjectLiteral>({ plan, begin }: WindowOfList<E>): boolean {
  const { schema, sort, strategy } = plan;
  if (schema.dialect.shapes?.readFirst === undefined || begin !== undefined || strategy !== 'adaptive') return false;
  return sort[0] !== undefined && sort[0].target.hops.length > 0;
}

/** True for a builder whose rows several statements in place of one read alike, in the order of the query. */
function isPlainBuilder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  if (hasGroups(builder) || hasHaving(builder) || isDistinct(builder) || distinctOnOf(builder).length > 0) return false;
  return countOfFrom(builder) === 1 && !hasOrder(builder) && isReadAlike(builder);
}
