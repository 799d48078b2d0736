import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type OpenStatement, tellStatement, tracing } from '../../tracing/index.js';
import { dataSourceOf, queryRunnerOf } from '../../typeorm/index.js';

/** A statement that no builder writes. */
interface Beside {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The tracing channel's view of its text. */
  readonly told: Pick<OpenStatement, 'text' | 'withheld'>;
}

/** Sends a statement where a builder's own is sent: on its connection, or on one for reading. */
export async function askBeside<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { text, values, told: tells }: Beside,
): Promise<unknown> {
  const existing = queryRunnerOf(builder);
  const source = dataSourceOf(builder);
  const runner = existing ?? source.createQueryRunner(source.defaultReplicationModeForReads());
  try {
    const told = tracing.hasSubscribers ? tellStatement({ ...tells }) : undefined;
    const rows: unknown = await runner.query(text, [...values]);
    if (told !== undefined) told.rows = Array.isArray(rows) ? rows.length : 1;
    return rows;
  } finally {
    if (runner !== existing) await runner.release();
  }
}
