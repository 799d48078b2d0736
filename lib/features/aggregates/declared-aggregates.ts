import type { AggregateRequest, AggregateSchema, QueryPlan } from '../../ast/index.js';
import {
  FilterConfigurationError,
  checkEach,
  describeValue,
  didYouMean,
  wrongValue,
} from '../../configuration/index.js';
import { type AggregateFunction, aggregateFunction, aggregateFunctions } from '../../operators/index.js';
import {
  type AggregateRules,
  type FieldPath,
  type View,
  type ViewKind,
  fieldPathOf,
  fieldsOf,
  isPathVisible,
  isShownOtherwise,
  keyOf,
} from '../../schema/index.js';

/**
 * Looks up the aggregates of a list. Those that a handler inherits were checked with its entity, but the handler may
 * declare another kind for their fields.
 *
 * @param view the view of kind `code`, by whose names the declaration names fields
 * @param isInherited true where a handler inherits its entity's, and leaves out what it does not expose
 * @throws FilterConfigurationError with everything that is wrong with a declaration of the list's own, and every
 *   inherited function that does not suit its field
 */
export function aggregatesOf(
  view: View,
  rules: AggregateRules,
  subject: string,
  isInherited: boolean,
): readonly AggregateSchema[] {
  if (!isInherited) checkRules(view, rules, subject);
  const found = Object.entries(rules).flatMap(([name, names = []]) => {
    const path = fieldPathOf(view, name);
    return path === undefined ? [] : { path, name, names };
  });
  if (isInherited) checkEach(found, ({ path, name, names }) => checkRule(path, names, aboutField(name, subject)));
  return found.map(({ path, names }) => ({
    ...path,
    functions: names.flatMap((each) => aggregateFunction(each) ?? []),
  }));
}

function aboutField(name: string, subject: string): string {
  return `${subject}: aggregates.${name}`;
}

function checkRules(view: View, rules: unknown, subject: string): void {
  if (typeof rules !== 'object' || rules === null || Array.isArray(rules)) {
    throw wrongValue({ subject, name: 'aggregates', value: rules }, "an object such as { price: ['sum', 'avg'] }");
  }
  const entries = Object.entries(rules);
  if (entries.length === 0) {
    throw new FilterConfigurationError(`${subject}: \`aggregates\` is empty; leave it out`);
  }
  checkEach(entries, ([name, names]) => checkRule(pathOf(view, name, subject), names, aboutField(name, subject)));
}

function pathOf(view: View, name: string, subject: string): FieldPath {
  const path = fieldPathOf(view, name);
  if (path?.hops.length === 0) return path;
  const names = [...fieldsOf(view.members)].map(({ propertyPath }) => propertyPath);
  const reason = path === undefined ? 'is not an exposed field' : 'is behind a relation';
  throw new FilterConfigurationError(
    `${subject}: \`aggregates\` names ${name}, which ${reason}; ${didYouMean(name, names)}`,
  );
}

function checkRule({ field }: FieldPath, names: unknown, about: string): void {
  if (!Array.isArray(names) || names.length === 0) {
    throw new FilterConfigurationError(`${about} must be a list of functions, such as ['sum', 'avg']`);
  }
  const suitable = functionsFor(field).map((row) => row.name);
  const listed: readonly unknown[] = names;
  const twice = listed.find((name, index) => listed.indexOf(name) < index);
  if (twice !== undefined) throw new FilterConfigurationError(`${about} lists ${describeValue(twice)} twice`);
  checkEach(listed, (name) => {
    if (suitable.some((each) => each === name)) return;
    const exists = aggregateFunction(name) !== undefined;
    const reason = exists ? `which ${whatIs(field)} does not support` : 'which does not exist';
    const byKind = exists && isShownOtherwise(field.expression);
    const ifAny = byKind ? 'leave `kind` out, or list count alone' : didYouMean(String(name), suitable);
    const wayOut = suitable.length === 0 ? 'leave the field out' : ifAny;
    throw new FilterConfigurationError(`${about} lists ${String(name)}, ${reason}; ${wayOut}`);
  });
}

/** Returns the functions that a field has. A list has none: its elements are counted by facets. */
function functionsFor({ expression }: FieldPath['field']): readonly AggregateFunction[] {
  const { kind, list } = expression;
  if (list !== undefined || expression.aggregate !== undefined) return [];
  const isCounted = isShownOtherwise(expression);
  return aggregateFunctions.filter(({ suits, name }) => suits(kind) && (!isCounted || name === 'count'));
}

function whatIs({ expression }: FieldPath['field']): string {
  const { kind, list } = expression;
  if (expression.aggregate !== undefined) return 'an aggregate of related rows';
  if (isShownOtherwise(expression)) return "a date-time with `kind: 'date'`";
  return list === undefined ? kind.name : `a list of ${kind.name}`;
}

/**
 * Looks up the aggregates that a program names as `price:sum`, by the names of clients or by its own. One that the
 * context hides is left out: the program names the same for every client, and must not show to one what the client
 * could not ask for.
 *
 * @throws FilterConfigurationError for a name that is no aggregate
 */
export function namedAggregates(
  { list, at: { context } }: QueryPlan,
  names: readonly string[],
): readonly AggregateRequest[] {
  const { schema } = list;
  const declared = [...(list.declared.aggregates?.values() ?? [])];
  const pairs = [...pairsOf(declared, 'code'), ...pairsOf(declared, 'client')];
  const requests = [...new Set(names)].map((name) => {
    const request = pairs.findLast(([pair]) => pair === name)?.[1];
    if (request !== undefined) return request;
    const existing = pairsOf(declared, 'client').map(([pair]) => pair);
    throw new FilterConfigurationError(
      `aggregates(): ${name} is not an aggregate of ${schema.name}; ${didYouMean(name, existing)}`,
    );
  });
  return requests.filter(({ aggregate }) => isPathVisible(aggregate, context));
}

function pairsOf(
  declared: readonly AggregateSchema[],
  kind: ViewKind,
): readonly (readonly [string, AggregateRequest])[] {
  return declared.flatMap((aggregate) => {
    const name = keyOf(kind, aggregate);
    return aggregate.functions.map((row) => [`${name}:${row.name}`, { aggregate, function: row, name }] as const);
  });
}
