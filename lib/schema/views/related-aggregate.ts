import type { AggregateFunction, AggregatedValues } from '../../operators/index.js';
import { valueKinds } from '../../values/index.js';
import { exactOrderOfSql } from '../columns/exact-order.js';
import type { ColumnSchema, ExpressionSchema } from '../columns/expression.js';
import type { RelationSchema } from './filter-schema.js';

/** A function over the values that the related rows of a row have, or their number. */
export interface RelatedAggregate {
  readonly relation: RelationSchema;
  readonly function: AggregateFunction;
  /** Values of one related row. Undefined for the number of rows. */
  readonly of: ExpressionSchema | undefined;
  /** The declared condition on the related rows, which each request reads in its context. */
  readonly where?: DeclaredConditions | undefined;
  /** Text that is equal for aggregates of the same rows, which one statement can read. */
  readonly group?: string | undefined;
}

/** Conditions that a program declares: an object, or a function of the context that gives one. */
export interface DeclaredConditions {
  readonly conditions: object | ((context: never) => object);
  /** Names them in errors. */
  readonly subject: string;
}

/** An aggregate of the values that related rows have. */
interface ValuesAggregate extends RelatedAggregate {
  readonly of: ExpressionSchema;
}

/** Returns true where related rows have an aggregate of an expression. */
export function hasAggregate(row: AggregateFunction, expression: ExpressionSchema): boolean {
  const { storedKind, kind, column, list, document, isSubquery } = expression;
  if (list !== undefined || document !== undefined || isSubquery || !row.suits(kind) || !row.suits(storedKind))
    return false;
  // A sum of values that a transformer has changed is no value that it could change back.
  return row.name === 'min' || row.name === 'max' || column?.transformer === undefined;
}

/** Returns the values of an expression in rows, as functions are applied to them. */
export function aggregatedValues(expression: ExpressionSchema, alias: string): AggregatedValues {
  const { stored, storedKind, column, bindFacts, nullable } = expression;
  const sql = expression.sqlOf(alias);
  const type = typeof column?.type === 'string' ? column.type : '';
  return {
    sql,
    key: bindFacts.dialect.spellings({ sql, storedAs: stored.storedAs, type }).key,
    kind: storedKind,
    storedAs: stored.storedAs,
    scale: column?.scale,
    isWide: storedKind === valueKinds.bigint || column === undefined,
    isInEveryRow: !nullable,
  };
}

/**
 * Makes the expression of an aggregate of related rows, which is NULL where there are none.
 *
 * @param metadata a column of the entity that the aggregate belongs to. Default: the aggregated one
 */
export function aggregateExpression(
  related: ValuesAggregate,
  name: string,
  metadata = related.of.metadata,
): ExpressionSchema {
  const { function: row, of } = related;
  const { dialect } = of.bindFacts;
  const isOwnValue = row.name === 'min' || row.name === 'max';
  const result = row.kindOf({ kind: of.storedKind, storedAs: of.stored.storedAs }, dialect.aggregates);
  const kinds = isOwnValue
    ? {}
    : { kind: result, storedKind: result, stored: result, column: undefined, accepts: undefined };
  const expression: ExpressionSchema = Object.freeze({
    ...of,
    ...kinds,
    metadata,
    facts: isOwnValue ? of.facts : { zone: of.facts.zone },
    propertyPath: name,
    columnName: undefined,
    exactOrder: exactOrderOfSql(dialect),
    nullable: true,
    indexed: false,
    isSubquery: true,
    sqlOf: writtenByStatement(name),
  });
  aggregates.set(expression, related);
  return expression;
}

/**
 * Makes the expression of the number of related rows, which is 0 where there are none.
 *
 * @param owner a column of the entity that the number belongs to
 */
export function countExpression(related: RelatedAggregate, name: string, owner: ColumnSchema): ExpressionSchema {
  const { dialect } = owner.bindFacts;
  const expression: ExpressionSchema = Object.freeze({
    ...owner,
    propertyPath: name,
    sqlOf: writtenByStatement(name),
    columnName: undefined,
    column: undefined,
    accepts: undefined,
    kind: valueKinds.integer,
    storedKind: valueKinds.integer,
    stored: valueKinds.bigint,
    facts: { zone: owner.facts.zone },
    exactOrder: exactOrderOfSql(dialect),
    nullable: false,
    indexed: false,
    isSubquery: true,
  });
  aggregates.set(expression, related);
  return expression;
}

/** Makes the `sqlOf` of an expression that only a statement can write. */
function writtenByStatement(name: string): () => never {
  return () => {
    throw new TypeError(`${name} is an aggregate of related rows, whose SQL depends on the statement`);
  };
}

const aggregates = new WeakMap<ExpressionSchema, RelatedAggregate>();

/** Returns the aggregate of related rows that an expression is, or undefined for any other expression. */
export function relatedAggregateOf(expression: ExpressionSchema): RelatedAggregate | undefined {
  // Nearly every expression is a column.
  return expression.isSubquery ? aggregates.get(expression) : undefined;
}
