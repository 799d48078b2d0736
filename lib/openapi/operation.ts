import { type Parameter, nameOf } from '../wire/index.js';
import { type DocumentNode, isNode, nodeAt, nodesAt } from './document-node.js';
import type { DocumentedList } from './documented-list.js';
import { type RequestExample, exampleBody, examplesOf, generatedExample } from './examples.js';
import { type JsonSchema, closed } from './json-schema.js';
import { firstPage } from './pagination-schema.js';
import { type ParameterSchema, parameterSchemasOf } from './parameter-schemas.js';

/** The way in which objects are shown: in brackets, or as JSON text. */
export type ObjectStyle = 'deep' | 'json';

/** Adds the parameters of a list to an operation. A parameter that the host documents itself stays as it is. */
export function addParameters(
  operation: DocumentNode,
  list: DocumentedList,
  examples: readonly RequestExample[],
  style: ObjectStyle,
): void {
  const existing = nodesAt(operation, 'parameters');
  const isTaken = (name: string) => existing.some((each) => each.in === 'query' && each.name === name);
  const added = parameterSchemasOf(list).flatMap(([parameter, described]) => {
    const name = nameOf(parameter, list.profile.params);
    if (isTaken(name)) return [];
    const shown = examplesOf(parameter, examples) ?? usualExample(parameter, list);
    return { name, in: 'query', required: false, ...shownAs(described, shown, style) };
  });
  operation.parameters = [...existing, ...added];
}

/** Adds the parameters of a list to the body of an operation, beside what the host reads of it. */
export function addBody(operation: DocumentNode, list: DocumentedList, examples: readonly RequestExample[]): void {
  const parameters = parameterSchemasOf(list).map(
    ([parameter, { schema, inObjects = schema, description }]) =>
      [nameOf(parameter, list.profile.params), { allOf: [inObjects], description }] as const,
  );
  const body = nodeAt(operation, 'requestBody');
  body.required ??= false;
  const media = nodeAt(nodeAt(body, 'content'), 'application/json');
  const own = { type: 'object', properties: Object.fromEntries(parameters) };
  const ofHost = isNode(media.schema) ? media.schema : undefined;
  media.schema = ofHost === undefined ? own : { allOf: [ofHost, own] };
  // An example of our own would lack what the host requires.
  const usual = ofHost === undefined ? generatedExample(list, 'body') : undefined;
  const shown = examples.length > 0 || usual === undefined ? examples : [usual];
  if (shown.length === 0 || 'example' in media) return;
  const all = shown.map(([title, request]) => [title, { value: exampleBody(list, request) }]);
  media.examples ??= Object.fromEntries(all);
}

/** Returns the example of a parameter for which nobody gave one. */
function usualExample(parameter: Parameter, list: DocumentedList): ReturnType<typeof examplesOf> {
  if (parameter === 'filters') {
    const example = generatedExample(list, 'query');
    return example && examplesOf('filters', [example]);
  }
  const [style] = list.profile.styles(list.context);
  if (parameter !== 'pagination' || style === undefined) return undefined;
  return { 'The first page': { value: firstPage(style, list.profile.limits) } };
}

/** Says how a parameter is written. An object as JSON text takes one example: pages ignore several. */
function shownAs(
  { schema, description, isObject }: ParameterSchema,
  examples: ReturnType<typeof examplesOf>,
  style: ObjectStyle,
): JsonSchema {
  const shown = examples === undefined ? {} : { examples };
  if (!isObject) return { description, schema, ...shown };
  if (style === 'deep') return { description, style: 'deepObject', explode: true, schema, ...shown };
  const [first] = Object.values(examples ?? {});
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
