import { FilterException, strapiErrorBody } from '../filter.exception.js';
import { type DocumentNode, isNode, nodeAt } from './document-node.js';
import type { DocumentedList } from './documented-list.js';
import type { ToldList } from './api-filters.decorator.js';
import { type RequestSource, issuesIn } from './examples.js';
import type { JsonSchema } from './json-schema.js';
import { pageSchema } from './page-schema.js';
import { refusalBody } from './refusals.js';
import { rowSchema } from './row-schema.js';
import { modelName } from './swagger-metadata.js';

/** Adds the refusal of a request to an operation, where the host documents none. */
export function addRefusal(operation: DocumentNode, list: DocumentedList, source: RequestSource): void {
  const responses = nodeAt(operation, 'responses');
  if ('400' in responses) return;
  const schema = refusalBody(list.settings.compatibility.errorBody, list.components);
  const example = list.isForPages ? refusalExample(list, source) : undefined;
  responses['400'] = {
    description: 'The request is refused, with everything that is wrong with it.',
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

/** Makes the body of a refusal. A page would make one of the schema, with the members of all codes at once. */
function refusalExample(list: DocumentedList, source: RequestSource): unknown {
  const issues = issuesIn(list, { filters: { $or: 'text' }, pagination: { page: 0 } }, source, list.context);
  if (issues.length === 0) return undefined;
  const isStrapi = list.settings.compatibility.errorBody === 'strapi';
  return new FilterException(issues, isStrapi ? strapiErrorBody(issues) : undefined).getResponse();
}

/** Adds the page that a handler answers, where the host documents no answer. */
export function addPage(
  operation: DocumentNode,
  list: DocumentedList,
  page: ToldList['page'],
  isOpenApi30: boolean,
): void {
  if (page === undefined) return;
  const responses = nodeAt(operation, 'responses');
  const status = Object.keys(responses).find((key) => key.startsWith('2')) ?? '200';
  const response = nodeAt(responses, status);
  if (isNode(response.content)) return;
  const schema = pageSchema(list, rowOf(list, page, isOpenApi30), isOpenApi30);
  response.content = { 'application/json': { schema } };
  if (response.description === undefined || response.description === '') response.description = 'A page of rows.';
}

function rowOf(list: DocumentedList, page: NonNullable<ToldList['page']>, isOpenApi30: boolean): JsonSchema {
  if (typeof page === 'function') return { $ref: `#/components/schemas/${modelName(page)}` };
  const { profile, name, components, context } = list;
  const relations = page === true ? [] : page.relations;
  const isSelected = profile.params.fields !== undefined;
  const subject = `@ApiFilters(${profile.schema.name}) on ${name}`;
  const row = { schema: profile.schema, relations, isSelected, name, subject };
  return rowSchema(row, { components, context, isOpenApi30 });
}
