import {
  type AggregateFunction,
  type AggregatedValues,
  aggregateFunctions,
  aggregateOperators,
} from '../operators/index.js';
import { valueKinds } from '../values/index.js';
import { type ExpressionSchema, exactOrderOfSql, spellingsOf } from './columns.js';
import { type FieldSchema, type RelationSchema, type ViewKind, isVisible, namePaths } from './model.js';

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

export function hasAggregate(row: AggregateFunction, expression: ExpressionSchema): boolean {
  const { storedKind, kind, column, list, document, isSubquery } = expression;
  if (list !== undefined || document !== undefined || isSubquery || !row.suits(kind) || !row.suits(storedKind))
    return false;
  // A sum of values that a transformer has changed is no value that it could change back.
  return isOwnValue(row) || column?.transformer === undefined;
}

/** Returns true for a function whose result is one of the values. */
function isOwnValue({ name }: AggregateFunction): boolean {
  return name === 'min' || name === 'max';
}

/** Returns the values of an expression in rows, as functions are applied to them. */
export function aggregatedValues(expression: ExpressionSchema, alias: string): AggregatedValues {
  const { stored, storedKind, column, nullable } = expression;
  const sql = expression.sqlOf(alias);
  return {
    sql,
    key: spellingsOf(sql, expression).key,
    kind: storedKind,
    storedAs: stored.storedAs,
    scale: column?.scale,
    isWide: storedKind === valueKinds.bigint || column === undefined,
    isInEveryRow: !nullable,
  };
}

const aggregates = new WeakMap<ExpressionSchema, RelatedAggregate>();

/** Returns the aggregate of related rows that an expression is, or undefined for any other expression. */
export function relatedAggregateOf(expression: ExpressionSchema): RelatedAggregate | undefined {
  // Nearly every expression is a column.
  return expression.isSubquery ? aggregates.get(expression) : undefined;
}

/**
 * Makes the expression of an aggregate of related rows: NULL where there are none, or 0 for their number.
 *
 * @param owner an expression of the entity that it belongs to
 */
export function aggregateExpression(related: RelatedAggregate, name: string, owner: ExpressionSchema) {
  const { function: row, of } = related;
  const base = of ?? owner;
  const { dialect } = base.bindFacts;
  const kind = row.kindOf({ kind: base.storedKind, storedAs: base.stored.storedAs }, dialect.aggregates);
  const stored = of === undefined ? valueKinds.bigint : kind;
  const facts = { zone: base.facts.zone };
  const result = { kind, storedKind: kind, stored, facts, column: undefined, accepts: undefined };
  const expression: ExpressionSchema = Object.freeze({
    ...base,
    ...(isOwnValue(row) ? {} : result),
    metadata: owner.metadata,
    propertyPath: name,
    columnName: undefined,
    exactOrder: exactOrderOfSql(dialect),
    nullable: of !== undefined,
    indexed: false,
    isSubquery: true,
    sqlOf: () => {
      throw new TypeError(`${name} is an aggregate of related rows, whose SQL depends on the statement`);
    },
  });
  aggregates.set(expression, related);
  return expression;
}

/** The functions whose aggregates of related rows clients may ask for, by token: `$avg`. */
const byToken: ReadonlyMap<string, AggregateFunction> = new Map(
  aggregateFunctions.filter(({ counts }) => !counts).map((row) => [`$${row.name}`, row]),
);

/** Returns the function that a token stands for under a relation, or undefined where clients may not ask for it. */
export function aggregateAt({ aggregates, toMany }: RelationSchema, token: string): AggregateFunction | undefined {
  const row = byToken.get(token);
  return row !== undefined && toMany && aggregates.includes(row) ? row : undefined;
}

/** Lists the tokens of the functions that clients may ask for under a relation. */
export function aggregateTokens({ aggregates, toMany }: RelationSchema): readonly string[] {
  return toMany ? aggregates.map(({ name }) => `$${name}`) : [];
}

const made = new WeakMap<RelationSchema, Map<AggregateFunction, WeakMap<FieldSchema, FieldSchema>>>();

/**
 * Returns the field that an aggregate of related rows is to the row that they belong to. It is made once for a
 * relation, so that equal requests have one statement.
 *
 * @returns undefined where the field has no such aggregate, or its rule does not name it
 */
export function aggregateField(
  relation: RelationSchema,
  row: AggregateFunction,
  field: FieldSchema,
): FieldSchema | undefined {
  const byFunction = made.get(relation) ?? new Map<AggregateFunction, WeakMap<FieldSchema, FieldSchema>>();
  made.set(relation, byFunction);
  const byField = byFunction.get(row) ?? new WeakMap<FieldSchema, FieldSchema>();
  byFunction.set(row, byField);
  const existing = byField.get(field) ?? makeField(relation, row, field);
  if (existing !== undefined) byField.set(field, existing);
  return existing;
}

function makeField(relation: RelationSchema, row: AggregateFunction, field: FieldSchema): FieldSchema | undefined {
  const token = `$${row.name}`;
  if (!hasAggregate(row, field.expression)) return undefined;
  if (field.named !== undefined && !field.named.includes(token)) return undefined;
  const propertyPath = `${relation.propertyPath}.${token}.${field.propertyPath}`;
  return {
    type: 'field',
    clientPath: [...relation.clientPath, token, ...field.clientPath],
    formerPaths: namePaths(relation)
      .flatMap((outer) => namePaths(field).map((inner) => [...outer, token, ...inner]))
      .slice(1),
    deprecated: [...relation.deprecated, ...field.deprecated],
    propertyPath,
    keyPath: undefined,
    expression: aggregateExpression({ relation, function: row, of: field.expression }, propertyPath, field.expression),
    members: undefined,
    operators: new Map([...field.operators].filter(([name]) => aggregateOperators.has(name))),
    named: undefined,
    sortable: field.sortable,
    when: field.when,
  };
}

/** Lists the aggregates of a function that a context may ask for under a relation, by the names of a kind of view. */
export function aggregateFieldsOf(
  relation: RelationSchema,
  row: AggregateFunction,
  { kind, context }: { readonly kind: ViewKind; readonly context: unknown },
): readonly (readonly [string, FieldSchema])[] {
  return [...relation.view(kind).members].flatMap(([name, member]) => {
    if (member.type !== 'field' || !isVisible(member, context)) return [];
    const field = aggregateField(relation, row, member);
    return field === undefined ? [] : [[name, field] as const];
  });
}
