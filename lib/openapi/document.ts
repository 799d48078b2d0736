import type { INestApplicationContext, Type } from '@nestjs/common';
import type { EntityTarget } from 'typeorm';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { QueryInput, RelationName } from '../contract/index.js';
import { FilterConfigurationError, checkEach } from '../configuration/index.js';
import { FilterEngine, type RefusalOptions, audienceOf, describe, issuesOf, ofHandler } from '../engine/index.js';
import { type OperatorSpelling, spellingsOf } from '../parse/index.js';
import { type FieldSchema, type View, everybody, fieldsOf, isVisible } from '../schema/index.js';
import {
  type Parameter,
  RequestBody,
  type RequestTree,
  isPlainObject,
  nameOf,
  parameterOf,
  parameters,
  printQueryString,
} from '../wire/index.js';
import {
  Components,
  type DocumentedList,
  type JsonSchema,
  ListMaker,
  type Nesting,
  type Reference,
  closed,
  operandSchema,
  pascal,
  valueSchema,
} from './schemas.js';
import { issueCodes } from '../issues/index.js';
import { limitTable } from '../limits.js';
import { FilterException, strapiErrorBody } from '../filter.exception.js';
import { pageSchema, rowSchema } from './rows.js';
import { type ParameterSchema, firstPage, flatSchemasOf, parameterSchemasOf } from './parameters.js';
import type { FilterModuleOptions } from '../filter.module-options.js';
import {
  type FilterQueryOverrides,
  type FilterQueryParameter,
  type ParseOverrides,
  profileOverrides,
} from '../filter-query.overrides.js';
import { type HandlerParameters, handlerParameters, isQueryHandler } from '../handlers/index.js';
import { FILTER_MODULE_OPTIONS } from '../filter.constants.js';
import { engineOf } from '../service/index.js';
import type { FilterService } from '../filter.service.js';

/** An object of a document in the making, which is completed in place. */
export type DocumentNode = Record<string, unknown>;

