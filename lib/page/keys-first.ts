import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ListPlan, WrittenStatement } from '../prepared/index.js';
import { type Addition, type SqlChanges, addOrder, addPlainOrder, copyOf } from '../sql/index.js';
import { valueKinds } from '../values/index.js';
import { distinctKeys, matchingRows } from './matching-rows.js';
import { type Window, clearLimits } from './window.js';

/** The numbers of a window, as they stand in the SQL of a statement. */
export interface BoundWindow {
  readonly take: string;
  readonly skip: string;
  /** The addition that has their values. */
  readonly addition: Addition;
}

/**
 * Binds the numbers of a window as parameters, so that the text of a statement is the same for every page. The size is bound as a
 * number, which TypeORM writes into the text on SQLite: the plan depends on it, and SQLite would prepare a statement anew for every
 * value of a parameter that its plan depends on.
 *
 * @param before where the rows begin
 */
export function boundWindow<E extends ObjectLiteral>(plan: ListPlan<E>, window: Window, before: Addition): BoundWindow {
  let [take, skip] = ['', ''];
  const addition = plan.add((binder) => {
    take = binder.bind(window.take);
    skip = binder.bind(valueKinds.bigint.bindStored(String(window.skip), binder.dialect));
    return '';
  }, before);
  return { take, skip, addition };
}

/**
 * Copies the builder with a join of the keys of a window, which a subquery finds without the joins that decide nothing, and
 * without any column but those of its order. The builder has one row for each entity, so that LIMIT means entities.
 */
export function writeKeysFirst<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  { take, skip }: BoundWindow,
): WrittenStatement<E> {
  const { primaryKey, statement } = changes;
  const names = primaryKey.map(() => statement.name());
  const keys = distinctKeys(matchingRows(builder, changes, 'keys'), changes, names);
  addOrder(keys, changes);
  const window = statement.name();
  const escape = (name: string): string => builder.escape(name);
  const on = primaryKey.map(
    ({ sqlOf }, index) => `${escape(window)}.${escape(names[index] ?? '')} = ${sqlOf(escape(builder.alias))}`,
  );
  const copy = clearLimits(copyOf(builder));
  copy.innerJoin(`(${keys.getQuery()} LIMIT ${take} OFFSET ${skip})`, window, on.join(' AND '));
  copy.setParameters(keys.getParameters());
  addPlainOrder(copy, changes);
  return { builder: copy, names: [] };
}
