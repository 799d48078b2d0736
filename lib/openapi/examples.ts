import { FilterConfigurationError } from '../configuration/index.js';
import { issuesOf } from '../engine/index.js';
import { type OperatorSpelling, spellingsOf } from '../parse/index.js';
import { type FieldSchema, everybody, fieldsOf, isVisible } from '../schema/index.js';
import {
  type Parameter,
  RequestBody,
  type RequestTree,
  isPlainObject,
  nameOf,
  parameters,
  printQueryString,
} from '../wire/index.js';
import { firstPage } from './parameters.js';
import { type DocumentedList, type JsonSchema, operandSchema, valueSchema } from './schemas.js';

/** Examples of one parameter by title, in OpenAPI's form. */
export type Examples = Readonly<Record<string, { readonly value: unknown } | { readonly summary: string }>>;

/** An example of a whole request, by its title. */
export type RequestExample = readonly [title: string, request: RequestTree];

/** Source of a list's requests. */
export type RequestSource = 'query' | 'body';

/**
 * Checks a programmer's examples, and leaves out those with names that the context cannot see.
 *
 * @throws FilterConfigurationError with the words of the refusal, for an example that nobody could send
 */
export function soundExamples(
  list: DocumentedList,
  examples: readonly RequestExample[],
  source: RequestSource,
): readonly RequestExample[] {
  return examples.filter(([title, request]) => {
    const [issue] = issuesIn(list, request, source, everybody);
    if (issue !== undefined) {
      throw new FilterConfigurationError(`@ApiFilters() on ${list.name}: the example “${title}”: ${issue.message}`);
    }
    return issuesIn(list, request, source, list.context).length === 0;
  });
}

/** Returns the examples of one parameter. */
function examplesOf(parameter: Parameter, examples: readonly RequestExample[]): Examples | undefined {
  const own = examples.filter(([, request]) => request[parameter] !== undefined);
  if (own.length === 0) return undefined;
  return Object.fromEntries(own.map(([title, request]) => [title, { value: queryValueOf(parameter, request) }]));
}

/**
 * Returns the value of a parameter as JSON. A list of names becomes a list of texts, the one form that documents show.
 */
function valueOf(parameter: Parameter, request: RequestTree): unknown {
  const value = asJson(request[parameter]);
  if (parameter === 'sort') return sortKeys(value);
  if (parameter === 'populate') return populateByName(value);
  const isOfNames = parameter === 'facets' || parameter === 'aggregates' || parameter === 'fields';
  return isOfNames && typeof value === 'string' ? value.split(',') : value;
}

/** Returns the value of a parameter of a query string. Facets are a list of names, aggregates one of pairs. */
function queryValueOf(parameter: Parameter, request: RequestTree): unknown {
  const value = valueOf(parameter, request);
  if (!isPlainObject(value)) return value;
  if (parameter === 'facets') return Object.keys(value);
  return parameter === 'aggregates' ? pairsIn(value) : value;
}

/** Returns aggregates as pairs of a field and a function. */
function pairsIn(aggregates: object): readonly string[] {
  const pairs = Object.entries(aggregates) as [string, unknown][];
  return pairs.flatMap(([name, functions]) =>
    (Array.isArray(functions) ? functions.map(String) : String(functions).split(',')).map((each) => `${name}:${each}`),
  );
}

/** Writes a list of relations as the object that documents show. */
function populateByName(value: unknown): unknown {
  const names = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(names)) return value;
  const printed: Record<string, unknown> = {};
  for (const name of names) putPath(printed, String(name).split('.'));
  return printed;
}

function putPath(into: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  const existing = into[name];
  if (rest.length === 0) {
    into[name] = existing ?? true;
    return;
  }
  const options = isPlainObject(existing) ? existing : {};
  const below = { ...(isPlainObject(options['populate']) ? options['populate'] : {}) };
  putPath(below, rest);
  into[name] = { ...options, populate: below };
}

function sortKeys(sort: unknown, path = ''): readonly string[] {
  if (Array.isArray(sort)) return sort.flatMap((each) => sortKeys(each));
  if (isPlainObject(sort)) return Object.entries(sort).flatMap(([name, each]) => sortKeys(each, `${path}${name}.`));
  const text = String(sort);
  return path === '' ? text.split(',') : [`${path.slice(0, -1)}:${text}`];
}

/** Makes the body of a request, under the list's names. */
export function exampleBody({ profile }: DocumentedList, request: RequestTree): Record<string, unknown> {
  const sent = parameters.filter((parameter) => request[parameter] !== undefined);
  return Object.fromEntries(sent.map((parameter) => [nameOf(parameter, profile.params), valueOf(parameter, request)]));
}

/**
 * Makes an example of conditions, on the first suitable field. Without an example, a page would send every
 * operator of every field.
 */
export function generatedExample(list: DocumentedList, source: RequestSource): RequestExample | undefined {
  for (const filters of candidates(list)) {
    const request = { filters };
    if (issuesIn(list, request, source, list.context).length === 0) return ['An example', request];
  }
  return undefined;
}