/** Returns true for an object that can be completed. */
function isNode(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object under a name, and adds it if it is missing. */
function nodeAt(parent: DocumentNode, name: string): DocumentNode {
  const existing = parent[name];
  if (isNode(existing)) return existing;
  const added: DocumentNode = {};
  parent[name] = added;
  return added;
}

/** Returns the objects of the list under a name. */
function nodesAt(parent: DocumentNode, name: string): readonly DocumentNode[] {
  const list = parent[name];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** Documentation of a list beyond its rules: the rows of its answer, and examples of requests. */
export interface ApiFiltersOptions<E> {
  /**
   * Rows of the handler's page: a DTO, `true` for the entity as TypeORM maps it, or the entity with the relations that
   * the handler loads. By default, the answer is not documented.
   */
  readonly page?:
    | true
    | Type
    | {
        /** The relations that the handler loads. */
        readonly relations: readonly RelationName<E>[];
      }
    | undefined;
  /**
   * A DTO whose properties document the parameters, in place of the library's documentation. A property that nothing
   * reads, and one whose values the list refuses, throw when a document is made. `false` where a `source` function
   * reads other parameters than the list's, which the host documents itself. By default the list's own are documented.
   */
  readonly parameters?: false | Type | undefined;
  /** Requests by title, in clients' names. Each is checked when a document is made, and a wrong one throws. */
  readonly examples?: Readonly<Record<string, QueryInput<E>>> | undefined;
}

/** A decorator's documentation of one list, without the types of its entity. */
export interface ToldList {
  readonly entity: EntityTarget<object>;
  readonly page: true | Type | { readonly relations: readonly string[] } | undefined;
  readonly parameters: false | Type | undefined;
  readonly examples: Readonly<Record<string, object>>;
}

const key = Symbol.for('nestjs-filterable:api-filters');

/**
 * Documents a handler's answer, and examples of requests, in `documentFilters()`. It is optional: requests are
 * documented without it.
 *
 * @example
 * \@Get()
 * \@ApiFilters(Post, { page: PostDto, examples: { 'The newest': { sort: 'createdAt:desc' } } })
 * list(\@FilterQuery(Post) query: FilterQuery<Post>) { return this.posts.page(query); }
 */
export function ApiFilters<E extends object>(entity: EntityTarget<E>, options: ApiFiltersOptions<E>): MethodDecorator {
  return (prototype, method) => {
    const { page, parameters, examples = {} } = options;
    const list: ToldList = { entity, page, parameters, examples };
    Reflect.defineMetadata(key, [...apiFiltersOf(prototype, method), list], prototype, method);
  };
}

/** Returns the documentation that `@ApiFilters()` gives a handler. */
function apiFiltersOf(prototype: object, method: string | symbol): readonly ToldList[] {
  const found: unknown = Reflect.getMetadata(key, prototype, method);
  return Array.isArray(found) ? (found as readonly ToldList[]) : [];
}

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
function soundExamples(
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
function exampleBody({ profile }: DocumentedList, request: RequestTree): Record<string, unknown> {
  const sent = parameters.filter((parameter) => request[parameter] !== undefined);
  return Object.fromEntries(sent.map((parameter) => [nameOf(parameter, profile.params), valueOf(parameter, request)]));
}

/**
 * Makes an example of conditions, on the first suitable field. Without an example, a page would send every
 * operator of every field.
 */
function generatedExample(list: DocumentedList, source: RequestSource): RequestExample | undefined {
  for (const filters of candidates(list)) {
    const request = { filters };
    if (issuesIn(list, request, source, list.context).length === 0) return ['An example', request];
  }
  return undefined;
}

/** Lists every mistake in a request to a list, sent as its clients send it. */
function issuesIn(list: DocumentedList, request: RequestTree, source: RequestSource, context: unknown) {
  const { profile, settings } = list;
  const input =
    source === 'body' || isClosed(list)
      ? new RequestBody(exampleBody(list, request))
      : printQueryString(request, profile.params);
  return issuesOf(profile, settings, { input, context });
}

/** True where the usual spelling of conditions is refused in query strings: examples are checked as bodies. */
function isClosed({ profile }: DocumentedList): boolean {
  return (profile.flat?.rules.closed.size ?? 0) > 0;
}

/** The operators that make a good example, the best first. */
const telling = ['$contains', '$eq', '$has', '$gte', '$in', '$notNull'];

function* candidates({ profile, settings, context }: DocumentedList): Generator<JsonSchema> {
  const view: View = profile.list('client').view;
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
function exampleValue(
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

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };

/** Members of an issue beside its place. A compiler test compares them with `FilterIssue`. */
const details = {
  code: { type: 'string', enum: [...issueCodes] },
  message: text,
  allowed: { ...texts, description: 'The names that may stand there.' },
  kind: { ...text, description: 'The kind of the field, with `invalid_value`.' },
  limit: { type: 'string', enum: Object.keys(limitTable) },
  max: { type: 'integer', description: 'The value of the limit.' },
};

const issue: JsonSchema = {
  type: 'object',
  required: ['code', 'path', 'pointer', 'message'],
  properties: { path: text, pointer: { ...text, description: 'An RFC 6901 JSON pointer.' }, ...details },
};

type Status = NonNullable<RefusalOptions['status']>;

/** The bodies of a refusal, by the shape that the compatibility mode has. */
const bodies = {
  issues: (components: Components, status: Status): Reference => {
    const issues = { type: 'array', items: components.share(['FilterIssue'], () => issue) };
    return components.share(['FilterError'], () => ({
      type: 'object',
      required: ['statusCode', 'error', 'message', 'issues'],
      properties: { statusCode: { type: 'integer', enum: [status] }, error: text, message: texts, issues },
    }));
  },
  strapi: (components: Components, status: Status): Reference => {
    const path = { type: 'array', items: text };
    const error = {
      type: 'object',
      required: ['code', 'path', 'message', 'name'],
      properties: { path, name: text, ...details },
    };
    const errors = { type: 'array', items: components.share(['FilterIssue'], () => error) };
    return components.share(['FilterError'], () => strapiBody(errors, status));
  },
};

/** Returns the reference to the body of a refusal. */
function refusalBody(shape: keyof typeof bodies, components: Components, status: Status): Reference {
  return bodies[shape](components, status);
}

function strapiBody(errors: JsonSchema, code: Status): JsonSchema {
  const list = { type: 'object', required: ['errors'], properties: { errors } };
  const error = {
    type: 'object',
    required: ['status', 'name', 'message', 'details'],
    properties: { status: { type: 'integer', enum: [code] }, name: text, message: text, details: list },
  };
  // Always null. OpenAPI has a word for that only from 3.1 on.
  return { type: 'object', required: ['data', 'error'], properties: { data: {}, error } };
}

/*
 * Metadata of @nestjs/swagger that this entry point reads and writes. It is the same in all versions from 8 on. Only
 * its keys are used, so that an application without documents does not need the package.
 */

const extensionKey = 'swagger/apiExtension';
const modelsKey = 'swagger/apiExtraModels';
const parametersKey = 'swagger/apiParameters';
const schemaKey = 'swagger/apiSchema';

/** Member of an operation that names its handler. */
const markName = 'x-nestjs-filterable';

/** Marks on one handler while documents are made, possibly several at once. */
interface Marking {
  readonly before: readonly (readonly [key: string, value: unknown])[];
  documents: number;
}

const markings = new WeakMap<object, Marking>();
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/**
 * Marks a handler, so that its operations can be recognized in a document, and adds models to the document.
 *
 * @returns a function that restores everything
 */
function mark(handler: object, models: readonly object[], dtos: readonly object[]): () => void {
  const known = markings.get(handler);
  const marking = known ?? {
    before: [extensionKey, modelsKey, parametersKey].map((key) => [key, own(key, handler)] as const),
    documents: 0,
  };
  marking.documents += 1;
  markings.set(handler, marking);
  if (known === undefined) write(handler, marking, models, dtos);
  return () => {
    marking.documents -= 1;
    if (marking.documents > 0) return;
    markings.delete(handler);
    for (const [key, value] of marking.before) restore(handler, key, value);
  };
}

/** Returns the number that a mark has for a handler. */
function numberOf(handler: object): number {
  const number = numbers.get(handler) ?? (lastNumber += 1);
  numbers.set(handler, number);
  return number;
}

/** Lists the names of the query parameters that `@ApiQuery()` and its like document on a handler. */
function documentedQueries(handler: object): readonly string[] {
  const found = own(parametersKey, handler);
  const all: readonly unknown[] = Array.isArray(found) ? found : [];
  return all.flatMap((each) =>
    isPlainObject(each) && each.in === 'query' && typeof each.name === 'string' ? each.name : [],
  );
}

/** Returns the name of the component of a DTO. */
function modelName(model: { readonly name: string }): string {
  const found: unknown = Reflect.getOwnMetadata(schemaKey, model);
  const last: unknown = Array.isArray(found) ? found.at(-1) : undefined;
  return isPlainObject(last) && typeof last.name === 'string' ? last.name : model.name;
}

function write(handler: object, { before }: Marking, models: readonly object[], dtos: readonly object[]): void {
  const [extension, extra, parameters] = before.map(([, value]) => value);
  const marked = { ...(isPlainObject(extension) ? extension : {}), [markName]: numberOf(handler) };
  Reflect.defineMetadata(extensionKey, marked, handler);
  Reflect.defineMetadata(modelsKey, [...(Array.isArray(extra) ? (extra as unknown[]) : []), ...models], handler);
  if (dtos.length === 0) return;
  const explicit = Array.isArray(parameters) ? (parameters as unknown[]) : [];
  const ofDtos = dtos.flatMap(propertiesOf).map((property) => ({
    ...property,
    ...explicit.filter(isPlainObject).find((each) => each.in === 'query' && each.name === property.name),
  }));
  Reflect.defineMetadata(parametersKey, [...ofDtos, ...explicit], handler);
}

function own(key: string, handler: object): unknown {
  return Reflect.getOwnMetadata(key, handler);
}

function restore(handler: object, key: string, value: unknown): void {
  if (value === undefined) Reflect.deleteMetadata(key, handler);
  else Reflect.defineMetadata(key, value, handler);
}

/** Adds the refusal of a request to an operation, where the host documents none. */
function addRefusal(operation: DocumentNode, list: DocumentedList, source: RequestSource): void {
  const { make, status = 400, schema: ofHost } = list.settings.refusals;
  // A function alone says nothing of what it makes.
  if (make !== undefined && ofHost === undefined && list.settings.refusals.status === undefined) return;
  const responses = nodeAt(operation, 'responses');
  if (String(status) in responses) return;
  const description = 'The request is refused, with everything that is wrong with it.';
  if (make !== undefined) {
    responses[status] = { description, ...(ofHost && { content: { 'application/json': { schema: ofHost } } }) };
    return;
  }
  const schema = refusalBody(list.settings.compatibility.errorBody, list.components, status);
  const example = list.readers === 'pages' ? refusalExample(list, source, status) : undefined;
  responses[status] = {
    description,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

/** Makes the body of a refusal. A page would make one of the schema, with the members of all codes at once. */
function refusalExample(list: DocumentedList, source: RequestSource, status: 400 | 422): unknown {
  const issues = issuesIn(list, { filters: { $or: 'text' }, pagination: { page: 0 } }, source, list.context);
  if (issues.length === 0) return undefined;
  const isStrapi = list.settings.compatibility.errorBody === 'strapi';
  return new FilterException(issues, isStrapi ? strapiErrorBody(issues, status) : undefined, status).getResponse();
}

/** Adds the page that a handler answers, where the host documents no answer. */
function addPage(operation: DocumentNode, list: DocumentedList, page: ToldList['page'], isOpenApi30: boolean): void {
  const { answer: own, onRamp } = list.profile.overrides;
  // What a handler itself says of its answers needs no other decorator.
  if (page === undefined && !(own ? own.schema : own !== false && onRamp)) return;
  const responses = nodeAt(operation, 'responses');
  const status = Object.keys(responses).find((key) => key.startsWith('2')) ?? '200';
  const response = nodeAt(responses, status);
  if (isNode(response.content)) return;
  const schema = bodySchema(list, page === undefined ? anyRow : rowOf(list, page, isOpenApi30), isOpenApi30);
  response.content = { 'application/json': { schema } };
  if (response.description === undefined || response.description === '') response.description = 'A page of rows.';
}

const anyRow: JsonSchema = { type: 'object' };

/** Makes the schema of what a page becomes; nothing is known of a body without a schema. */
function bodySchema(list: DocumentedList, row: JsonSchema, isOpenApi30: boolean): JsonSchema {
  const { answer } = list.profile;
  if (answer === undefined) return pageSchema(list, row, isOpenApi30);
  const { schema = {} } = answer;
  return { ...(typeof schema === 'function' ? schema(row) : schema) };
}

function rowOf(list: DocumentedList, page: NonNullable<ToldList['page']>, isOpenApi30: boolean): JsonSchema {
  if (typeof page === 'function') return { $ref: `#/components/schemas/${modelName(page)}` };
  const { profile, name, components, context } = list;
  const relations = page === true ? [] : page.relations;
  const isSelected = profile.params.fields !== undefined;
  const subject = `@ApiFilters(${profile.schema.name}) on ${name}`;
  const { populate: populatables = new Map<string, never>() } = profile.list('client').declared;
  const populated = { populatables, hops: profile.limits.populateHops };
  const aggregates = profile.list('client').declared.fields ?? { selectable: undefined, loaded: undefined };
  const row = { schema: profile.schema, relations, isSelected, populated, aggregates, name, subject };
  return rowSchema(row, { components, context, isOpenApi30 });
}

/** Form of objects: in brackets, or as JSON text. */
export type ObjectStyle = 'deep' | 'json';

/** An example without a value. Pages send nothing for it. */
const notSent: Examples = { 'Not sent': { summary: 'Not sent' } };

/** Adds the parameters of a list to an operation. A parameter that the host documents itself stays as it is. */
function addParameters(
  operation: DocumentNode,
  list: DocumentedList,
  examples: readonly RequestExample[],
  style: ObjectStyle,
): void {
  const existing = nodesAt(operation, 'parameters');
  const isTaken = (name: string) => existing.some((each) => each.in === 'query' && each.name === name);
  const { onRamp } = list.profile;
  if (onRamp !== undefined) {
    const foreign = onRamp.parameters(describe(list.profile, list.context)).filter(({ name }) => !isTaken(name));
    operation.parameters = [...existing, ...foreign.map((each) => ({ ...each, in: 'query', required: false }))];
    return;
  }
  const added = parameterSchemasOf(list, list.profile.flat?.rules.closed).flatMap(([parameter, described]) => {
    const name = nameOf(parameter, list.profile.params);
    if (isTaken(name)) return [];
    const shown = list.readers === 'pages' ? forPages(parameter, list, examples) : given(parameter, list, examples);
    return { name, in: 'query', required: false, ...shownAs(described, shown, style) };
  });
  const flat = flatSchemasOf(list).filter(({ name }) => !isTaken(name));
  const plain = flat.map((each) => ({ in: 'query', required: false, ...each }));
  operation.parameters = [...existing, ...added, ...plain];
}

/**
 * Puts the parameters of a list where @nestjs/swagger has those of a DTO in the same place: in the order of their
 * declaration, and the host's own of later arguments and of `@ApiQuery()` behind them. Generators make positional
 * arguments of the order.
 *
 * @param of the handler, the names of a list in their order, and the position of its argument
 */
function putInOrder(
  operation: DocumentNode,
  { handler, names, index = Infinity }: { handler: Handler; names: readonly string[]; index: number | undefined },
): void {
  if (names.length === 0) return;
  const ofHost = [...handler.queries.keys(), ...documentedQueries(handler.method)];
  const order = [...names, ...ofHost.filter((name) => (handler.queries.get(name) ?? Infinity) > index)];
  const placeOf = ({ in: place, name }: DocumentNode) =>
    place === 'query' && typeof name === 'string' ? order.indexOf(name) : -1;
  const parameters = nodesAt(operation, 'parameters');
  operation.parameters = parameters.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Adds the parameters of a list to the body of an operation, beside the host's own. A QUERY always has one. */
function addBody(
  operation: DocumentNode,
  { list, isRequired }: { readonly list: DocumentedList; readonly isRequired: boolean },
  examples: readonly RequestExample[],
): void {
  const parameters = parameterSchemasOf(list).map(
    ([parameter, { schema, inObjects = schema, description }]) =>
      [nameOf(parameter, list.profile.params), { allOf: [inObjects], description }] as const,
  );
  const body = nodeAt(operation, 'requestBody');
  if (isRequired) body.required = true;
  else body.required ??= false;
  const media = nodeAt(nodeAt(body, 'content'), 'application/json');
  const own = { type: 'object', properties: Object.fromEntries(parameters) };
  const ofHost = isNode(media.schema) ? media.schema : undefined;
  media.schema = ofHost === undefined ? own : { allOf: [ofHost, own] };
  // An example of the library's would lack the members that the host requires.
  const usual = ofHost === undefined ? generatedExample(list, 'body') : undefined;
  const shown = examples.length > 0 || usual === undefined ? examples : [usual];
  if (shown.length === 0 || 'example' in media) return;
  const all = shown.map(([title, request]) => [title, { value: exampleBody(list, request) }]);
  media.examples ??= Object.fromEntries(all);
}

/**
 * Returns the examples of a parameter for a page, where a user picks one for each. If one request leaves the
 * parameter out, an example stands for that, too. A page fills in the first example of all parameters, so
 * these must be one request.
 */
function forPages(
  parameter: Parameter,
  list: DocumentedList,
  examples: readonly RequestExample[],
): Examples | undefined {
  const all = given(parameter, list, examples);
  const [isInFirst = true, ...others] = examples.map(([, request]) => request[parameter] !== undefined);
  if (all === undefined || (isInFirst && others.every(Boolean))) return all;
  const none = parameter === 'pagination' ? firstPageOf(list) : notSent;
  return isInFirst ? { ...all, ...none } : { ...none, ...all };
}

/** Returns the examples of a parameter, or a usual one where there is none. */
function given(parameter: Parameter, list: DocumentedList, examples: readonly RequestExample[]): Examples | undefined {
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

/** Documents a parameter's form. An object as JSON text gets one example, because pages ignore several. */
function shownAs(
  { schema, description, isObject }: ParameterSchema,
  examples: Examples | undefined,
  style: ObjectStyle,
): JsonSchema {
  const shown = examples === undefined ? {} : { examples };
  if (!isObject) return { description, schema, ...shown };
  if (style === 'deep') return { description, style: 'deepObject', explode: true, schema, ...shown };
  const first = Object.values(examples ?? {}).find((example) => 'value' in example);
  return { description, content: { 'application/json': { schema, ...(first && { example: first.value }) } } };
}

/** Makes the schema of a whole request, as an object. */
function requestSchema(list: DocumentedList): JsonSchema {
  const properties = parameterSchemasOf(list).map(
    ([parameter, { schema, inObjects = schema, description }]) =>
      [nameOf(parameter, list.profile.params), { ...inObjects, description }] as const,
  );
  return closed(Object.fromEntries(properties), { minProperties: 0 });
}

/** The options of `documentFilters()`. */
export interface DocumentFiltersOptions {
  /**
   * Readers of the document. `ui` (the default): pages such as Swagger UI, with relations one deep. `client`:
   * generators of clients, with endless relations, which would freeze pages.
   */
  readonly for?: 'ui' | 'client' | undefined;
  /** Depth of relations: none, one, or all. Default: as `for` says. */
  readonly nesting?: Nesting | undefined;
  /** Form of objects: `deep` (the default) in brackets, `json` as JSON text. */
  readonly style?: ObjectStyle | undefined;
  /** `false` leaves the refusal (400 or 422) out, as a contract does that never had one. Default: true. */
  readonly refusal?: boolean | undefined;
  /**
   * Context whose fields and relations are documented. Without this option, members with a `when` are left out, and no
   * `when` is called. `undefined` is a context like any other. Scopes are never called.
   */
  readonly context?: unknown;
}

/** An OpenAPI document, as far as it is used here. */
export interface OpenApiDocument {
  /** The version of OpenAPI: `3.0.0`. */
  readonly openapi: string;
  /** The operations by path. */
  readonly paths: object;
}

/** A handler's parameter with a list's request. */
export interface HandlerList extends FilterQueryParameter {
  readonly source: RequestSource;
  /** Property of a DTO that receives the query. Requests have no such parameter. */
  readonly property: string | undefined;
}

/** A handler that reads lists, for a document. */
export interface Handler {
  /** Function on the prototype, whose metadata documents are made from. */
  readonly method: object;
  /** The beginning of the names of its components: `PostsFew` for `PostsController.few`. */
  readonly name: string;
  readonly lists: readonly HandlerList[];
  /** The positions of its own `@Query('name')` parameters, by name. */
  readonly queries: ReadonlyMap<string, number>;
  /** True for a handler of HTTP's QUERY, which has content always. */
  readonly isQuery: boolean;
  readonly told: readonly ToldList[];
}

/** Finds every handler of an application that reads lists, inherited ones included. */
function handlersOf(
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  { source }: FilterModuleOptions,
): readonly Handler[] {
  const found = new Map<object, Handler>();
  for (const { metatype } of discovery.getControllers()) {
    if (typeof metatype !== 'function') continue;
    const prototype: unknown = metatype.prototype;
    if (typeof prototype !== 'object' || prototype === null) continue;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const method: unknown = Reflect.get(prototype, name);
      if (typeof method !== 'function' || found.has(method)) continue;
      const isQuery = isQueryHandler(prototype, name);
      const read = handlerParameters(metatype as never, method);
      const lists = listsOf(read, isQuery ? 'body' : source);
      const told = apiFiltersOf(prototype, name);
      if (lists.length === 0 && told.length === 0) continue;
      const components = pascal(metatype.name.replace(/Controller$/, ''), name);
      found.set(method, { method, name: components, lists, queries: read.queries, isQuery, told });
    }
  }
  return [...found.values()];
}

type Source = FilterModuleOptions['source'];

/** Lists a handler's requests, in the order of its parameters: parameter decorators run from the last to the first. */
function listsOf({ own, ofQueryDtos, ofBodyDtos }: HandlerParameters, usual: Source): readonly HandlerList[] {
  const ofDto = (source: RequestSource) => (each: FilterQueryParameter & { readonly property: string }) => ({
    ...each,
    source: sourceOf(each.overrides, undefined, source),
  });
  return [
    ...own
      .toReversed()
      .map((each) => ({ ...each, source: sourceOf(each.overrides, usual, 'query'), property: undefined })),
    ...ofQueryDtos.map(ofDto('query')),
    ...ofBodyDtos.map(ofDto('body')),
  ];
}

/**
 * Returns the source of a list's request. A function as a source is shown as a query, because pages
 * would otherwise send nothing.
 */
function sourceOf(
  overrides: FilterQueryOverrides<object> | undefined,
  usual: Source,
  otherwise: RequestSource,
): RequestSource {
  const source = overrides?.source ?? usual ?? otherwise;
  return typeof source === 'function' ? 'query' : source;
}

const place = '#/components/schemas/';

/** Keys of the properties that @nestjs/swagger knows of a class, and of one of them. */
const propertiesKey = 'swagger/apiModelPropertiesArray';
const propertyKey = 'swagger/apiModelProperties';

/** Name of the static method in which the compiler plugin of @nestjs/swagger describes the properties of a class. */
const factoryName = '_OPENAPI_METADATA_FACTORY';

/** A property of a DTO, as @nestjs/swagger describes a parameter. */
interface DtoProperty extends DocumentNode {
  readonly name: string;
}

/** Lists the properties of a DTO as @nestjs/swagger does for a parameter of the class. */
function propertiesOf(dto: object): readonly DtoProperty[] {
  const prototype: unknown = Reflect.get(dto, 'prototype');
  if (typeof prototype !== 'object' || prototype === null) return [];
  const implied: DocumentNode = {};
  for (let at: object | null = dto; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const factory: unknown = Object.hasOwn(at, factoryName) && Reflect.get(at, factoryName);
    const made: unknown = typeof factory === 'function' ? Reflect.apply(factory, at, []) : undefined;
    if (isNode(made)) Object.assign(implied, { ...made, ...implied });
  }
  const listed: unknown = Reflect.getMetadata(propertiesKey, prototype);
  const named = Array.isArray(listed) ? listed.map((name) => String(name).replace(/^:/, '')) : [];
  return [...new Set([...named, ...Object.keys(implied)])].map((key) => {
    const [own, told] = [implied[key], Reflect.getMetadata(propertyKey, prototype, key) as unknown];
    const property: DocumentNode = { in: 'query', required: true, ...(isNode(own) && own), ...(isNode(told) && told) };
    return { ...property, name: typeof property.name === 'string' ? property.name : key };
  });
}

/** Returns true for a parameter that a list reads, or that its handler reads beside it. */
function reads({ profile }: DocumentedList, name: string): boolean {
  const { params, flat, onRamp, overrides } = profile;
  if (parameterOf(name, params) !== undefined || flat?.rules.targets.has(name) === true) return true;
  if (onRamp?.claims({ key: name, value: '' }) === true || overrides.allowParameters?.includes(name) === true)
    return true;
  const host = overrides[ofHandler]?.().query;
  return host !== undefined && (host.everything || host.names.includes(name));
}

/** The codes of refusals that say that a value is of another kind. */
const ofKind: ReadonlySet<string> = new Set([
  'invalid_value',
  'invalid_pagination',
  'invalid_direction',
  'expected_boolean',
  'not_sortable',
]);

/** Returns what is wrong with the schema of a flat name, or undefined where its values are read. */
function faultOfDto(list: DocumentedList, name: string, schema: JsonSchema): string | undefined {
  const { profile, settings, context } = list;
  if (profile.flat?.rules.targets.has(name) !== true) return undefined;
  const own = flatSchemasOf(list).find((each) => each.name === name)?.schema ?? {};
  const members = Array.isArray(schema.enum) ? (schema.enum as readonly unknown[]) : undefined;
  // A text may stand for any value: only its own enum, or another type, says what it is.
  if (members === undefined && typeOf(schema) === typeOf(own)) return undefined;
  for (const value of members ?? [exampleValue(elementOf(schema)).example]) {
    const input = `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
    const issue = issuesOf(profile, settings, { input, context }).find(({ code }) => ofKind.has(code));
    if (issue !== undefined)
      return `has the type ${String(typeOf(schema))}, and the list refuses ${String(value)}: ${issue.message}`;
  }
  return undefined;
}

/** Returns the type of one value. */
function typeOf(schema: JsonSchema): unknown {
  const { type } = elementOf(schema);
  return type === 'integer' ? 'number' : type;
}

function elementOf(schema: JsonSchema): JsonSchema {
  return schema.type === 'array' && isNode(schema.items) ? schema.items : schema;
}

/** Deletes the schemas of removed parts to which nothing else refers. */
function deleteUnused(schemas: DocumentNode, removed: readonly DocumentNode[], root: DocumentNode): void {
  const references = new Set(removed.flatMap(textsIn).filter((text) => text.startsWith(place)));
  if (references.size === 0) return;
  const remaining = new Set(textsIn(root));
  for (const reference of references) {
    if (!remaining.has(reference)) Reflect.deleteProperty(schemas, reference.slice(place.length));
  }
}

/** Returns all texts in a part of a document, references among them. */
function textsIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part];
  if (Array.isArray(part)) return part.flatMap(textsIn);
  return isNode(part) ? Object.values(part).flatMap(textsIn) : [];
}

/** Application to document, and the options. */
export interface Documentation {
  readonly engine: FilterEngine;
  readonly options: DocumentFiltersOptions;
  readonly context: unknown;
}

/** A list of a handler, and its documentation in decorators. */
interface ReadList {
  readonly declared: HandlerList;
  readonly list: DocumentedList;
  readonly told: readonly ToldList[];
}

/** Completes one document in place. */
class DocumentCompletion {
  private readonly root: DocumentNode;
  private readonly schemas: DocumentNode;
  private readonly components: Components;
  private readonly isOpenApi30: boolean;
  /** True where a path may have an operation of HTTP's QUERY, as from OpenAPI 3.2 on. */
  private readonly hasQuery: boolean;
  private readonly maker: ListMaker;
  private readonly style: 'deep' | 'json';
  private readonly hasRefusals: boolean;
  /** The lists of each handler, which may have several operations. */
  private readonly read = new Map<Handler, readonly ReadList[]>();
  /** Parameters that were removed. */
  private readonly removed: DocumentNode[] = [];

  constructor(
    private readonly documentation: Documentation,
    document: OpenApiDocument,
  ) {
    const { engine, options, context } = documentation;
    this.root = isNode(document) ? document : {};
    this.isOpenApi30 = document.openapi.startsWith('3.0');
    this.hasQuery = !/^3\.[01]\b/.test(document.openapi);
    this.schemas = nodeAt(nodeAt(this.root, 'components'), 'schemas');
    this.components = new Components('#/components/schemas/', { ...this.schemas } as Record<string, JsonSchema>);
    const readers = options.for === 'client' ? 'programs' : 'pages';
    const nesting = options.nesting ?? (readers === 'pages' ? 'fields' : 'all');
    this.style = options.style ?? 'deep';
    this.hasRefusals = options.refusal ?? true;
    this.maker = new ListMaker(engine, { components: this.components, context, nesting, readers });
  }

  /** Completes the operations of marked handlers, and removes the marks. */
  add(handlers: readonly Handler[]): void {
    if (!this.hasQuery) this.deleteQueries();
    const byNumber = new Map(handlers.map((handler) => [numberOf(handler.method), handler]));
    for (const operation of this.operations()) {
      const number = operation[markName];
      if (typeof number !== 'number') continue;
      Reflect.deleteProperty(operation, markName);
      const handler = byNumber.get(number);
      if (handler !== undefined) this.complete(operation, handler);
    }
    Object.assign(this.schemas, this.components.all());
    deleteUnused(this.schemas, this.removed, this.root);
  }

  /** Leaves out the operations of HTTP's QUERY, which would make a document of an older version invalid. */
  private deleteQueries(): void {
    const paths = nodeAt(this.root, 'paths');
    for (const [name, path] of Object.entries(paths)) {
      if (!isNode(path) || !('query' in path)) continue;
      Reflect.deleteProperty(path, 'query');
      if (Object.keys(path).length === 0) Reflect.deleteProperty(paths, name);
    }
  }

  private *operations(): Generator<DocumentNode> {
    for (const place of [this.root.paths, this.root.webhooks]) {
      if (!isNode(place)) continue;
      for (const path of Object.values(place)) if (isNode(path)) yield* Object.values(path).filter(isNode);
    }
  }

  private complete(operation: DocumentNode, handler: Handler): void {
    const lists = this.listsOf(handler);
    this.withoutProperties(operation, handler);
    for (const { list, declared, told } of lists) {
      const { source } = declared;
      const examples = soundExamples(
        list,
        told.flatMap((each) => Object.entries(each.examples)),
        source,
      );
      const isTold = told.every(({ parameters }) => parameters === undefined);
      for (const { parameters } of told)
        if (typeof parameters === 'function') this.checkDto(operation, parameters, handler);
      if (isTold && source === 'body') addBody(operation, { list, isRequired: handler.isQuery }, examples);
      else if (isTold) addParameters(operation, list, examples, this.style);
      for (const page of told.length === 0 ? [undefined] : told.map(({ page }) => page)) {
        addPage(operation, list, page, this.isOpenApi30);
      }
      // A pipe of the host's words the refusals of DTOs.
      if (declared.property === undefined && this.hasRefusals) addRefusal(operation, list, source);
      const dtos = told.flatMap(({ parameters }) => (typeof parameters === 'function' ? parameters : []));
      const names = dtos.length === 0 && isClosed(list) ? flatSchemasOf(list) : dtos.flatMap(propertiesOf);
      putInOrder(operation, { handler, names: names.map(({ name }) => name), index: declared.index });
    }
  }

  /**
   * Compares the parameters of a DTO with what the lists of its handler read.
   *
   * @throws FilterConfigurationError for one that nothing reads, and for one whose values a list refuses
   */
  private checkDto(operation: DocumentNode, dto: Type, handler: Handler): void {
    const lists = this.listsOf(handler).map(({ list }) => list);
    const names = propertiesOf(dto).map(({ name }) => name);
    checkEach(nodesAt(operation, 'parameters'), ({ in: place, name, schema }) => {
      if (place !== 'query' || typeof name !== 'string' || !names.includes(name)) return;
      const subject = `@ApiFilters() on ${handler.name}: the parameter ${name} of ${dto.name}`;
      if (!lists.some((list) => reads(list, name))) {
        throw new FilterConfigurationError(
          `${subject} is not read; declare it in \`flat\`, a search box by \`search\` and \`params\`, or leave it out of the class`,
        );
      }
      for (const list of lists) {
        const fault = faultOfDto(list, name, this.resolved(schema));
        if (fault !== undefined) throw new FilterConfigurationError(`${subject} ${fault}`);
      }
    });
  }

  /** Returns a schema with the components that it refers to in their places. */
  private resolved(schema: unknown): JsonSchema {
    if (!isNode(schema)) return {};
    const { $ref, allOf, items } = schema;
    const [only] = Array.isArray(allOf) ? (allOf as unknown[]) : [];
    if (typeof $ref === 'string') return this.resolved(this.schemas[$ref.slice(place.length)]);
    if (only !== undefined) return { ...schema, ...this.resolved(only) };
    return items === undefined ? schema : { ...schema, items: this.resolved(items) };
  }

  /** Removes the parameters that @nestjs/swagger makes of a DTO's `@Filters()` properties. */
  private withoutProperties(operation: DocumentNode, { lists, method }: Handler): void {
    const own = documentedQueries(method);
    const properties = lists.flatMap(({ property }) =>
      property === undefined || own.includes(property) ? [] : property,
    );
    if (properties.length === 0) return;
    const parameters = nodesAt(operation, 'parameters');
    const isProperty = ({ in: place, name }: DocumentNode) =>
      place === 'query' && properties.some((each) => each === name);
    this.removed.push(...parameters.filter(isProperty));
    operation.parameters = parameters.filter((parameter) => !isProperty(parameter));
  }

  private listsOf(handler: Handler): readonly ReadList[] {
    const known = this.read.get(handler);
    if (known !== undefined) return known;
    const lists = handler.lists.map((declared) => ({ declared, list: this.maker.list(declared, handler.name) }));
    const told = handler.told.map((each) => ({ each, schema: this.documentation.engine.profile(each.entity).schema }));
    for (const { schema } of told) {
      if (lists.some(({ list }) => list.profile.schema === schema)) continue;
      throw new FilterConfigurationError(
        `@ApiFilters(${schema.name}) on ${handler.name}: the handler has no @FilterQuery(${schema.name})`,
      );
    }
    const read = lists.map(({ declared, list }) => {
      const own = told.filter(({ schema }) => schema === list.profile.schema).map(({ each }) => each);
      return { declared, list, told: own };
    });
    this.read.set(handler, read);
    return read;
  }
}

/**
 * Completes an OpenAPI document: each handler with `@FilterQuery()` gets its parameters, its refusal, and the page of
 * its `@ApiFilters()`. The host's own documentation stays as it is.
 *
 * @param make makes the document, at once or later; it is called once, and must return a new document
 * @throws FilterConfigurationError where the application has no `FilterModule`, or an example is wrong
 * @example
 * const make = () => SwaggerModule.createDocument(app, config);
 * SwaggerModule.setup('docs', app, () => documentFilters(app, make));
 */
export function documentFilters<Document extends OpenApiDocument>(
  app: Pick<INestApplicationContext, 'get'>,
  make: () => Promise<Document>,
  options?: DocumentFiltersOptions,
): Promise<Document>;
export function documentFilters<Document extends OpenApiDocument>(
  app: Pick<INestApplicationContext, 'get'>,
  make: () => Document,
  options?: DocumentFiltersOptions,
): Document;
export function documentFilters<Document extends OpenApiDocument>(
  app: Pick<INestApplicationContext, 'get'>,
  make: () => Document | Promise<Document>,
  options: DocumentFiltersOptions = {},
): Document | Promise<Document> {
  const { engine, handlers } = partsOf(app);
  const complete = (document: Document): Document => {
    new DocumentCompletion({ engine, options, context: audienceOf(options) }, document).add(handlers);
    return document;
  };
  const unmark = markAll(handlers);
  let made: Document | Promise<Document>;
  try {
    made = make();
  } catch (error) {
    unmark();
    throw error;
  }
  if (made instanceof Promise) return made.finally(unmark).then(complete);
  unmark();
  return complete(made);
}

/** Marks all handlers, and returns a function that removes the marks. */
function markAll(handlers: readonly Handler[]): () => void {
  const undo = handlers.map(({ method, told }) =>
    mark(
      method,
      told.flatMap(({ page }) => (typeof page === 'function' ? page : [])),
      told.flatMap(({ parameters }) => (typeof parameters === 'function' ? parameters : [])),
    ),
  );
  return () => undo.forEach((each) => each());
}

/** Finds the parts of an application that document it. */
function partsOf(app: Pick<INestApplicationContext, 'get'>) {
  const engine = found<FilterEngine>(app, FilterEngine);
  const moduleOptions = found<FilterModuleOptions>(app, FILTER_MODULE_OPTIONS);
  const handlers = handlersOf(found(app, DiscoveryService), found(app, MetadataScanner), moduleOptions);
  return { engine, handlers };
}

function found<Part extends object>(
  app: Pick<INestApplicationContext, 'get'>,
  token: Parameters<typeof app.get>[0],
): Part {
  let part: unknown;
  try {
    part = app.get<unknown>(token, { strict: false });
  } catch {
    throw new FilterConfigurationError('documentFilters(): the application does not import FilterModule.forRoot()');
  }
  if (typeof part === 'object' && part !== null) return part as Part;
  throw new FilterConfigurationError(
    'documentFilters(): the application was created with `preview: true`, which makes no providers; leave it out, and ' +
      'initialize the data sources by hand (`manualInitialization`) where there is no database',
  );
}

/**
 * Makes the JSON Schema (2020-12) of a request about an entity, as an object: `{ filters, sort, pagination, … }`. Every
 * request that it allows is understood, within the limits on whole requests. It is recursive where relations lead back.
 *
 * @param overrides a handler's, and the `context` whose fields and relations are in the schema; without a context,
 * members with a `when` are left out
 * @example
 * const validate = new Ajv2020().compile(filterJsonSchema(this.filters, Post));
 */
export function filterJsonSchema<E extends object>(
  service: FilterService,
  entity: EntityTarget<E>,
  overrides?: ParseOverrides<E>,
): JsonSchema {
  const engine = engineOf(service);
  if (engine === undefined)
    throw new FilterConfigurationError('filterJsonSchema(): the service is not a FilterService');
  const components = new Components('#/$defs/');
  const context = audienceOf(overrides);
  const maker = new ListMaker(engine, { components, context, nesting: 'all', readers: 'programs' });
  const { schema } = engine.profile(entity);
  const list = maker.list({ entity, overrides: profileOverrides(overrides) }, `${schema.name}List`);
  const request = requestSchema(list);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...request, $defs: components.all() };
}
