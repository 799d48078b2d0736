import { issueCodes } from '../issues.js';
import { limitTable } from '../limits.js';
import type { Components, Reference } from './components.js';
import type { JsonSchema } from './json-schema.js';

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };

/** The members of an issue beside its place. A test of the compiler holds them to `FilterIssue`. */
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

/** The bodies of a 400, by the shape that the compatibility mode has. */
const bodies = {
  issues: (components: Components): Reference => {
    const issues = { type: 'array', items: components.share(['FilterIssue'], () => issue) };
    return components.share(['FilterError'], () => ({
      type: 'object',
      required: ['statusCode', 'error', 'message', 'issues'],
      properties: { statusCode: { type: 'integer', enum: [400] }, error: text, message: texts, issues },
    }));
  },
  strapi: (components: Components): Reference => {
    const path = { type: 'array', items: text };
    const error = {
      type: 'object',
      required: ['code', 'path', 'message', 'name'],
      properties: { path, name: text, ...details },
    };
    const errors = { type: 'array', items: components.share(['FilterIssue'], () => error) };
    return components.share(['FilterError'], () => strapiBody(errors));
  },
};

/** Returns the reference to the body of a 400. */
export function refusalBody(shape: keyof typeof bodies, components: Components): Reference {
  return bodies[shape](components);
}

function strapiBody(errors: JsonSchema): JsonSchema {
  const list = { type: 'object', required: ['errors'], properties: { errors } };
  const error = {
    type: 'object',
    required: ['status', 'name', 'message', 'details'],
    properties: { status: { type: 'integer', enum: [400] }, name: text, message: text, details: list },
  };
  // Always null. Only from OpenAPI 3.1 on is there a word for that.
  return { type: 'object', required: ['data', 'error'], properties: { data: {}, error } };
}
