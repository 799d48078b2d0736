import type { EntityTarget } from 'typeorm';
import { meaningOf } from '../compatibility/index.js';
import { audienceOf, describe } from '../engine/index.js';
import { type LimitName, limitTable } from '../limits.js';
import { aggregateFunctions, type groupTokens, type toManyTokens } from '../operators/index.js';
import { Components, type DocumentedList, type JsonSchema, ListMaker, closed } from './schemas.js';
import { FilterConfigurationError } from '../configuration/index.js';
import { engineOf } from '../service/index.js';
import { type FilterQueryOverrides, type ParseOverrides, profileOverrides } from '../filter-query.overrides.js';
import type { FilterService } from '../filter.service.js';
import { parameterSchemasOf } from './parameters.js';
import { nameOf } from '../wire/index.js';

/** Tokens that are no operators of fields. */
type OtherToken = (typeof groupTokens)[number] | (typeof toManyTokens)[number] | '$exists' | '$where';

/** Meanings of the tokens that have no row in the table of operators. */
const meanings: Readonly<Record<OtherToken, string>> = {
  $and: 'takes a list of conditions: all hold',
  $or: 'takes a list of conditions: at least one holds',
  $not: 'takes conditions that do not hold',
  $some: 'some related row satisfies the conditions, as names without a quantifier say',
  $every: 'every related row satisfies them, or there is none',
  $none: 'no related row satisfies them',
  $exists: 'there is a related row (with false: there is none)',
  $count: 'compares the number of related rows',
  $where: 'the conditions on the related rows that are counted or summed up',
};

/** Limits of whole requests, which no schema can say. */
const shownLimits: readonly LimitName[] = [
  ...(['conditions', 'logicalDepth', 'relationConditions', 'relationHops', 'toManyHops'] as const),
  ...(['unanchoredNeedles', 'values', 'maxPageSize', 'offset'] as const),
];

/**
 * Writes the description of a tool: its subject, the fields and relations of the caller, the meaning of every token in
 * the schema, by the rows of the operators, and the limits.
 *
 * @param subject first sentences, by the program
 */
