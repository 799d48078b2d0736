import type { ObjectLiteral } from 'typeorm';
import type { CountMode } from '../ast/index.js';
import { ListPlan, listOf } from '../prepared/index.js';
import { type SqlChanges, compile } from '../sql/index.js';
import { countsWithin } from './count.js';
import { isDeep } from './deep-pages.js';
import { keysetOf } from './keyset.js';
import { type BoundPlan, sqlPlanOf } from './plan.js';
import { readRows } from './rows.js';
import type { Window } from './window.js';
import type { WindowOfList } from './window-of-list.js';

/** Returns the window of a page by number or by offset, in the list that a plan describes. */
export function numberedWindow<E extends ObjectLiteral>(
  bound: BoundPlan<E>,
  window: Window,
  mode: CountMode,
): WindowOfList<E> {
  const probe = mode === 'none';
  const { builder, plan, chooser } = bound;
  const list = listOf(builder, sqlPlanOf(bound, true));
  const mayBeCounted = mode === 'exact' && countsWithin(plan);
  return {
    list,
    usual: new ListPlan(list, 'usual', () => compile(list.plan, builder)),
    chooser,
    window,
    probe,
    kind: '',
    turn: asItIs,
    begin: undefined,
    read: (read, addition, of) => {
      const { sql } = read;
      const keys = () => keysetOf(sql.order, plan.schema.dialect);
      const isKeysFirst = isDeep({ builder, plan, sql, isPart: addition.sql !== '', chooser }, window);
      const mayCount = of !== 'part' && mayBeCounted;
      return readRows({ plan: read, addition, keys, window, probe, isKeysFirst, mayCount });
    },
  };
}

/** A page by number is read in the order of its list. */
function asItIs(changes: SqlChanges): SqlChanges {
  return changes;
}
