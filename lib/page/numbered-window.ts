import type { ObjectLiteral } from 'typeorm';
import { type CountMode, shapeOfPlan } from '../ast/index.js';
import { compileKnown } from '../prepared/index.js';
import { type SqlChanges, compile, fingerprintOnce } from '../sql/index.js';
import { countsWithin } from './count.js';
import { isDeep, mayBeDeep, tellDeep } from './deep-pages.js';
import { keysetOf } from './keyset.js';
import { readKnownRows } from './known-rows.js';
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
  const sqlPlan = sqlPlanOf(bound, true);
  const shaped = shapeOfPlan(plan);
  const fingerprint = fingerprintOnce(builder);
  const list = { builder, plan: sqlPlan, shaped, fingerprint };
  const mayBeCounted = mode === 'exact' && countsWithin(plan);
  let usual: SqlChanges | undefined;
  return {
    builder,
    plan: sqlPlan,
    shaped,
    fingerprint,
    usual: () => (usual ??= compileKnown(list, 'usual', () => compile(sqlPlan, builder))),
    chooser,
    window,
    probe,
    kind: '',
    turn: asItIs,
    begin: undefined,
    known: (way, addition) => {
      // Whether such a page is read by its keys is the same for all of its list: only one that was has such a statement.
      const isKeysFirst = mayBeDeep({ plan, chooser }, window);
      if (isKeysFirst && addition !== undefined) return undefined;
      const mayCount = addition === undefined && mayBeCounted;
      const rows = readKnownRows(list, way, { window, probe, mayCount, isKeysFirst, addition });
      if (isKeysFirst && rows !== undefined) tellDeep({ plan, chooser });
      return rows;
    },
    read: (changes, of) => {
      const keys = () => keysetOf(changes, plan.schema.dialect);
      const isKeysFirst = isDeep({ builder, plan, changes, chooser }, window);
      const mayCount = of !== 'part' && mayBeCounted;
      return readRows(builder, { changes, keys, window, probe, isKeysFirst, mayCount });
    },
  };
}

/** A page by number is read in the order of its list. */
function asItIs(changes: SqlChanges): SqlChanges {
  return changes;
}
