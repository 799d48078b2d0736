import type { And, Or } from '../../ast/index.js';
import type { CompilesConditions, Rows } from '../statement/rows.js';
import type { Statement } from '../statement/statement.js';

/**
 * Compiles a disjunction so that each alternative finds the keys of its rows by its own index. Beside OR, an engine
 * uses no index of another table.
 */
export class UnionCompiler {
  constructor(
    private readonly statement: Statement,
    private readonly conditions: CompilesConditions,
  ) {}

  /** Compiles the chosen disjunction, or returns undefined for any other. */
  compile(condition: And | Or, rows: Rows): string | undefined {
    const { schema } = rows;
    const [key] = schema.primaryKey;
    const { hints } = this.statement.dialect;
    if (!this.statement.isUnion(condition) || key === undefined || hints === undefined) return undefined;
    // Without the values, a plan assumes that any range matches a third of the table.
    this.statement.planForValues();
    const keys = condition.conditions.map((part) => {
      const own: Rows = { alias: this.statement.alias(), schema };
      return `SELECT ${key.sqlOf(own.alias)} FROM ${this.statement.from(schema.table)} ${own.alias} WHERE ${this.conditions.compile(part, own)}`;
    });
    const sql = hints.amongAny(key.sqlOf(rows.alias), keys.join(' UNION ALL '), this.statement.alias());
    return this.statement.joinable(sql, 1);
  }
}
