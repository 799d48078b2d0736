import { timesWithin } from '../cost.js';
import type { Node } from '../parse/index.js';
import { type Populatable, defaultLimitOf } from './populatable.js';
import type { Level, PopulateBranch } from './tree.js';

/**
 * Spends the related rows that a page may have: its rows times the limits along each path, all paths together, and the
 * work in them. False where that is more than the limits allow.
 *
 * @param parents the most rows that these relations start from
 */
export function spendRows(level: Level, parents: number, root: Node): boolean {
  let isPaid = true;
  for (const branch of level.branches.values()) {
    const rows = parents * branch.rowsOfEach(root);
    const isOwnPaid = root.spend('populatedRows', rows) && spendWork(branch, parents, root);
    isPaid = isOwnPaid && spendRows(branch.below, rows, root) && isPaid;
  }
  return isPaid;
}

/** Spends the work of a relation to many rows for its parents. It was spent once when it was read. */
function spendWork({ populatable: { relation }, work }: PopulateBranch, parents: number, root: Node): boolean {
  return !relation.toMany || work.every(([kind, amount]) => root.work(kind, amount * (timesWithin(kind, parents) - 1)));
}

/**
 * Adds every declared relation where a client asks for `*`, in the order of the declaration, up to the limits. It comes
 * last, because what a client names itself comes first.
 */
export function addDeclared(level: Level, parents: number, root: Node): void {
  for (const branch of [...level.branches.values()]) {
    addDeclared(branch.below, parents * branch.rowsOfEach(root), root);
  }
  if (!level.takesAll || level.depth >= root.context.budget.limits.populateHops) return;
  const { context } = root.context;
  for (const populatable of level.populatables.values()) {
    if (level.branches.has(populatable.name) || !populatable.isShown(context)) continue;
    addWhereCovered(level, populatable, { parents, root });
  }
}

interface Parents {
  readonly parents: number;
  readonly root: Node;
}

function addWhereCovered(level: Level, populatable: Populatable, { parents, root }: Parents): void {
  const { budget } = root.context;
  const rows = parents * (defaultLimitOf(populatable, budget.limits) ?? 1);
  if (!budget.covers('populate', 1) || !budget.covers('populatedRows', rows)) return;
  if (level.branch(populatable, root) !== undefined) root.spend('populatedRows', rows);
}
