import { FilterException, strapiErrorBody } from '../../filter.exception.js';
import { type DocumentNode, isNode, nodeAt } from './document-node.js';
import type { DocumentedList } from '../schemas/documented-list.js';
import type { ToldList } from '../api-filters.decorator.js';
import { type RequestSource, issuesIn } from './examples.js';
import type { JsonSchema } from '../schemas/json-schema.js';
import { pageSchema } from '../schemas/page-schema.js';
import { refusalBody } from './refusals.js';
import { rowSchema } from '../schemas/row-schema.js';
import { modelName } from './swagger-metadata.js';

/** Adds the refusal of a request to an operation, where the host documents none. */
export function addRefusal(operation: DocumentNode, list: DocumentedList, source: RequestSource): void {
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
export function addPage(
  operation: DocumentNode,
  list: DocumentedList,
  page: ToldList['page'],
  isOpenApi30: boolean,
): void {
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
  const { populate: populatables = new Map<string, never>() } = profile.lists('client');
  const populated = { populatables, hops: profile.limits.populateHops };
  const aggregates = profile.lists('client');
  const row = { schema: profile.schema, relations, isSelected, populated, aggregates, name, subject };
  return rowSchema(row, { components, context, isOpenApi30 });
}
