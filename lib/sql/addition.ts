import type { SqlChanges } from './changes.js';
import { type Binder, operandFor } from './statement/binder.js';
import { parameterOf } from './statement/own-names.js';
import type { Statement } from './statement/statement.js';
import type { StatementFacts } from './statement/facts.js';
import { asBound } from './statement/template.js';

/** Conditions and values that one statement adds to a compiled plan. */
export interface Addition {
  /** The conditions, each after an AND; empty for values alone. */
  readonly sql: string;
  /** Names of the parameters that were bound after the plan's own, and their values in the same order. */
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  /** True where the statement is the same whatever kinds the values are of, NULL among them. */
  readonly isOfAnyKind?: boolean | undefined;
}

/** Addition of nothing. */
export const noAddition: Addition = Object.freeze({ sql: '', names: Object.freeze([]), values: Object.freeze([]) });

/** Binds the values of an addition, under names that follow the plan's own. */
export class AdditionBinder implements Binder {
  readonly dialect: StatementFacts['dialect'];
  private readonly names: string[];
  private readonly values: unknown[];
  private isUnseen = false;

  /**
   * @param bound the number of names in the plan
   * @param before an earlier addition, which this one follows
   */
  constructor(
    private readonly facts: Pick<StatementFacts, 'dialect' | 'isTaken'>,
    private bound: number,
    private readonly before: Addition = noAddition,
  ) {
    this.dialect = facts.dialect;
    this.names = [...before.names];
    this.values = [...before.values];
  }

  bind(value: unknown): string {
    let name: string;
    do name = parameterOf((this.bound += 1));
    while (this.names.includes(name) || this.facts.isTaken(name));
    this.names.push(name);
    this.values.push(asBound(value, this.dialect));
    const operand = operandFor(name, value, this.dialect);
    return this.isUnseen ? (this.dialect.hints?.unseen?.(operand) ?? operand) : operand;
  }

  /** Hides the values of one part from the planner, if the engine has a way to. */
  unseen(write: () => string): string {
    this.isUnseen = true;
    const sql = write();
    this.isUnseen = false;
    return sql;
  }

  /** Returns the bound values and a condition, if any, after the earlier addition. */
  addition(condition: string): Addition {
    const sql = condition === '' ? this.before.sql : `${this.before.sql} AND ${condition}`;
    return { sql, names: this.names, values: this.values };
  }
}

/** Returns a compiled plan with an addition, and a statement of its own. */
export function withAddition(changes: SqlChanges, { sql, names, values }: Addition): SqlChanges {
  const statement = changes.statement.copy();
  for (const [place, name] of names.entries()) statement.parameters[name] = values[place];
  if (sql === '') return { ...changes, statement };
  const where = changes.where === undefined ? sql.slice(' AND '.length) : `${changes.where}${sql}`;
  return { ...changes, where, statement };
}

/** Returns the values of a statement that were bound after its plan's. */
export function additionIn({ parameters }: Statement, planned: readonly string[]): Addition {
  const names = Object.keys(parameters).filter((name) => !planned.includes(name));
  return { sql: '', names, values: names.map((name) => parameters[name]) };
}

/** Returns a compiled plan for one of several statements, with names and parameters of its own. */
export function withOwnStatement(changes: SqlChanges): SqlChanges {
  return { ...changes, statement: changes.statement.copy() };
}
