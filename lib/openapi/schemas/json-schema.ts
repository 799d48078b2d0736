import type { DeprecatedName } from '../../issues/index.js';

/** A schema in the words that OpenAPI 3.0, OpenAPI 3.1 and JSON Schema share. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Makes the schema of an object with at least one of its properties, and no others. */
export function closed(properties: Readonly<Record<string, JsonSchema>>, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', additionalProperties: false, minProperties: 1, properties, ...more };
}

/**
 * Adds a sentence to a schema. In OpenAPI 3.0 nothing may stand beside a reference, so the
 * reference goes into an `allOf`.
 */
export function described(schema: JsonSchema, description: string): JsonSchema {
  return '$ref' in schema ? { allOf: [schema], description } : { ...schema, description };
}

/** Marks the schema of a deprecated name, and tells what to do instead. */
export function deprecatedBy(schema: JsonSchema, names: readonly DeprecatedName[]): JsonSchema {
  if (names.length === 0) return schema;
  const text = names.map(endOf).join('. ');
  const { description } = schema;
  const all = typeof description === 'string' ? `${description}. Deprecated: ${text}` : `Deprecated: ${text}`;
  return { ...described(schema, all), deprecated: true };
}

function endOf({ text, since, until }: DeprecatedName): string {
  return `${text}${since === undefined ? '' : `, since ${since}`}${until === undefined ? '' : `, until ${until}`}`;
}

/** Makes a schema that also allows null, in the words of a version of OpenAPI. */
export function nullable(schema: JsonSchema, isOpenApi30: boolean): JsonSchema {
  const { type } = schema;
  if (Object.keys(schema).length === 0) return schema;
  if (typeof type !== 'string') {
    return { anyOf: [schema, isOpenApi30 ? { type: 'object', nullable: true, enum: [null] } : { type: 'null' }] };
  }
  return isOpenApi30 ? { ...schema, nullable: true } : { ...schema, type: [type, 'null'] };
}

/** Makes a name from words: `posts`, `few` and `address.city` give `PostsFewAddressCity`. */
export function pascal(...words: readonly string[]): string {
  return words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
