import type { ObjectLiteral } from 'typeorm';
import { startsWith } from '../../adaptive/index.js';
import type { FilterSchema } from '../../schema/index.js';
import type { ListPlan, PlanSql } from '../../statements/index.js';
import { hasOrder, hasWhere, isReadAlike, joinsOf, selectsDeleted } from '../../typeorm/index.js';
import type { WindowOfList } from './window-of-list.js';

/** True for a window so far from the first row that its list is examined. */
export function isDeep<E extends ObjectLiteral>({ list: { plan }, requested }: WindowOfList<E>): boolean {
  const { chooser, window } = requested;
  const { hints } = plan.schema.dialect;
  if (window.skip === 0 || chooser === undefined || hints === undefined || plan.strategy !== 'adaptive') return false;
  return window.skip >= chooser.sizesFor(hints).deep;
}

/**
 * Returns true where an index has the order of a list, and is read faster than its rows. The keys of a window are then
 * found first, so that nothing else of the skipped rows is read.
 *
 * @param isPart true where a condition is added to the plan
 */
export function hasKeysInOrder<E extends ObjectLiteral>(plan: ListPlan<E>, isPart: boolean): boolean {
  const { builder } = plan.list;
  const { schema } = plan.list.plan;
  if (hasOrder(builder) || !isReadAlike(builder)) return false;
  const order = columnsOf(plan.sql);
  if (order === undefined || !startsWith(schema, order.beforeKey)) return false;
  if (schema.dialect.hints?.keysInIndexes === true || joinsOf(builder).length > 0) return true;
  return !isPart && isAnsweredBy(order.all, plan);
}

/** Columns of an order along an index, with and without the primary key at its end. */
interface OrderColumns {
  readonly all: readonly string[];
  readonly beforeKey: readonly string[];
}

/** Returns the columns of an order, or undefined where rows would be sorted under any index. */
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

/** Returns true where an index alone answers which rows there are, in their order. */
function isAnsweredBy<E extends ObjectLiteral>(columns: readonly string[], { list, sql }: ListPlan<E>): boolean {
  const { schema } = list.plan;
  if (sql.where !== undefined || hasWhere(list.builder) || !startsWith(schema, columns)) return false;
  return isWithoutHidden(schema) || (schema.discriminator === undefined && selectsDeleted(list.builder));
}

/** True for an entity whose rows TypeORM never hides. */
function isWithoutHidden({ deleteDate, discriminator }: FilterSchema): boolean {
  return deleteDate === undefined && discriminator === undefined;
}
