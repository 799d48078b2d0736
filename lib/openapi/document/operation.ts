import { describe } from '../../engine/index.js';
import { type Parameter, nameOf } from '../../wire/index.js';
import { type DocumentNode, isNode, nodeAt, nodesAt } from './document-node.js';
import type { DocumentedList } from '../schemas/documented-list.js';
import { type Examples, type RequestExample, exampleBody, examplesOf, generatedExample } from './examples.js';
import { type JsonSchema, closed } from '../schemas/json-schema.js';
import { flatSchemasOf } from '../schemas/flat-schemas.js';
import { firstPage } from '../schemas/pagination-schema.js';
import { type ParameterSchema, parameterSchemasOf } from '../schemas/parameter-schemas.js';

/** Form of objects: in brackets, or as JSON text. */
export type ObjectStyle = 'deep' | 'json';

/** An example without a value. Pages send nothing for it. */
const notSent: Examples = { 'Not sent': { summary: 'Not sent' } };

/** Adds the parameters of a list to an operation. A parameter that the host documents itself stays as it is. */
export function addParameters(
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
  const added = parameterSchemasOf(list).flatMap(([parameter, described]) => {
    const name = nameOf(parameter, list.profile.params);
    if (isTaken(name) || list.profile.flat?.rules.closed.has(parameter) === true) return [];
    const shown = list.readers === 'pages' ? forPages(parameter, list, examples) : given(parameter, list, examples);
    return { name, in: 'query', required: false, ...shownAs(described, shown, style) };
  });
  const flat = flatSchemasOf(list).filter(({ name }) => !isTaken(name));
  const plain = flat.map((each) => ({ in: 'query', required: false, ...each }));
  operation.parameters = [...existing, ...added, ...plain];
}

/** Adds the parameters of a list to the body of an operation, beside the host's own. A QUERY always has one. */
export function addBody(
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
  const [style] = profile.styles(context);
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
export function requestSchema(list: DocumentedList): JsonSchema {
  const properties = parameterSchemasOf(list).map(
    ([parameter, { schema, inObjects = schema, description }]) =>
      [nameOf(parameter, list.profile.params), { ...inObjects, description }] as const,
  );
  return closed(Object.fromEntries(properties), { minProperties: 0 });
}
