import { DataSource } from 'typeorm';
import type { Dialect } from '../../lib/dialects/index.js';
import { Statement } from '../../lib/sql/statement.js';

const builder = new DataSource({ type: 'better-sqlite3', database: ':memory:' }).createQueryBuilder().disableEscaping();

/** Begins a statement of an engine, in which no name is taken or escaped, and nothing is hidden. */
export function statementFor(dialect: Dialect, givenAway = false): Statement {
  return new Statement({ schema: { dialect }, scopes: new Map(), givenAway }, builder);
}
