import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { divide } from '../../adaptive/index.js';
import type { List } from '../../statements/index.js';
import type { RelationStrategy } from '../../schema/index.js';
import type { Structure } from '../../sql/index.js';
import { hasOrder, isDistinct, isReadAlike } from '../../typeorm/index.js';
import { AdaptiveList } from './adaptive-list.js';
import { isBoundable, leadingKey } from './bound.js';
import { type ReadRows, readWindow } from './read-window.js';
import { smallTable } from './small-table.js';
import type { WindowOfList } from './window-of-list.js';

/** Reads a window of a list in the best way, if there is a choice, or else in the usual way. */
export function readShaped<E extends ObjectLiteral>(list: WindowOfList<E>): Promise<ReadRows<E>> {
  list.requested.watch?.begins('question');
  return choosable(list)?.read() ?? readUsual(list);
}

async function readUsual<E extends ObjectLiteral>(list: WindowOfList<E>): Promise<ReadRows<E>> {
  list.requested.watch?.because('no other way: docs/strategies.md says for which lists there is one');
  const { usual: plan } = list;
  return { rows: await readWindow(list, { way: 'usual', plan, addition: list.beginningOf(plan) }), plan };
}

/** Returns the list with all facts about it, or undefined where there is no choice, or it would not matter. */
function choosable<E extends ObjectLiteral>(list: WindowOfList<E>): AdaptiveList<E> | undefined {
  const { chooser, window } = list.requested;
  const { builder, plan } = list.list;
  const { schema, strategy } = plan;
  const { hints } = schema.dialect;
  if (chooser === undefined || hints === undefined || strategy === undefined) return undefined;
  const isSortedByJoin = mayBeReadThroughJoin(list);
  if (!isSortedByJoin && !hasChoice(list.list, strategy)) return undefined;
  if (!isPlainBuilder(builder)) return undefined;
  const sizes = chooser.sizesFor(hints);
  const memory = chooser.memoryOf(schema);
  if (window.skip + window.take > sizes.walk / 2 || memory.verdicts.get(smallTable)?.value === true) return undefined;
  const conjuncts = () => divide(plan.conditions, { ...plan, strategy });
  const chosen = new AdaptiveList(list, { divide: conjuncts, sizes, memory, chooser });
  // An earlier decision had such a key.
  if (chosen.decided !== undefined) return chosen;
  const leading = leadingKey(list.usual);
  if (leading === undefined || (leading.through !== undefined && !(isSortedByJoin && isBoundable(leading)))) {
    return undefined;
  }
  return chosen;
}

/** True for structures with a condition that can have a shape of SQL. */
const choices = new WeakMap<Structure, boolean>();

/** True where one of the conditions can have a shape of SQL. */
function hasChoice({ plan, structure }: List, strategy: RelationStrategy): boolean {
  const { conditions } = plan;
  if (conditions.length === 0) return false;
  let choice = choices.get(structure);
  if (choice === undefined) {
    const { related, either } = divide(conditions, { ...plan, strategy });
    choices.set(structure, (choice = related.length > 0 || either !== undefined));
  }
  return choice;
}

/**
 * True for a sort through a to-one relation on MariaDB, where reading the related table first avoids sorting every row.
 * Cursor pages after the first are excluded, because no position is compared there.
 */
function mayBeReadThroughJoin<E extends ObjectLiteral>({ list, from }: WindowOfList<E>): boolean {
  const { schema, sort, strategy } = list.plan;
  if (schema.dialect.hints?.readFirst === undefined || from === 'a position' || strategy !== 'adaptive') return false;
  return sort[0] !== undefined && sort[0].target.hops.length > 0;
}

/** True for a builder whose rows several statements can read instead of one, in the order of the query. */
function isPlainBuilder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  return !isDistinct(builder) && !hasOrder(builder) && isReadAlike(builder);
}
