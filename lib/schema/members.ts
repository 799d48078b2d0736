import type { EntityMetadata } from 'typeorm';
import { didYouMean, FilterConfigurationError, withArticle } from '../configuration/index.js';
import type { AnyOperator } from '../operators/index.js';
import { operatorSuits } from '../operators/index.js';
import { type ValueKind, declarableKinds } from '../values/index.js';
import { type ExpressionSchema, hasOrder } from './expression.js';
import type { ExposedField } from './exposed.js';
import type { FieldSchema } from './filter-schema.js';
import { checkNames } from './names.js';
import type { Schemas } from './schemas.js';

/** The declaration that an error message begins with: `@Filterable() on Post`, or the name of a handler. */
export type Subject = string;

/** Returns the subject of errors in an entity's decorators. */
export function declarationOf(metadata: EntityMetadata): Subject {
  return `@Filterable() on ${metadata.name}`;
}

/** The declaration that members are made for: an entity's decorators, or one handler's overrides of them. */
export interface Declaration {
  /** The subject of its errors. */
  readonly subject: Subject;
  /** The schemas that its columns and related entities are looked up in. */
  readonly registry: Schemas;
  /** The only operators that a handler allows, behind relations too; undefined: all that the entities allow. */
  readonly operators: readonly string[] | undefined;
}

/**
 * Returns the path by which clients know a property: the property's own, or its alias as a single segment. A path in a document
 * has both, that of the document's column first.
 */
export function clientPathOf(
  propertyPath: string,
  { as, place }: Pick<ExposedField, 'as' | 'place'>,
): readonly string[] {
  if (place === undefined) return (as ?? propertyPath).split('.');
  return [...clientPathOf(place.document, { as: place.documentAs }), ...clientPathOf(place.name, { as })];
}

/** Returns the path of a document's field by its keys: a typed document has properties by these, whatever the path's name. */
function keyPathOf(propertyPath: string, { place }: ExposedField): readonly string[] | undefined {
  const keys = place && [...place.document.split('.'), ...place.keys];
  // A key may have a dot, at which the name splits.
  return JSON.stringify(keys) === JSON.stringify(propertyPath.split('.')) ? undefined : keys;
}

/**
 * Checks that an alias can be one segment of a key: without the characters of the request syntax, and no number, which would
 * be the index of a list.
 *
 * @throws FilterConfigurationError where it cannot
 */
export function checkAlias(alias: string, subject: Subject): void {
  if (isAlias(alias)) return;
  throw new FilterConfigurationError(
    `${subject}: the alias ${alias} contains one of . : , $ [ ], is a number, or is empty`,
  );
}

/** Returns true for a text that can be one segment of a key. */
export function isAlias(text: string): boolean {
  return /^[^.:,$[\]]+$/.test(text) && !/^\d+$/.test(text);
}

/**
 * Makes a field of an expression and its rule.
 *
 * @throws FilterConfigurationError where the rule declares a kind, operators or an order that the expression cannot have
 */
export function fieldOf(expression: ExpressionSchema, rule: ExposedField, declaration: Declaration): FieldSchema {
  const { subject } = declaration;
  const { kind, facts, propertyPath: path } = expression;
  checkDeclaredKind(expression, subject);
  const operators = operatorsOf(expression, rule, declaration);
  if (kind.name === 'enum' && facts.members === undefined) {
    throw new FilterConfigurationError(`${subject}: ${path} is an enum without members; name them: @Column({ enum })`);
  }
  const isOrdered = hasOrder(expression);
  if (rule.sortable === true && !isOrdered) {
    const what = expression.list === undefined ? kind.name : 'a list';
    throw new FilterConfigurationError(`${subject}: ${path} is ${what}, which has no order to sort by`);
  }
  return {
    type: 'field',
    clientPath: clientPathOf(path, rule),
    propertyPath: path,
    keyPath: keyPathOf(path, rule),
    expression,
    members: rule.paths === undefined ? undefined : new Map(),
    operators: new Map(operators.map((operator) => [operator.token, operator])),
    sortable: rule.sortable ?? isOrdered,
    when: rule.when,
  };
}

/** Checks a declared kind against the column. With a transformer, the column's type says nothing about the values. */
function checkDeclaredKind({ metadata, kind, storedKind, bindFacts }: ExpressionSchema, subject: Subject): void {
  if (kind === storedKind || metadata.transformer !== undefined) return;
  const kinds = declarableKinds(storedKind.name, bindFacts.dialect, metadata);
  if (kinds === 'every' || kinds.includes(kind.name)) return;
  throw new FilterConfigurationError(
    `${subject}: the field ${metadata.propertyPath} has the kind ${kind.name}, which ${withArticle(typeName(metadata, storedKind))} ` +
      `column cannot hold; it can hold: ${kinds.join(', ')}.${storedKind.name === 'text' ? transformerHint : ''}`,
  );
}

const transformerHint = ' If its texts stand for other values, give the column a transformer.';

/** Names a column's type: by its kind for numbers and dates, by its declaration for `text` and `opaque`, which cover many. */
function typeName({ type, isArray }: ExpressionSchema['metadata'], { name }: ValueKind): string {
  if (name !== 'opaque' && name !== 'text') return name;
  const declared = typeof type === 'function' ? name : type;
  return isArray ? `${declared} array` : declared;
}

/** Names a field by what it holds: `an integer field`, `a list of integer values`. */
function fieldOfKind({ kind, list }: ExpressionSchema): string {
  return list === undefined ? `${withArticle(kind.name)} field` : `a list of ${kind.name} values`;
}

function operatorsOf(
  expression: ExpressionSchema,
  rule: ExposedField,
  declaration: Declaration,
): readonly AnyOperator[] {
  const { registry, subject } = declaration;
  const all = [...registry.options.operators.values()];
  const suitable = all.filter((operator) => operatorSuits(operator, expression.kind, expression.list !== undefined));
  if (rule.operators === undefined) return suitable;
  const field = `${subject}: ${expression.propertyPath}`;
  checkNames(rule.operators, 'operators', field);
  if (rule.operators.length === 0) {
    throw new FilterConfigurationError(`${field}: \`operators\` is empty; leave the field out`);
  }
  return rule.operators.map((token) => {
    const operator = suitable.find((candidate) => candidate.token === token);
    if (operator !== undefined) return operator;
    const tokens = suitable.map((candidate) => candidate.token);
    throw new FilterConfigurationError(
      `${field}: ${token} is not an operator for ${fieldOfKind(expression)}; ${didYouMean(token, tokens)}`,
    );
  });
}
