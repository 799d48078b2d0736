import type { DataSource } from 'typeorm';
import { literal } from './literals.js';

/** Stands for the alias of a row, in the SQL of a virtual column. */
const alias = '\0';

/** The parts of SQL that are the same whatever its values and its alias are. */
const between = new RegExp(`\\0|'[^']*'|"[^"]*"|${literal.source}[\\w.]*`);

/**
 * Returns why a value may stand in a text: SQL of a virtual column is in it, which has one. Its `query` may write other
 * values each time, so that it is recognized by its longest part without any.
 */
export function virtualLiteralIn(source: DataSource, text: string): string | undefined {
  const columns = source.entityMetadatas.flatMap(({ columns: all }) => all.filter(({ query }) => query !== undefined));
  const isIn = columns.some(({ query }) => {
    const sql = sqlOf(query);
    if (sql === undefined) return true;
    if (!literal.test(sql)) return false;
    const parts = sql.split(between).sort((one, other) => other.length - one.length);
    return text.includes(parts[0] ?? '');
  });
  return isIn ? 'a virtual column holds literals of the application' : undefined;
}

/** Returns undefined for a function that fails. */
function sqlOf(query: ((alias: string) => string) | undefined): string | undefined {
  try {
    return query?.(alias);
  } catch {
    return undefined;
  }
}
