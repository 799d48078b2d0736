import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Chooser, startsWith } from '../adaptive/index.js';
import type { QueryPlan } from '../ast/index.js';
import type { FilterSchema } from '../schema/index.js';
import type { PlanSql } from '../prepared/index.js';
import { hasOrder, hasWhere, includesDeleted, isReadAlike, joinsOf } from '../sql/index.js';
import { isOneRowEach } from './joins.js';
import type { Window } from './window.js';

/** A list of which a page is read, compiled. */
interface DeepList<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: QueryPlan;
  readonly sql: PlanSql;
  /** True where a condition is added to the plan. */
  readonly isPart: boolean;
  readonly chooser: Chooser | undefined;
}

/**
 * Returns true where many rows stand before a page, so that its keys are found first, in the order of an index, and its rows by
 * these: whatever else is read of a row is then not read of those that are skipped.
 */
export function isDeep<E extends ObjectLiteral>(list: DeepList<E>, window: Window): boolean {
  const { plan, chooser, sql, builder } = list;
  const { schema } = plan;
  const { shapes } = schema.dialect;
  if (chooser === undefined || shapes === undefined || !mayBeDeep(list, window)) return false;
  if (!isOneRowEach(builder) || hasOrder(builder) || !isReadAlike(builder)) return false;
  const order = columnsOf(sql);
  if (order === undefined) return false;
  const { all, beforeKey } = order;
  const isWorthIt = shapes.keysInIndexes || joinsOf(builder).length > 0 || isAnsweredBy(all, list);
  if (!isWorthIt || !startsWith(schema, beforeKey)) return false;
  tellDeep(list);
  return true;
}

/** Logs that the keys of a deep page are found first. */
function tellDeep({ plan, chooser }: Pick<DeepList<ObjectLiteral>, 'plan' | 'chooser'>): void {
  chooser?.tell(plan.schema, 'deep page → keys first');
}

/** True for a window so far from the first row that its list is looked at. */
function mayBeDeep({ plan, chooser }: Pick<DeepList<ObjectLiteral>, 'plan' | 'chooser'>, { skip }: Window): boolean {
  const { shapes } = plan.schema.dialect;
  if (skip === 0 || chooser === undefined || shapes === undefined || plan.strategy !== 'adaptive') return false;
  return skip >= chooser.sizesFor(shapes).deep;
}

/** Columns of an order in which an index can be read, and those before the primary key at its end. */
interface OrderColumns {
  readonly all: readonly string[];
  readonly beforeKey: readonly string[];
}

/** Returns the columns of an order; undefined where rows would be sorted whatever the indexes are. */
function columnsOf({ order, joins, leading, primaryKey }: PlanSql): OrderColumns | undefined {
  const [first] = order;
  if (first === undefined || joins.length > 0 || leading.length > 0) return undefined;
  const all: string[] = [];
  for (const { rootColumn, direction, emitNulls } of order) {
    if (rootColumn === undefined || emitNulls || direction !== first.direction) return undefined;
    all.push(rootColumn.columnName);
  }
  const keys = primaryKey.map(({ columnName }) => columnName);
  const end = all.findIndex((_, place) => all.slice(place).every((column) => keys.includes(column)));
  return { all, beforeKey: end > 0 ? all.slice(0, end) : all };
}

/** Returns true where an index alone tells which rows there are, and in which order. */
function isAnsweredBy<E extends ObjectLiteral>(
  columns: readonly string[],
  { builder, sql, isPart, plan: { schema } }: DeepList<E>,
): boolean {
  if (isPart || sql.where !== undefined || hasWhere(builder) || !startsWith(schema, columns)) return false;
  return isWithoutHidden(schema) || (schema.discriminator === undefined && includesDeleted(builder));
}

/** True for an entity of which TypeORM leaves out no row. */
function isWithoutHidden({ deleteDate, discriminator }: FilterSchema): boolean {
  return deleteDate === undefined && discriminator === undefined;
}