/** Lists every mistake in a request to a list, sent as its clients send it. */
export function issuesIn(list: DocumentedList, request: RequestTree, source: RequestSource, context: unknown) {
  const { profile, settings } = list;
  const input =
    source === 'body' || isClosed(list)
      ? new RequestBody(exampleBody(list, request))
      : printQueryString(request, profile.params);
  return issuesOf(profile, settings, { input, context });
}

/** True where the usual spelling of conditions is refused in query strings: examples are checked as bodies. */
export function isClosed({ profile }: DocumentedList): boolean {
  return (profile.flat?.rules.closed.size ?? 0) > 0;
}

/** The operators that make a good example, the best first. */
const telling = ['$contains', '$eq', '$has', '$gte', '$in', '$notNull'];

function* candidates({ profile, settings, context }: DocumentedList): Generator<JsonSchema> {
  const { view } = profile.list('client');
  const fields = [...fieldsOf(view.members)].filter((field) => isVisible(field, context));
  // A text is a better example than a key, which usually comes first.
  const [texts, others] = [true, false].map((is) => fields.filter((field) => is === isText(field)));
  for (const field of [...(texts ?? []), ...(others ?? [])]) {
    const spellings = [...spellingsOf(field, settings)].sort((one, other) => rankOf(one) - rankOf(other));
    for (const { spelling, operator } of spellings) {
      const value = exampleValue(valueSchema(field.narrowed ?? field.expression, profile.limits));
      const operand = exampleValue(operandSchema(operator.takes, value.schema, profile.limits), value.example);
      yield nested(field, { [spelling]: operand.example });
    }
  }
  for (const [name, member] of view.members) {
    if (member.type === 'relation' && isVisible(member, context)) yield { [name]: { $exists: true } };
  }
}

function isText({ expression: { kind, list } }: FieldSchema): boolean {
  return kind.textual && list === undefined;
}

function rankOf({ spelling }: OperatorSpelling): number {
  const rank = telling.indexOf(spelling);
  return rank < 0 ? telling.length : rank;
}

function nested({ clientPath }: FieldSchema, condition: JsonSchema): JsonSchema {
  return clientPath.reduceRight<JsonSchema>((inner, name) => ({ [name]: inner }), condition);
}

/** The examples of texts by their format; a time of day has a pattern. */
const byFormat: Readonly<Record<string, string>> = {
  date: '2024-02-29',
  'date-time': '2024-02-29T12:00:00Z',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
};

/** Makes an example of a value. */
export function exampleValue(
  schema: JsonSchema,
  element?: unknown,
): { readonly schema: JsonSchema; readonly example: unknown } {
  const { type, format, pattern, minimum, minItems, enum: members, anyOf } = schema;
  const given = (example: unknown) => ({ schema, example });
  if (Array.isArray(members)) return given(members[0]);
  if (Array.isArray(anyOf)) return given(exampleValue((anyOf as readonly JsonSchema[])[0] ?? {}).example);
  if (type === 'array') return given(Array.from({ length: Number(minItems) }, () => element));
  if (type === 'boolean') return given(true);
  if (type === 'integer' || type === 'number') return given(Math.max(Number(minimum ?? 1), 1));
  if (pattern !== undefined) return given('09:30');
  return given(typeof format === 'string' ? byFormat[format] : 'a');
}

/** Writes a value as JSON: a Date as text, a bigint by its digits. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
  return JSON.parse(text) as unknown;
}

/** An example without a value. Pages send nothing for it. */
const notSent: Examples = { 'Not sent': { summary: 'Not sent' } };

/**
 * Returns the examples of a parameter for a page, where a user picks one for each. If one request leaves the
 * parameter out, an example stands for that, too. A page fills in the first example of all parameters, so
 * these must be one request.
 */
export function forPages(
  parameter: Parameter,
  list: DocumentedList,
  examples: readonly RequestExample[],
): Examples | undefined {
  const all = examplesFor(parameter, list, examples);
  const [isInFirst = true, ...others] = examples.map(([, request]) => request[parameter] !== undefined);
  if (all === undefined || (isInFirst && others.every(Boolean))) return all;
  const none = parameter === 'pagination' ? firstPageOf(list) : notSent;
  return isInFirst ? { ...all, ...none } : { ...none, ...all };
}

/** Returns the examples of a parameter, or a usual one where there is none. */
export function examplesFor(
  parameter: Parameter,
  list: DocumentedList,
  examples: readonly RequestExample[],
): Examples | undefined {
  return examplesOf(parameter, examples) ?? usualExample(parameter, list);
}

/** Returns the usual example of a parameter. */
function usualExample(parameter: Parameter, list: DocumentedList): Examples | undefined {
  if (parameter === 'filters') {
    const example = generatedExample(list, 'query');
    return example && examplesOf('filters', [example]);
  }
  return parameter === 'pagination' ? firstPageOf(list) : undefined;
}

function firstPageOf({ profile, context }: DocumentedList): Examples | undefined {
  const [style] = profile.list('client').declared.pagination.styles(context);
  return style && { 'The first page': { value: firstPage(style, profile.limits) } };
}
