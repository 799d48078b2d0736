import { isSearchable, mostValuesOf } from '../facets/index.js';
import type { Limits } from '../limits.js';
import { type FacetSchema, isPathVisible, isShown, keyOf, sortKeysOf } from '../schema/index.js';
import { type Parameter, parameters } from '../wire/index.js';
import type { DocumentedList } from './documented-list.js';
import { type JsonSchema, closed } from './json-schema.js';
import { paginationSchema } from './pagination-schema.js';
import { withoutComma } from './value-schemas.js';

/** The documentation of one parameter of a list. */
export interface ParameterSchema {
  readonly description: string;
  readonly schema: JsonSchema;
  /** The schema in a body or an object, where it allows more than in a query string. */
  readonly inObjects?: JsonSchema;
  /** True for an object, whose properties are written in brackets. */
  readonly isObject: boolean;
}

/** The documentation of each parameter; undefined where a list does not read it, or a client could say nothing by it. */
const parameterSchemas: Readonly<Record<Parameter, (list: DocumentedList) => ParameterSchema | undefined>> = {
  filters: ({ profile, schemas, name }) => {
    const { conditions, relationConditions, relationHops, logicalDepth } = profile.limits;
    const schema = schemas.filter(profile.view('client'), name);
    const description =
      `Conditions, all of which must hold: at most ${conditions} comparisons, ${relationConditions} conditions on ` +
      `relations, ${relationHops} relations on one path, and groups ${logicalDepth} deep.`;
    return schema && { schema, description, isObject: true };
  },
  sort: ({ profile, context, isForPages }) => {
    const { sortHops, sortKeys } = profile.limits;
    const keys = sortKeysOf(profile.view('client'), context, sortHops);
    const description =
      'The order of the rows, the first key counts most: `key`, `key:asc` or `key:desc`, each key once. ' +
      '`:nullsFirst` or `:nullsLast` may follow, and says where rows without a value stand.';
    const items = isForPages ? patternOf(keys) : { type: 'string', enum: keys.flatMap(withDirections) };
    const schema = { type: 'array', items, minItems: 1, maxItems: sortKeys, uniqueItems: true };
    return keys.length === 0 ? undefined : { schema, description, isObject: false };
  },
  pagination: ({ profile, context, components, name }) => {
    const styles = profile.styles(context);
    if (styles.length === 0) return undefined;
    const schema = components.share(['Pagination', `${name}Pagination`], () =>
      paginationSchema(styles, profile.limits),
    );
    const description = `The rows to answer; without it, the first ${profile.limits.pageSize}.`;
    return { schema, description, isObject: true };
  },
  search: ({ profile, context }) => {
    const { search = [] } = profile.lists('client');
    const names = search.filter((path) => isPathVisible(path, context)).map((path) => keyOf('client', path));
    const { searchWords, needleLength } = profile.limits;
    const description =
      `Words that must all be found, each in one of: ${names.join(', ')}. "…" keeps a phrase together. ` +
      `At most ${searchWords} words, of at most ${needleLength} characters.`;
    return names.length === 0 ? undefined : { schema: { type: 'string' }, description, isObject: false };
  },
  facets: ({ profile, context }) => {
    const { facets } = profile.lists('client');
    const visible = [...(facets ?? [])].filter(([, facet]) => isPathVisible(facet, context));
    const names = visible.map(([name]) => name);
    const description =
      'The facets to answer beside the rows. In brackets, a facet takes options: ' +
      `\`${profile.params.facets ?? 'facets'}[name][limit]=5\`, and \`[search]=text\` for the values that contain a text.`;
    const list = namesSchema(names, description, profile.limits.facets);
    return list && { ...list, inObjects: { anyOf: [list.schema, facetsSchema(visible, profile.limits)] } };
  },
  fields: ({ profile, context }) => {
    const { selectable } = profile.lists('client');
    const names = [...(selectable ?? [])]
      .filter(([, columns]) => columns.some((column) => isShown(column, context)))
      .map(([name]) => name);
    return namesSchema(names, 'The fields of the rows to answer; the primary key always comes.', names.length);
  },
};

/** Returns the documentation of all parameters that a list reads. */
export function parameterSchemasOf(list: DocumentedList): readonly (readonly [Parameter, ParameterSchema])[] {
  const { params } = list.profile;
  return parameters.flatMap((parameter) => {
    const found = params[parameter] === undefined ? undefined : parameterSchemas[parameter](list);
    return found === undefined ? [] : [[parameter, found] as const];
  });
}

/** Facets by name, each with its options or `true`. */
function facetsSchema(facets: readonly (readonly [string, FacetSchema])[], limits: Limits): JsonSchema {
  const properties = new Map(facets.map(([name, facet]) => [name, facetSchema(facet, limits)]));
  return closed(Object.fromEntries(properties), { maxProperties: limits.facets });
}

/** A facet: `true`, or the options that it takes. */
function facetSchema(facet: FacetSchema, limits: Limits): JsonSchema {
  const asked = { type: 'boolean', enum: [true] };
  if (facet.type === 'range') return asked;
  const limit = { type: 'integer', minimum: 1, maximum: mostValuesOf(facet, limits.facetValues) };
  const text = { type: 'string', minLength: 1, maxLength: limits.needleLength };
  const search = isSearchable(facet) ? { ...text, ...withoutComma(facet.field.expression.metadata) } : undefined;
  const properties = { limit, ...(search && { search }) };
  return { anyOf: [asked, { type: 'object', properties, additionalProperties: false }] };
}

/** A list of names, of which each may stand once. */
function namesSchema(names: readonly string[], description: string, maxItems: number): ParameterSchema | undefined {
  const items = { type: 'string', enum: names };
  const schema = { type: 'array', items, minItems: 1, maxItems, uniqueItems: true };
  return names.length === 0 ? undefined : { schema, description, isObject: false };
}

function withDirections(key: string): readonly string[] {
  return [key, `${key}:asc`, `${key}:desc`];
}

/** A pattern in place of an enum: of that, a page makes a multiple choice, whose order is not the user's. */
function patternOf(keys: readonly string[]): JsonSchema {
  const names = keys.map((key) => key.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return { type: 'string', pattern: `^(${names.join('|')})(:(asc|desc))?(:nulls(First|Last))?$` };
}
