import type { ReplicationMode, QueryRunner } from 'typeorm';
import type { DatabaseOptions, EngineName } from './databases.js';
import { describeEntities } from './metadata.js';

/** A row, by the names of its columns. */
export type ScriptedRow = Readonly<Record<string, unknown>>;

/** A statement that was sent, and the values of its parameters. */
export interface SentStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * A data source whose statements are answered by the test in place of a database: the statements of a page are seen as
 * an engine's driver would send them, and no engine is there.
 *
 * @param answer returns the rows of a statement, by the names that the statement gives them
 * @example
 * const { source, sent } = await scripted('postgres', [Post], (sql) => rowsOf(sql, [{ id: 1, title: 'a' }]));
 */
export async function scripted(
  engine: EngineName,
  entities: DatabaseOptions['entities'],
  answer: (sql: string, values: readonly unknown[]) => readonly ScriptedRow[],
) {
  const source = await describeEntities(engine, entities ?? []);
  const sent: SentStatement[] = [];
  const query = (sql: string, values: readonly unknown[] = [], isStructured = false) => {
    sent.push({ sql, values });
    const records = answer(sql, values);
    return Promise.resolve(isStructured ? { records, raw: records } : records);
  };
  const runnerOf = (mode: ReplicationMode) => ({
    query,
    data: {},
    connection: source,
    isReleased: false,
    isTransactionActive: false,
    broadcaster: { broadcast: () => Promise.resolve() },
    connect: () => Promise.resolve({}),
    release: () => Promise.resolve(),
    getReplicationMode: () => mode,
  });
  const createQueryRunner = (mode: ReplicationMode = 'master') => runnerOf(mode) as unknown as QueryRunner;
  Object.assign(source, { isInitialized: true, createQueryRunner });
  return { source, sent };
}

/**
 * Returns the rows of a table for a statement, by the names that the statement gives its columns: each selected
 * expression has the value of the last column that it names. LIMIT, OFFSET and COUNT are as in a database; conditions
 * and orders are not looked at.
 */
export function rowsOf(sql: string, rows: readonly ScriptedRow[]): readonly ScriptedRow[] {
  const [, limit = Infinity, offset = 0] = /^.*LIMIT (\d+)(?: OFFSET (\d+))?/s.exec(sql) ?? [];
  const window = rows.slice(Number(offset), Number(offset) + Number(limit));
  const columns = columnsOf(sql);
  if (columns.some(({ isCount }) => isCount))
    return [Object.fromEntries(columns.map(({ name }) => [name, `${window.length}`]))];
  return window.map((row) => Object.fromEntries(columns.map(({ name, column }) => [name, row[column] ?? null])));
}

/** The columns of the outermost SELECT: its names, and the last column that each expression has. */
function columnsOf(sql: string) {
  let depth = 0;
  const parts = [''];
  for (const token of sql.replace(/^SELECT (DISTINCT )?/, '').split(/([()]|, | FROM )/)) {
    if (depth === 0 && token === ' FROM ') break;
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0 && token === ', ') parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => {
    const [, expression = '', name = ''] = /^(.*) AS ["`](\w+)["`]$/s.exec(part) ?? [];
    const [, column = ''] = /^.*["`](\w+)["`]/s.exec(expression) ?? [];
    return { name, column, isCount: expression.startsWith('COUNT') };
  });
}
