import type { RefusalOptions } from '../../engine/index.js';
import { issueCodes } from '../../issues/index.js';
import { limitTable } from '../../limits.js';
import type { Components, Reference } from '../schemas/components.js';
import type { JsonSchema } from '../schemas/json-schema.js';

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
export function refusalBody(shape: keyof typeof bodies, components: Components, status: Status): Reference {
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
