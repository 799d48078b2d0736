import type { SqlChanges } from './changes.js';
import { type Binder, operandFor } from './binder.js';
import { parameterOf } from './own-names.js';
import type { Statement } from './statement.js';
import type { StatementFacts } from './statement-facts.js';
import { asBound } from './statement-template.js';

/** The conditions and the values that one statement adds to a compiled plan. */
export interface Addition {
  /** The conditions, each after an AND; empty for values alone. */
  readonly sql: string;
  /** The names of the parameters that were bound after those of the plan, and their values in the same order. */
  readonly names: readonly string[];
  readonly values: readonly unknown[];
}

/** The addition of a statement that is its plan and nothing more. */
export const noAddition: Addition = Object.freeze({ sql: '', names: Object.freeze([]), values: Object.freeze([]) });

/** Binds the values of an addition, under names that follow those of a plan. */
export class AdditionBinder implements Binder {
  readonly dialect: StatementFacts['dialect'];
  private readonly names: string[];
  private readonly values: unknown[];
  private isUnseen = false;

  /**
   * @param bound the number of names that the plan has given
   * @param before an addition that this one follows
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
    return this.isUnseen ? (this.dialect.shapes?.unseen?.(operand) ?? operand) : operand;
  }

  /** Hides the values that a part binds from the planner, if the engine has a way of writing that. */
  unseen(write: () => string): string {
    this.isUnseen = true;
    const sql = write();
    this.isUnseen = false;
    return sql;
  }

  /** Returns what was bound, with a condition if there is one, after the addition before it. */
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

/** Returns the values that were bound in a statement after those of its plan. */
export function additionIn({ parameters }: Statement, planned: readonly string[]): Addition {
  const names = Object.keys(parameters).filter((name) => !planned.includes(name));
  return { sql: '', names, values: names.map((name) => parameters[name]) };
}

/** Returns a compiled plan for one of several statements, whose names and parameters the others do not share. */
export function withOwnStatement(changes: SqlChanges): SqlChanges {
  return { ...changes, statement: changes.statement.copy() };
}
