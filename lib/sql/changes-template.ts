import type { DataSource } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { FilterValue } from '../values/index.js';
import { type Binder, operandFor } from './binder.js';
import type { ChangesTemplate, SqlChanges } from './changes.js';
import { parameterOf } from './own-names.js';
import { Statement } from './statement.js';
import type { StatementFacts } from './statement-facts.js';
import { areOfLengths, asBound } from './statement-template.js';

/*
 * A request of a known shape needs no compiler: its SQL is that of the request before, and only the values of its parameters are made
 * anew, of its own operands and by the functions that made those of the request before.
 */

type Operands = readonly (readonly FilterValue[])[];

/**
 * Returns the template of a compiled plan; undefined where another request of the same shape may have another text.
 *
 * @param operands those of the request
 */
export function changesTemplate(changes: SqlChanges, operands: Operands): ChangesTemplate | undefined {
  const { where, joins, order, leading, schema, primaryKey } = changes;
  // The host writes the SQL of a virtual column, for each statement anew.
  if (order.some(({ expression }) => expression?.isSubquery === true)) return undefined;
  const statement = changes.statement.template(operands);
  return statement && { where, joins, order, leading, schema, primaryKey, statement };
}

/** Returns true for a template that is written for as many values as the operands of a request have. */
export function isForLengths({ statement: { lengths } }: ChangesTemplate, operands: Operands): boolean {
  return areOfLengths(operands, lengths);
}

/** Makes the compiled plan of a request from the template of another one of its shape; undefined where a value is of another kind. */
export function changesFrom(
  template: ChangesTemplate,
  {
    facts,
    source,
    operands,
  }: { readonly facts: StatementFacts; readonly source: DataSource; readonly operands: Operands },
): SqlChanges | undefined {
  const statement = Statement.of(facts, template.statement, operands);
  if (statement === undefined) return undefined;
  const { where, joins, order, leading, schema, primaryKey } = template;
  const made = { template, added: '', where };
  return { where, joins, order, leading, statement, schema, primaryKey, source, made };
}

/** Adds a condition to a compiled plan, after its own. */
export function withCondition(changes: SqlChanges, sql: string): SqlChanges {
  const where = changes.where === undefined ? sql : `${changes.where} AND ${sql}`;
  const { made } = changes;
  return { ...changes, where, made: made && { template: made.template, added: `${made.added} AND ${sql}`, where } };
}

/** What was added to a compiled plan that was made from a template. */
export interface Addition {
  /** The conditions, as {@link withCondition} adds them. */
  readonly sql: string;
  /** The values of the parameters that were bound after those of the template. */
  readonly values: readonly unknown[];
}

/** Returns what was added to a compiled plan; undefined where it was not made from a template, or is not what was made from it. */
export function additionTo(changes: SqlChanges): Addition | undefined {
  const made = madeOf(changes);
  if (made === undefined) return undefined;
  const { parameters } = changes.statement;
  return { sql: made.added, values: addedNames(made.template.statement, parameters).map((name) => parameters[name]) };
}

/**
 * Writes a condition as {@link withCondition} would add it to a plan that is made from a template, without making the plan. The builder
 * has no parameters, so that the names of the library's own are free.
 */
export function conditionAfter(
  { statement }: ChangesTemplate,
  dialect: Dialect,
  write: (binder: Binder) => string,
): Addition {
  const values: unknown[] = [];
  const bind = (value: unknown): string => {
    values.push(asBound(value, dialect));
    return operandFor(parameterOf(statement.progress.bound + values.length), value, dialect);
  };
  return { sql: ` AND ${write({ dialect, bind })}`, values };
}

/** Returns the names of parameters that are not of a template, in the order in which they were bound. */
export function addedNames(
  { parameters: own }: ChangesTemplate['statement'],
  parameters: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(parameters).filter((name) => !own.some((parameter) => parameter.name === name));
}

/** Returns a compiled plan for one of several statements, whose names and parameters the others do not share. */
export function withOwnStatement(changes: SqlChanges): SqlChanges {
  return { ...changes, statement: changes.statement.copy() };
}

/** Returns what compiled changes are made of, where nothing about them has been changed but by {@link withCondition}. */
export function madeOf({ made, where, order, joins, leading }: Partial<SqlChanges>): SqlChanges['made'] {
  if (made === undefined || made.where !== where) return undefined;
  const { template } = made;
  return order === template.order && joins === template.joins && leading === template.leading ? made : undefined;
}
