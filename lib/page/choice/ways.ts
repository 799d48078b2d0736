import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Conjuncts, Decision } from '../../adaptive/index.js';
import type { Condition, Related } from '../../ast/index.js';
import { type RelatedShape, type SqlChanges, type SqlPlan, compile } from '../../sql/index.js';
import type { ListQuery } from '../../statements/index.js';
import { sideCopyOf } from '../../typeorm/index.js';
import { distinctKeys } from '../rows/matching-rows.js';

/* The SQL of the ways to read a page. */

/** Compiles a list in a way other than the usual one. */
export function compileWay<E extends ObjectLiteral>(
  { builder, plan }: ListQuery<E>,
  conjuncts: Conjuncts,
  way: Decision['way'],
  seed: number | undefined,
): SqlChanges {
  const { related, checkable, either } = conjuncts;
  const shapes = new Map<Related, RelatedShape>();
  for (const [place, condition] of related.entries()) {
    if (place === seed) shapes.set(condition, 'keys');
    else if (checkable.has(condition)) shapes.set(condition, 'walk');
  }
  const union = way === 'union' ? either?.condition : undefined;
  // A way of its own leaves few rows, and needs no groups.
  const shaped = { ...plan, shapes, union, inGroups: undefined };
  const changes = way === 'own' ? ownFirst(builder, shaped, conjuncts) : compile(shaped, builder);
  // The end of a walk depends on a value, too.
  if (way === 'walk') changes.statement.planForValues();
  return changes;
}

/**
 * Compiles a list so that the rows that satisfy its own and the builder's conditions are found first. Only these are
 * then checked for related rows: by their keys, or in an order that no index has, so that only the own conditions
 * decide how they are read.
 */
function ownFirst<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  plan: SqlPlan,
  { own, related }: Conjuncts,
): SqlChanges {
  const { hints } = plan.schema.dialect;
  const alias = builder.escape(builder.alias);
  const [key] = plan.schema.primaryKey;
  if (hints === undefined || key === undefined) return compile({ ...plan, conditions: [...own, ...related] }, builder);
  if (hints.sorts.own) {
    const changes = compile({ ...plan, conditions: [...own, ...related] }, builder);
    return { ...changes, leading: [hints.constant(key.sqlOf(alias))] };
  }
  const first = compile(unordered(plan, own), builder);
  const keys = distinctKeys(builder, first, 'own');
  // Each statement names its parameters anew, and these two become one.
  const changes = compile(
    { ...plan, conditions: related },
    sideCopyOf(builder, 'named').setParameters(keys.getParameters()),
  );
  changes.statement.include(first.statement);
  return { ...changes, where: `(${hints.among(key.sqlOf(alias), keys.getQuery())} AND ${changes.where})` };
}

/** Returns the plan of a statement without an order, for some of its conditions. */
export function unordered(plan: SqlPlan, conditions: readonly Condition[]): SqlPlan {
  return { ...plan, conditions, sort: [], total: false };
}
