import type { And, Or } from '../ast/index.js';
import type { CompilesConditions, Rows } from './rows.js';
import type { Statement } from './statement.js';

/**
 * Compiles a disjunction so that each of its alternatives finds rows by its own index: by the keys of those rows. Beside OR, an
 * engine uses no index of another table.
 */
export class UnionCompiler {
  constructor(
    private readonly statement: Statement,
    private readonly conditions: CompilesConditions,
  ) {}

  /** Compiles a disjunction; undefined for another one than was chosen. */
  compile(condition: And | Or, rows: Rows): string | undefined {
    const { schema } = rows;
    const [key] = schema.primaryKey;
    const { shapes } = this.statement.dialect;
    if (!this.statement.isUnion(condition) || key === undefined || shapes === undefined) return undefined;
    // A plan without the values would take any range for a third of the table.
    this.statement.planForValues();
    const keys = condition.conditions.map((part) => {
      const own: Rows = { alias: this.statement.alias(), schema };
      return `SELECT ${key.sqlOf(own.alias)} FROM ${this.statement.from(schema.table)} ${own.alias} WHERE ${this.conditions.compile(part, own)}`;
    });
    const sql = shapes.amongAny(key.sqlOf(rows.alias), keys.join(' UNION ALL '), this.statement.alias());
    return this.statement.joinable(sql, 1);
  }
}
