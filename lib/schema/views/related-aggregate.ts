import type { AggregateFunction, AggregatedValues } from '../../operators/index.js';
import { valueKinds } from '../../values/index.js';
import { exactOrderOfSql } from '../columns/exact-order.js';
import type { ExpressionSchema } from '../columns/expression.js';
import type { RelationSchema } from './filter-schema.js';

/** A function over the values that the related rows of a row have. */
export interface RelatedAggregate {
  readonly relation: RelationSchema;
  readonly function: AggregateFunction;
  /** Values of one related row. */
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
  const { stored, storedKind, column, bindFacts } = expression;
  const sql = expression.sqlOf(alias);
  const type = typeof column?.type === 'string' ? column.type : '';
  return {
    sql,
    key: bindFacts.dialect.spellings({ sql, storedAs: stored.storedAs, type }).key,
    kind: storedKind,
    storedAs: stored.storedAs,
    scale: column?.scale,
    isWide: storedKind === valueKinds.bigint || column === undefined,
  };
}

/** Makes the expression of an aggregate of related rows, which is NULL where there are none. */
export function aggregateExpression(related: RelatedAggregate, name: string): ExpressionSchema {
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
    facts: isOwnValue ? of.facts : { zone: of.facts.zone },
    propertyPath: name,
    columnName: undefined,
    exactOrder: exactOrderOfSql(dialect),
    nullable: true,
    indexed: false,
    isSubquery: true,
    sqlOf: () => {
      throw new TypeError(`${name} is an aggregate of related rows, whose SQL depends on the statement`);
    },
  });
  aggregates.set(expression, related);
  return expression;
}

const aggregates = new WeakMap<ExpressionSchema, RelatedAggregate>();

/** Returns the aggregate of related rows that an expression is, or undefined for any other expression. */
export function relatedAggregateOf(expression: ExpressionSchema): RelatedAggregate | undefined {
  // Nearly every expression is a column.
  return expression.isSubquery ? aggregates.get(expression) : undefined;
}
