import type { ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { dataSourceOf, queryRunnerOf } from './builder.js';
import { copyOf, onRunner } from './copies.js';

/** Receives a statement before it is sent. */
type Record = (sql: string, parameters: readonly unknown[]) => void;

/**
 * Returns the builder, with each statement of it and of its copies recorded before it is sent on the builder's own
 * query runner. A cache of results is left aside, because it would answer in the place of the database, and write.
 */
export function recorded<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  record: Record,
): SelectQueryBuilder<E> {
  const runner = queryRunnerOf(builder);
  if (runner === undefined) throw new TypeError('a builder is recorded on a query runner');
  return onRunner(uncached(builder), recordingRunner(runner, record));
}

function uncached<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const { cache } = dataSourceOf(builder).options;
  const isAlways = typeof cache === 'object' && cache.alwaysEnabled === true;
  return isAlways || builder.expressionMap.cache === true ? copyOf(builder).cache(false) : builder;
}

/** Makes a query runner that works by another one. All state stays in that one. */
function recordingRunner(runner: QueryRunner, record: Record): QueryRunner {
  const query = (sql: string, parameters: unknown[] | undefined, structured: true): Promise<unknown> => {
    record(sql, parameters ?? []);
    return runner.query(sql, parameters, structured);
  };
  return new Proxy(runner, {
    get: (target, key) => {
      if (key === 'query') return query;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
