import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Conjuncts } from '../../adaptive/index.js';
import { type SqlChanges, type SqlPlan, compile } from '../../sql/index.js';
import { sideCopyOf } from '../../typeorm/index.js';
import { distinctKeys } from '../rows/matching-rows.js';
import { unordered } from './probes.js';

/** A list whose own conditions leave few rows. */
interface NarrowList<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  readonly conjuncts: Conjuncts;
}

/**
 * Compiles a list so that the rows that satisfy its own and the builder's conditions are found first. Only these are
 * then checked for related rows.
 */
export function ownFirst<E extends ObjectLiteral>(list: NarrowList<E>): SqlChanges {
  return list.plan.schema.dialect.hints?.sorts.own === true ? sortedOwn(list) : byOwnKeys(list);
}

/** Orders the rows by an expression without an index, so that only the own conditions decide how they are read. */
function sortedOwn<E extends ObjectLiteral>({ builder, plan, conjuncts }: NarrowList<E>): SqlChanges {
  const changes = compile({ ...plan, conditions: [...conjuncts.own, ...conjuncts.related] }, builder);
  const { hints } = plan.schema.dialect;
  const [key] = changes.primaryKey;
  if (hints === undefined || key === undefined) return changes;
  return { ...changes, leading: [hints.constant(key.sqlOf(builder.escape(builder.alias)))] };
}

/** Finds the rows by the keys that satisfy the own conditions. */
function byOwnKeys<E extends ObjectLiteral>({ builder, plan, conjuncts }: NarrowList<E>): SqlChanges {
  const own = compile(unordered(plan, conjuncts.own), builder);
  const keys = distinctKeys(builder, own, 'own');
  // Each statement names its parameters anew, and these two become one.
  const named = sideCopyOf(builder, 'named').setParameters(keys.getParameters());
  const changes = compile({ ...plan, conditions: conjuncts.related }, named);
  changes.statement.include(own.statement);
  const { hints } = plan.schema.dialect;
  const [key] = changes.primaryKey;
  if (hints === undefined || key === undefined) return changes;
  const isOwn = hints.among(key.sqlOf(builder.escape(builder.alias)), keys.getQuery());
  return { ...changes, where: `(${isOwn} AND ${changes.where})` };
}
