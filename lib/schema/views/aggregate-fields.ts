import { type AggregateFunction, aggregateFunctions, aggregateOperators } from '../../operators/index.js';
import { aggregateExpression, hasAggregate } from './related-aggregate.js';
import type { FieldSchema, RelationSchema, ViewKind } from './filter-schema.js';
import { namePaths } from './former-keys.js';
import { isVisible } from './view.js';

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
  const known = byField.get(field) ?? fieldOf(relation, row, field);
  if (known !== undefined) byField.set(field, known);
  return known;
}

function fieldOf(relation: RelationSchema, row: AggregateFunction, field: FieldSchema): FieldSchema | undefined {
  const token = `$${row.name}`;
  if (!hasAggregate(row, field.expression)) return undefined;
  if (field.named !== undefined && !field.named.includes(token)) return undefined;
  const operators = [...field.operators].filter(([name]) => aggregateOperators.has(name));
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
    expression: aggregateExpression({ relation, function: row, of: field.expression }, propertyPath),
    members: undefined,
    operators: new Map(operators),
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
