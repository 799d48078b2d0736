import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Conjuncts } from '../adaptive/index.js';
import { type SqlChanges, type SqlPlan, compile, sideCopyOf } from '../sql/index.js';
import { distinctKeys, matchingRows } from './matching-rows.js';
import { unordered } from './probes.js';

/** A list whose own conditions leave few rows. */
interface NarrowList<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  readonly conjuncts: Conjuncts;
}

/** Compiles a list so that the rows which satisfy its own conditions and the builder's are found first; only these are then asked for related rows. */
export function ownFirst<E extends ObjectLiteral>(list: NarrowList<E>): SqlChanges {
  return list.plan.schema.dialect.shapes?.sorts.own === true ? sortedOwn(list) : byOwnKeys(list);
}

/** Orders the rows by nothing that an index has, so that the own conditions alone decide how they are read. */
function sortedOwn<E extends ObjectLiteral>({ builder, plan, conjuncts }: NarrowList<E>): SqlChanges {
  const changes = compile({ ...plan, conditions: [...conjuncts.own, ...conjuncts.related] }, builder);
  const { shapes } = plan.schema.dialect;
  const [key] = changes.primaryKey;
  if (shapes === undefined || key === undefined) return changes;
  return { ...changes, leading: [shapes.constant(key.sqlOf(builder.escape(builder.alias)))] };
}

/** Finds the rows by the keys of those that satisfy the own conditions. */
function byOwnKeys<E extends ObjectLiteral>({ builder, plan, conjuncts }: NarrowList<E>): SqlChanges {
  const own = compile(unordered(plan, conjuncts.own), builder);
  const keys = distinctKeys(matchingRows(builder, own, 'own'), own);
  // Names of parameters are given anew for each statement, and these two become one.
  const named = sideCopyOf(builder, 'named').setParameters(keys.getParameters());
  const changes = compile({ ...plan, conditions: conjuncts.related }, named);
  changes.statement.include(own.statement);
  const { shapes } = plan.schema.dialect;
  const [key] = changes.primaryKey;
  if (shapes === undefined || key === undefined) return changes;
  const isOwn = shapes.among(key.sqlOf(builder.escape(builder.alias)), keys.getQuery());
  return { ...changes, where: `(${isOwn} AND ${changes.where})` };
}
