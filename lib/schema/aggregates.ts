import { numberOfObject } from '../caches/index.js';
import { type FilterConfigurationError, didYouMean } from '../configuration/index.js';
import {
  type AggregateFunction,
  type AggregatedValues,
  aggregateFunction,
  aggregateFunctions,
  aggregateOperators,
} from '../operators/index.js';
import { valueKinds } from '../values/index.js';
import { type ExpressionSchema, exactOrderOfSql, isShownOtherwise, isWithinPath, spellingsOf } from './columns.js';
import { type AggregateRule, besideAggregate, declaredFunctions } from './declarations.js';
import type { ColumnMetadata, RelationMetadata } from './joins.js';
import { type DeclaredField, relationOf, wrongField } from './members.js';
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

function hasAggregate(row: AggregateFunction, expression: ExpressionSchema): boolean {
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

/**
 * Makes the expression of an aggregate of related rows: NULL where there are none, or 0 for their number.
 *
 * @param owner an expression of the entity that it belongs to
 */
function aggregateExpression(related: RelatedAggregate, name: string, owner: ExpressionSchema): ExpressionSchema {
  const { function: row, of } = related;
  const base = of ?? owner;
  const { dialect } = base.bindFacts;
  const kind = row.kindOf({ kind: base.storedKind, storedAs: base.stored.storedAs }, dialect.aggregates);
  const stored = of === undefined ? valueKinds.bigint : kind;
  const facts = { zone: base.facts.zone };
  const result = { kind, storedKind: kind, stored, facts, column: undefined, accepts: undefined };
  return Object.freeze<ExpressionSchema>({
    ...base,
    ...(isOwnValue(row) ? {} : result),
    metadata: owner.metadata,
    propertyPath: name,
    columnName: undefined,
    exactOrder: exactOrderOfSql(dialect),
    nullable: of !== undefined,
    indexed: false,
    isSubquery: true,
    aggregate: related,
    sqlOf: () => {
      throw new TypeError(`${name} is an aggregate of related rows, whose SQL depends on the statement`);
    },
  });
}

/** Makes the expression of a field that is declared as an aggregate of related rows. Undefined for any other field. */
export function declaredAggregate(field: DeclaredField): ExpressionSchema | undefined {
  const { rule, path, registry, subject, column } = field;
  if (rule.of === undefined) {
    const stray = [...declaredFunctions, ...besideAggregate].find((option) => rule[option] !== undefined);
    if (stray === undefined) return undefined;
    throw wrongField(field, `has \`${stray}\`, which is for aggregates of related rows; name their relation by \`of\``);
  }
  checkName(field);
  const metadata = relationAt(field, rule.of);
  const [name, of] = functionOf(field, rule);
  const row = aggregateFunction(name);
  if (row === undefined) throw new TypeError(`there is no aggregate ${name}`);
  const related = {
    relation: relationOf(metadata, {}, { registry, subject }),
    function: row,
    of: of === true ? undefined : valuesOf(field, metadata, of, row),
    where: rule.where && { conditions: rule.where, subject: `\`where\` of ${path} in ${subject}` },
    group: groupOf(rule),
  };
  return aggregateExpression(related, path, registry.columns.of(column));
}

/** Names the related rows of a rule: equal objects are equal conditions, and a function is equal to itself alone. */
function groupOf({ of = '', where }: AggregateRule): string {
  if (where === undefined) return of;
  return `${of} ${typeof where === 'function' ? numberOfObject(where) : JSON.stringify(where, bigintsAsTexts)}`;
}

function bigintsAsTexts(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

/** The options of fields that say how a column is read. */
const ofColumns = ['kind', 'list', 'paths'] as const;

function checkName(field: DeclaredField): void {
  const { path, rule, metadata } = field;
  if (path.includes('.') || /[:,$[\]]/.test(path)) {
    throw wrongField(field, 'is the name of an aggregate of related rows; leave out . : , $ [ ]');
  }
  if (metadata.columns.some(({ propertyPath }) => isWithinPath(propertyPath, path))) {
    throw wrongField(field, 'is a column; choose another name for the aggregate of related rows');
  }
  const stray = ofColumns.find((option) => rule[option] !== undefined);
  if (stray === undefined) return;
  throw wrongField(field, `has \`${stray}\`, which is for columns; leave it out: the function sets the kind`);
}

function relationAt(field: DeclaredField, of: string): RelationMetadata {
  const { relations } = field.metadata;
  const relation = relations.find(({ propertyPath }) => propertyPath === of);
  const many = relations.filter(({ isOneToMany, isManyToMany }) => isOneToMany || isManyToMany);
  const names = many.map(({ propertyPath }) => propertyPath);
  if (relation !== undefined && many.includes(relation)) return relation;
  const reason = relation === undefined ? 'which is not a relation' : 'which leads to one row and has no aggregates';
  const wayOut = names.length === 0 ? 'the entity has no relation to many rows' : didYouMean(of, names);
  throw wrongField(field, `is an aggregate of ${of}, ${reason}; ${wayOut}`);
}

type DeclaredFunction = (typeof declaredFunctions)[number];

/** Returns the function of a rule, and the column that it is over: `true` for the number of rows. */
function functionOf(field: DeclaredField, rule: AggregateRule): readonly [DeclaredFunction, string | true] {
  const given = declaredFunctions.flatMap((name) => {
    const of = rule[name];
    return of === undefined ? [] : [[name, of] as const];
  });
  const [only, another] = given;
  if (only !== undefined && another === undefined) return only;
  const names = given.map(([name]) => `\`${name}\``).join(' and ');
  const what = only === undefined ? 'has no function' : `has ${names}`;
  throw wrongField(
    field,
    `is an aggregate of related rows and ${what}; declare one of: ${declaredFunctions.join(', ')}`,
  );
}

/** Returns the values that the related rows have in a column, exposed or not, as their entity declares its kind. */
function valuesOf(
  field: DeclaredField,
  { inverseEntityMetadata: related }: RelationMetadata,
  of: string,
  row: AggregateFunction,
): ExpressionSchema {
  const { registry } = field;
  const own = related.columns.filter(({ isVirtual }) => !isVirtual);
  const column = own.find(({ propertyPath }) => propertyPath === of);
  const declared = registry.isFilterable(related) ? registry.exposureOf(related).fields : undefined;
  const read = (each: ColumnMetadata) => {
    const expression = registry.columns.of(each, declared?.get(each.propertyPath)?.kind);
    return isShownOtherwise(expression) ? registry.columns.of(each) : expression;
  };
  const suits = (each: ColumnMetadata): boolean => !each.isVirtualProperty && hasAggregate(row, read(each));
  const wrong = (reason: string): FilterConfigurationError => {
    const names = own.filter(suits).map(({ propertyPath }) => propertyPath);
    const wayOut = names.length === 0 ? `${related.name} has no such column` : didYouMean(of, names);
    return wrongField(field, `has \`${row.name}\` of ${of}, which ${reason}; ${wayOut}`);
  };
  if (column === undefined) throw wrong(`is not a column of ${related.name}`);
  if (suits(column)) return read(column);
  if (column.isVirtualProperty) throw wrong('is a virtual column');
  const { kind } = read(column);
  const isChanged = column.transformer !== undefined && row.suits(kind);
  throw wrong(isChanged ? 'has a transformer, which cannot convert a sum' : `is ${kind.name}`);
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
