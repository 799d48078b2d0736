import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ListPlan, WrittenStatement } from '../../statements/index.js';
import { type Addition, type SqlChanges, addOrder, addPlainOrder, limitSql } from '../../sql/index.js';
import { copyOf } from '../../typeorm/index.js';
import { valueKinds } from '../../values/index.js';
import { distinctKeys } from './matching-rows.js';
import { type Window, clearLimits } from '../list/window.js';

/** Numbers of a window, as they stand in the SQL of a statement. */
export interface WindowParameters {
  readonly take: string;
  readonly skip: string;
  /** Addition with their values. */
  readonly addition: Addition;
}

/**
 * Binds the numbers of a window as parameters, so that a statement has the same text for every page. The size is a
 * number, which TypeORM writes into the text on SQLite: the plan depends on it, and SQLite would prepare the statement
 * again for every value of such a parameter.
 *
 * @param before the addition with the beginning of the rows
 */
export function bindWindow<E extends ObjectLiteral>(
  plan: ListPlan<E>,
  window: Window,
  before: Addition,
): WindowParameters {
  let [take, skip] = ['', ''];
  const addition = plan.add((binder) => {
    take = binder.bind(window.take);
    skip = binder.bind(valueKinds.bigint.bindStored(String(window.skip), binder.dialect));
    return '';
  }, before);
  return { take, skip, addition };
}

/**
 * Copies the builder with a join of a window's keys. A subquery finds these without idle joins, and reads only the
 * columns of its order. The builder has one row for each entity, so that LIMIT means entities.
 */
export function writeKeysFirst<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  changes: SqlChanges,
  { take, skip }: WindowParameters,
): WrittenStatement<E> {
  const { primaryKey, statement } = changes;
  const names = primaryKey.map(() => statement.name());
  const keys = distinctKeys(builder, changes, 'keys', names);
  addOrder(keys, changes);
  const window = statement.name();
  const escape = (name: string): string => builder.escape(name);
  const on = primaryKey.map(
    ({ sqlOf }, index) => `${escape(window)}.${escape(names[index] ?? '')} = ${sqlOf(escape(builder.alias))}`,
  );
  const copy = clearLimits(copyOf(builder));
  copy.innerJoin(`(${keys.getQuery()}${limitSql(take, skip)})`, window, on.join(' AND '));
  copy.setParameters(keys.getParameters());
  addPlainOrder(copy, changes);
  return { builder: copy, names: [] };
}
