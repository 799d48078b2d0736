import type { DataSource } from 'typeorm';
import type { ChangesTemplate, SqlChanges } from './changes.js';
import { Statement } from './statement.js';
import type { StatementFacts } from './statement-facts.js';
import { areOfLengths } from './statement-template.js';
import type { Operands } from './structure.js';

/*
 * A plan of a known structure needs no compiler: its SQL is that of the plan before, and only the values of its parameters are made
 * anew, of its own operands and by the functions that made those of the plan before.
 */

/**
 * Returns the template of a compiled plan.
 *
 * @param operands those of the plan
 * @returns undefined where a value of the statement is made of something else
 */
export function changesTemplate(changes: SqlChanges, operands: Operands): ChangesTemplate | undefined {
  const { where, joins, order, leading, schema, primaryKey } = changes;
  const statement = changes.statement.template(operands);
  return statement && { where, joins, order, leading, schema, primaryKey, statement };
}

/** Returns true for a template that is written for as many values as the operands of a plan have. */
export function isForLengths({ statement: { lengths } }: ChangesTemplate, operands: Operands): boolean {
  return areOfLengths(operands, lengths);
}

/** The facts of a plan that its template leaves out. */
interface TemplateUse {
  readonly facts: StatementFacts;
  readonly source: DataSource;
  readonly operands: Operands;
}

/**
 * Makes a compiled plan from the template of another one of its structure.
 *
 * @returns undefined where a value is of another kind
 */
export function changesFrom(
  template: ChangesTemplate,
  { facts, source, operands }: TemplateUse,
): SqlChanges | undefined {
  const statement = Statement.of(facts, template.statement, operands);
  if (statement === undefined) return undefined;
  const { where, joins, order, leading, schema, primaryKey } = template;
  return { where, joins, order, leading, statement, schema, primaryKey, source };
}
