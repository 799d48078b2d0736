import type { INestApplicationContext, Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { FilterConfigurationError, checkEach } from '../configuration/index.js';
import { FilterEngine, type RefusalOptions, audienceOf, describe, issuesOf, ofHandler } from '../engine/index.js';
import { FILTER_MODULE_OPTIONS } from '../filter.constants.js';
import { FilterException, strapiErrorBody } from '../filter.exception.js';
import type { FilterModuleOptions } from '../filter.module-options.js';
import { issueCodes } from '../issues/index.js';
import { limitTable } from '../limits.js';
import { nameOf, parameterOf } from '../wire/index.js';
import {
  type Examples,
  type RequestExample,
  type RequestSource,
  exampleBody,
  exampleValue,
  examplesFor,
  forPages,
  generatedExample,
  isClosed,
  issuesIn,
  soundExamples,
} from './examples.js';
import { type Handler, type HandlerList, type ApiList, handlersOf } from './handlers.js';
import { type ParameterSchema, flatSchemasOf, parameterSchemasOf } from './parameters.js';
import { pageSchema, rowSchema } from './rows.js';
import {
  Components,
  type DocumentedList,
  type JsonSchema,
  ListMaker,
  type Nesting,
  type Reference,
} from './schemas.js';
import {
  type DocumentNode,
  documentedQueries,
  isNode,
  mark,
  markName,
  modelName,
  numberOf,
  propertiesOf,
} from './swagger.js';

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
  const schema = bodies[list.settings.compatibility.errorBody](list.components, status);
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
function addPage(operation: DocumentNode, list: DocumentedList, page: ApiList['page'], isOpenApi30: boolean): void {
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

function rowOf(list: DocumentedList, page: NonNullable<ApiList['page']>, isOpenApi30: boolean): JsonSchema {
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
    const shown =
      list.readers === 'pages' ? forPages(parameter, list, examples) : examplesFor(parameter, list, examples);
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

const place = '#/components/schemas/';

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
  readonly apiLists: readonly ApiList[];
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
    for (const { list, declared, apiLists } of lists) {
      const { source } = declared;
      const examples = soundExamples(
        list,
        apiLists.flatMap((each) => Object.entries(each.examples)),
        source,
      );
      const documentsOwn = apiLists.every(({ parameters }) => parameters === undefined);
      for (const { parameters } of apiLists)
        if (typeof parameters === 'function') this.checkDto(operation, parameters, handler);
      if (documentsOwn && source === 'body') addBody(operation, { list, isRequired: handler.isQuery }, examples);
      else if (documentsOwn) addParameters(operation, list, examples, this.style);
      for (const page of apiLists.length === 0 ? [undefined] : apiLists.map(({ page }) => page)) {
        addPage(operation, list, page, this.isOpenApi30);
      }
      // A pipe of the host's words the refusals of DTOs.
      if (declared.property === undefined && this.hasRefusals) addRefusal(operation, list, source);
      const dtos = apiLists.flatMap(({ parameters }) => (typeof parameters === 'function' ? parameters : []));
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
    const apiLists = handler.apiLists.map((each) => ({
      each,
      schema: this.documentation.engine.profile(each.entity).schema,
    }));
    for (const { schema } of apiLists) {
      if (lists.some(({ list }) => list.profile.schema === schema)) continue;
      throw new FilterConfigurationError(
        `@ApiFilters(${schema.name}) on ${handler.name}: the handler has no @FilterQuery(${schema.name})`,
      );
    }
    const read = lists.map(({ declared, list }) => {
      const own = apiLists.filter(({ schema }) => schema === list.profile.schema).map(({ each }) => each);
      return { declared, list, apiLists: own };
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
  const undo = handlers.map(({ method, apiLists }) =>
    mark(
      method,
      apiLists.flatMap(({ page }) => (typeof page === 'function' ? page : [])),
      apiLists.flatMap(({ parameters }) => (typeof parameters === 'function' ? parameters : [])),
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
