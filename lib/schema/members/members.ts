import { didYouMean, FilterConfigurationError, withArticle } from '../../configuration/index.js';
import type { AnyOperator } from '../../operators/index.js';
import { operatorSuits, relatedAggregateTokens } from '../../operators/index.js';
import { type ValueKind, declarableKinds } from '../../values/index.js';
import { type ExpressionSchema, hasOrder } from '../columns/expression.js';
import { deprecationOf } from '../rules/deprecations.js';
import type { ExposedField } from '../rules/exposed.js';
import type { FieldSchema } from '../views/filter-schema.js';
import { checkNames } from '../rules/names.js';
import type { Schemas } from '../views/schemas.js';

/** Declaration at the beginning of an error message: `@Filterable() on Post`, `rulesFor(Post)`, or a handler's name. */
export type Subject = string;

/** Declaration that members are made for: an entity's decorators, or one handler's overrides. */
export interface Declaration {
  /** The subject of its errors. */
  readonly subject: Subject;
  /** Schemas with its columns and related entities. */
  readonly registry: Schemas;
  /** Operators that a handler allows, behind relations too. Undefined for all that the entities allow. */
  readonly operators: readonly string[] | undefined;
}

/**
 * Returns the path of a property for clients: its own, or its alias as a single segment. A path in a document has both,
 * the document's column first.
 */
export function clientPathOf(
  propertyPath: string,
  { as, place }: Pick<ExposedField, 'as' | 'place'>,
): readonly string[] {
  if (place === undefined) return (as ?? propertyPath).split('.');
  return [...clientPathOf(place.document, { as: place.documentAs }), ...clientPathOf(place.name, { as })];
}

/** Returns the paths that clients had for a property before it was renamed, its document's former names included. */
export function formerPathsOf(
  propertyPath: string,
  { as, formerly = [], place }: Pick<ExposedField, 'as' | 'formerly' | 'place'>,
): readonly (readonly string[])[] {
  const former = formerly.map((name) => name.split('.'));
  if (place === undefined) return former;
  const { document, documentAs, documentFormerly } = place;
  const documents = [
    clientPathOf(document, { as: documentAs }),
    ...formerPathsOf(document, { formerly: documentFormerly }),
  ];
  const paths = [clientPathOf(place.name, { as }), ...former];
  // The first one is the present path.
  return documents.flatMap((outer) => paths.map((inner) => [...outer, ...inner])).slice(1);
}

/**
 * Returns the path of a document's field by its keys. A typed document has properties of these names,
 * whatever the path is called.
 */
function keyPathOf(propertyPath: string, { place }: ExposedField): readonly string[] | undefined {
  const keys = place && [...place.document.split('.'), ...place.keys];
  // A key may contain a dot, where the name splits.
  return JSON.stringify(keys) === JSON.stringify(propertyPath.split('.')) ? undefined : keys;
}

/**
 * Checks that an alias can be one segment of a key: it contains no characters of the request syntax, and is not a
 * number, which would be a list index.
 *
 * @throws FilterConfigurationError for any other alias
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
 * Makes a field from an expression and its rule.
 *
 * @throws FilterConfigurationError where the rule's kind, operators or order do not suit the expression
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
    formerPaths: formerPathsOf(path, rule),
    deprecated: deprecatedNames(expression, rule),
    propertyPath: path,
    keyPath: keyPathOf(path, rule),
    expression,
    members: rule.paths === undefined ? undefined : new Map(),
    operators: new Map(operators.map((operator) => [operator.token, operator])),
    named: rule.operators,
    load: rule.load === true,
    sortable: rule.sortable ?? isOrdered,
    when: rule.when,
  };
}

/** Lists the deprecated names that a request for a field uses: its own, and its document's. */
function deprecatedNames({ metadata, propertyPath }: ExpressionSchema, rule: ExposedField): FieldSchema['deprecated'] {
  const { place, deprecated } = rule;
  const nameOf = (path: readonly string[]) => `${metadata.entityMetadata.name}.${path.join('.')}`;
  const own = deprecationOf(nameOf(clientPathOf(propertyPath, rule)), deprecated);
  if (place?.documentDeprecated === undefined) return own;
  const document = nameOf(clientPathOf(place.document, { as: place.documentAs }));
  return [...deprecationOf(document, place.documentDeprecated), ...own];
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

/**
 * Names a column's type: by its kind for numbers and dates, by its declaration for `text` and
 * `opaque`, which cover many.
 */
function typeName({ type, isArray }: ExpressionSchema['metadata'], { name }: ValueKind): string {
  if (name !== 'opaque' && name !== 'text') return name;
  const declared = typeof type === 'function' ? name : type;
  return isArray ? `${declared} array` : declared;
}

/** Names a field by its values: `an integer field`, `a list of integer values`. */
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
  // An aggregate of related rows is no operator of the field itself.
  const own = rule.operators.filter((token) => !relatedAggregateTokens.includes(token));
  return own.map((token) => {
    const operator = suitable.find((candidate) => candidate.token === token);
    if (operator !== undefined) return operator;
    const tokens = suitable.map((candidate) => candidate.token);
    throw new FilterConfigurationError(
      `${field}: ${token} is not an operator for ${fieldOfKind(expression)}; ${didYouMean(token, tokens)}`,
    );
  });
}
