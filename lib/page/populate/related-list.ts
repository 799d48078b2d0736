import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Hydration, type Populated, type QueryPlan, unnamed } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import type { PageWatch } from '../list/trace.js';
import { ListPlan, listOf } from '../../statements/index.js';
import { type NullsDefault, type SqlPlan, compile } from '../../sql/index.js';
import { includesDeleted, selectBeside, selectExactly, withoutCacheName } from '../../typeorm/index.js';

/** Parts that all statements of one answer share. */
export interface Populating {
  /** Builder of the list, for its connection and its settings. */
  readonly builder: SelectQueryBuilder<ObjectLiteral>;
  readonly plan: QueryPlan;
  readonly nulls: NullsDefault;
  /** Maker of entities for this call. Default: the plan's. */
  readonly hydration?: Hydration | undefined;
  /** Observer of the statements. Undefined where nobody asks for an explanation. */
  readonly watch?: PageWatch | undefined;
}

/**
 * Alias of related rows. A statement has it at most once in each of its scopes. It is short, because MariaDB parses it
 * in a branch for each parent.
 */
export const relatedAlias = 'nf_r';

/** Makes a builder of the related entity that selects nothing yet, on the list's connection. */
export function relatedRows(
  { builder, plan }: Populating,
  { relation: { target } }: Pick<Populated, 'relation'>,
): SelectQueryBuilder<ObjectLiteral> {
  const rows = selectBeside(builder).from<ObjectLiteral>(target.metadata.target, relatedAlias);
  // Under the list's name in a cache, a statement would get the related rows of other parents.
  withoutCacheName(rows);
  return plan.deleted?.related === true || includesDeleted(builder) ? rows.withDeleted() : rows;
}

/** Makes a builder that selects exactly the columns that a populated relation answers. */
export function answeredRows(populating: Populating, node: Populated): SelectQueryBuilder<ObjectLiteral> {
  const rows = relatedRows(populating, node).select(relatedAlias);
  selectExactly(rows, node.propertyPaths);
  return rows;
}

/** Makes the plan of all visible rows that a populated relation may answer, in their order, for any parent. */
export function relatedList(populating: Populating, node: Populated): ListPlan {
  const { plan, nulls } = populating;
  const { target, single } = node.relation;
  if (target.primaryKey.length === 0) {
    throw new FilterConfigurationError(`populate: ${target.name} has no primary key, which tells its rows apart`);
  }
  const filters = plan.isNamed === true && node.filters !== undefined ? unnamed(node.filters) : node.filters;
  const conditions = [filters, node.where].flatMap((condition) => condition ?? []);
  const { scopes, aggregated, strategy, naming, keyDirection, deleted } = plan;
  const total = node.limit !== undefined || !single;
  const list: SqlPlan = {
    schema: target,
    conditions,
    scopes,
    aggregated,
    strategy,
    naming,
    keyDirection,
    relatedDeleted: deleted?.related,
    nulls,
    sort: node.sort,
    total,
  };
  // A builder that selects its whole entity is told from others by a short text. What is answered is a part of the
  // statement, and written with it.
  const builder = relatedRows(populating, node).select(relatedAlias);
  return new ListPlan(listOf(builder, list), 'populate', () => compile(list, builder));
}
