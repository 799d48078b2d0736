import type { DataSource } from 'typeorm';
import type { ChangesTemplate, SqlChanges } from './changes.js';
import { Statement } from './statement/statement.js';
import type { StatementFacts } from './statement/facts.js';
import type { Operands } from './structure.js';

/*
 * Compiled SQL, reused for another plan of the same structure. Only the parameters' values are made anew, from the new
 * operands, by the functions of the first plan.
 */

/**
 * Returns the template of a compiled plan.
 *
 * @param operands the plan's own
 * @returns undefined where a value of the statement comes from anything but the operands
 */
export function changesTemplate(changes: SqlChanges, operands: Operands): ChangesTemplate | undefined {
  const { where, joins, order, leading, schema, primaryKey } = changes;
  const statement = changes.statement.template(operands);
  return statement && { where, joins, order, leading, schema, primaryKey, statement };
}

/** Facts of a plan that its template leaves out. */
interface TemplateUse {
  readonly facts: StatementFacts;
  readonly source: DataSource;
  /** The values of the parameters, by `valuesFrom`. */
  readonly values: readonly unknown[];
}

/** Makes a compiled plan from the template of another one of its structure. */
export function changesFrom(template: ChangesTemplate, { facts, source, values }: TemplateUse): SqlChanges {
  const { where, joins, order, leading, schema, primaryKey } = template;
  const statement = Statement.of(facts, template.statement, values);
  return { where, joins, order, leading, statement, schema, primaryKey, source };
}