function toolDescription(list: DocumentedList, schema: JsonSchema, subject: string | undefined): string {
  const { profile, context } = list;
  const { entity, fields, named, relations, relativeDates } = describe(profile, context);
  const relationsOf = relations.map(({ name, toMany, entity: of }) => `${name} (${toMany ? 'many' : 'one'} ${of})`);
  const lines = [
    subject ?? `Finds rows of ${entity}.`,
    `Fields: ${fields.map((field) => `${field.name} (${field.kind}${field.list ? ' list' : ''})`).join(', ')}.`,
    named.length === 0 ? '' : `Named filters: ${named.map(({ name, kind }) => `${name} (${kind})`).join(', ')}.`,
    relations.length === 0
      ? ''
      : `Relations: ${relationsOf.join(', ')}. Conditions in one relation object are about one related row; put others into $and.`,
    `Operators: ${meaningsIn(list, schema).join('; ')}.`,
    `All conditions of an object hold. Null satisfies no comparison, $ne and $not included. Wildcards are plain text. ` +
      `A date on a datetime field is its whole day.${relativeDates ? ' now-7d, now/d and the like are dates.' : ''}`,
    `At most: ${shownLimits.map((name) => `${profile.limits[name]} ${limitTable[name].summary}`).join('; ')}.`,
    'A refused call lists what is wrong: each issue has the place (path), the reason, and the names that may stand there ' +
      '(allowed). Correct these and call again.',
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Tells the meaning of each token that the schema allows, in the order of the operators' rows. */
function meaningsIn({ settings }: DocumentedList, schema: JsonSchema): readonly string[] {
  const { operators, compatibility } = settings;
  const known = new Map<string, string>();
  for (const { token, summary } of operators.values()) known.set(token, summary);
  for (const spelling of compatibility.spellings.keys()) {
    const { token, negated } = meaningOf(compatibility, spelling);
    const { summary } = operators.get(token) ?? {};
    if (summary !== undefined) known.set(spelling, negated ? `not: ${summary}` : summary);
  }
  for (const { name, summary } of aggregateFunctions) if (!known.has(`$${name}`)) known.set(`$${name}`, summary);
  for (const [token, meaning] of Object.entries(meanings)) known.set(token, meaning);
  const used = tokensIn(schema);
  return [...known].filter(([token]) => used.has(token)).map(([token, meaning]) => `${token} ${meaning}`);
}

/** Returns the properties of a schema that are tokens. */
function tokensIn(schema: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const each of schema) tokensIn(each, found);
  else if (typeof schema === 'object' && schema !== null) {
    for (const [name, each] of Object.entries(schema)) {
      if (/^\$(?!ref$|defs$|schema$)/.test(name)) found.add(name);
      tokensIn(each, found);
    }
  }
  return found;
}

/** The options of `toolSchema()`. */
export interface ToolSchemaOptions<E> {
  /** Name of the tool. Default: `find` and the name of the entity, such as `find_restaurant`. */
  readonly name?: string | undefined;
  /** First sentences of the description: the subject of the list, which only the program knows. */
  readonly description?: string | undefined;
  /**
   * Rules of the list that the tool asks. Give the same object to `@FilterQuery()` or `parse()`, which enforce it.
   * `limits: { pageSize: 10, maxPageSize: 20 }` caps the pages.
   */
  readonly overrides?: FilterQueryOverrides<E> | undefined;
  /**
   * Context of the caller, whose fields and relations are in the schema. Without this option, members with a `when` are
   * left out, and no `when` is called.
   */
  readonly context?: unknown;
}

/** A tool as the Model Context Protocol lists it. Other agents take the schema as `parameters` or `input_schema`. */
export interface ToolSchema {
  /** Name by which agents call it. */
  readonly name: string;
  /** Instructions for the agent: the fields, the operators and the limits of the list. */
  readonly description: string;
  /** JSON Schema (2020-12) of the arguments, an object that `FilterService.parse()` reads. */
  readonly inputSchema: JsonSchema & {
    /** Arguments are always an object. */
    readonly type: 'object';
  };
}

/**
 * Makes the tool by which an agent asks a list: its name, its description, and the JSON Schema of its arguments. All of
 * it follows from the rules of the list. Every call that the schema allows is understood, within the limits on whole
 * requests, which the description names; the server reads calls by `parse()`.
 *
 * @throws FilterConfigurationError for a service that is no `FilterService`, and for wrong overrides
 * @example
 * const tool = toolSchema(this.filters, Restaurant, { description: 'Restaurants of the guide.', context: user });
 * const query = this.filters.parse(Restaurant, call.arguments, { context: user });
 */
export function toolSchema<E extends object>(
  service: FilterService,
  entity: EntityTarget<E>,
  options: ToolSchemaOptions<E> = {},
): ToolSchema {
  const { list, schema } = requestOf('toolSchema()', service, entity, options.overrides, options, 'agents');
  const { name } = list;
  return {
    name: options.name ?? `find_${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()}`,
    description: toolDescription(list, schema, options.description),
    inputSchema: schema,
  };
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
  const { schema } = requestOf('filterJsonSchema()', service, entity, overrides, overrides, 'programs');
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
}

/** Makes the schema of a whole request, as an object. Agents get the shorter of the forms that a parameter has. */
function requestOf<E extends object>(
  subject: string,
  service: FilterService,
  entity: EntityTarget<E>,
  overrides: FilterQueryOverrides<E> | undefined,
  audience: { readonly context?: unknown } | undefined,
  readers: 'agents' | 'programs',
): { readonly list: DocumentedList; readonly schema: ToolSchema['inputSchema'] } {
  const engine = engineOf(service);
  if (engine === undefined) throw new FilterConfigurationError(`${subject}: the service is not a FilterService`);
  const components = new Components('#/$defs/');
  const maker = new ListMaker(engine, { components, context: audienceOf(audience), nesting: 'all', readers });
  const { name } = engine.profile(entity).schema;
  const list = maker.list(
    { entity, overrides: profileOverrides(overrides) },
    readers === 'agents' ? name : `${name}List`,
  );
  const properties = parameterSchemasOf(list).map(([parameter, { schema, inObjects = schema, description }]) => {
    const form = readers === 'agents' ? schema : inObjects;
    return [nameOf(parameter, list.profile.params), { ...form, description }] as const;
  });
  const request = closed(Object.fromEntries(properties), { minProperties: 0 });
  return { list, schema: { ...request, type: 'object', $defs: components.all() } };
}
