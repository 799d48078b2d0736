import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { WrittenStatement } from '../prepared/index.js';
import {
  type Addition,
  type SqlChanges,
  type Statement,
  addOrder,
  addPlainOrder,
  asBound,
  copyOf,
} from '../sql/index.js';
import { valueKinds } from '../values/index.js';
import { distinctKeys, matchingRows } from './matching-rows.js';
import { type Window, clearLimits } from './window.js';

/** The numbers of a window, as they stand in the SQL of a statement. */
export interface BoundWindow {
  readonly take: string;
  readonly skip: string;
}

/**
 * Binds the numbers of a window as parameters, so that the text of a statement is the same for every page. The size is bound as a
 * number, which TypeORM writes into the text on SQLite: the plan depends on it, and SQLite would prepare a statement anew for every
 * value of a parameter that its plan depends on.
 */
export function boundWindow(window: Window, statement: Statement): BoundWindow {
  const [take, skip] = windowValues(window, statement.dialect);
  return { take: statement.bind(take), skip: statement.bind(skip) };
}

/** Returns the numbers of a window as what {@link boundWindow} adds to a compiled plan. */
export function windowAddition(window: Window, dialect: Dialect): Addition {
  return { sql: '', values: windowValues(window, dialect).map((value) => asBound(value, dialect)) };
}

/** Returns the numbers of a window in the order of their parameters. */
function windowValues({ take, skip }: Window, dialect: Dialect): readonly [take: unknown, skip: unknown] {
  return [take, valueKinds.bigint.bindStored(String(skip), dialect)];
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
