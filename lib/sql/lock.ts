import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Statement } from './statement.js';

/** A lock is for what the caller selects from: what a sort joins beside it may not be lockable, and need not be locked. */
export function lockByTable<E extends ObjectLiteral>(
  { expressionMap }: SelectQueryBuilder<E>,
  aliases: readonly string[],
  statement: Statement,
): void {
  if (!statement.dialect.locksByTable || expressionMap.lockMode === undefined) return;
  expressionMap.lockTables ??= aliases.map((alias) => statement.escaped(alias));
}
