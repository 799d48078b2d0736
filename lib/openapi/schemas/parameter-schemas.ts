import { type AggregateSchema, deletedModes } from '../../ast/index.js';
import { visibleNames } from '../../populate/index.js';
import { isSearchable, mostValuesOf } from '../../facets/index.js';
import type { Limits } from '../../limits.js';
import { type FacetSchema, isPathVisible, isShown, keyOf, visibleIn } from '../../schema/index.js';
import { type Parameter, parameters } from '../../wire/index.js';
import type { DocumentedList } from './documented-list.js';
import type { Readers } from './readers.js';
import { type JsonSchema, closed, deprecatedBy } from './json-schema.js';
import { paginationSchema } from './pagination-schema.js';
import { populateSchema } from './populate-schema.js';
import { sortSchema } from './sort-schema.js';
import { withoutComma } from './value-schemas.js';

/** The documentation of one parameter of a list. */
export interface ParameterSchema {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Schema in a body or an object, if it allows more than a query string's. */
  readonly inObjects?: JsonSchema;
  /** True for an object, with its properties in brackets. */
  readonly isObject: boolean;
}

/** Documentation of each parameter. Undefined where a list does not read it, or it has no possible value. */
const parameterSchemas: Readonly<Record<Parameter, (list: DocumentedList) => ParameterSchema | undefined>> = {
  filters: ({ profile, schemas, name }) => {
    const { conditions, relationConditions, relationHops, logicalDepth } = profile.limits;
    const schema = schemas.filter(profile.view('client'), name);
    const description =
      `Conditions, all of which must hold: at most ${conditions} comparisons, ${relationConditions} conditions on ` +
      `relations, ${relationHops} relations on one path, and groups ${logicalDepth} deep.`;
    return schema && { schema, description, isObject: true };
  },
  sort: ({ profile, context, readers }) => {
    const schema = sortSchema(profile.view('client'), profile.limits, { context, readers });
    const description =
      'The order of the rows, the first key counts most: `key`, `key:asc` or `key:desc`, each key once. ' +
      '`:nullsFirst` or `:nullsLast` may follow, and says where rows without a value stand.';
    return schema && { schema, description, isObject: false };
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
  facets: ({ profile, context, readers }) => {
    const { facets } = profile.lists('client');
    const visible = visibleIn(facets, context);
    const names = visible.map(([name]) => name);
    const description =
      'The facets to answer beside the rows: the values of a field with their numbers of rows, or its range.' +
      inBrackets(
        readers,
        `In brackets, a facet takes options: \`${profile.params.facets ?? 'facets'}[name][limit]=5\`, and ` +
          '`[search]=text` for the values that contain a text.',
      );
    const list = namesSchema(names, description, profile.limits.facets);
    return list && { ...list, inObjects: { anyOf: [list.schema, facetsSchema(visible, profile.limits)] } };
  },
  aggregates: ({ profile, context }) => {
    const { aggregates } = profile.lists('client');
    const visible = visibleIn(aggregates, context);
    const pairs = visible.flatMap(([name, { functions }]) => functions.map((row) => `${name}:${row.name}`));
    const description = 'Sums, averages and the like of all rows that the request finds, whatever the page.';
    const most = profile.limits.aggregates;
    const list = namesSchema(pairs, description, most);
    return list && { ...list, inObjects: { anyOf: [list.schema, aggregatesSchema(visible, most)] } };
  },
  fields: ({ profile, context }) => {
    const { selectable } = profile.lists('client');
    const names = [...(selectable ?? [])]
      .filter(([, columns]) => columns.some((column) => isShown(column, context)))
      .map(([name]) => name);
    return namesSchema(names, 'The fields of the rows to answer; the primary key always comes.', names.length);
  },
  deleted: () => ({
    schema: { type: 'string', enum: [...deletedModes] },
    description: 'The soft-deleted rows: `with` the others, or `only` these. Without it, they are left out.',
    isObject: false,
  }),
  populate: (list) => {
    const { limits, params } = list.profile;
    const { populate: populatables = new Map<string, never>() } = list.profile.lists('client');
    const schema = populateSchema(populatables, list);
    const names = visibleNames(populatables, list.context);
    const description =
      `The relations whose rows are answered with each row, by name: at most ${limits.populate}, and ` +
      `${limits.populateHops} on one path.` +
      inBrackets(list.readers, `\`${params.populate ?? 'populate'}=${names.join(',')}\` is read, too.`);
    if (schema === undefined) return undefined;
    const listed = { type: 'array', items: { type: 'string', enum: names }, minItems: 1, maxItems: limits.populate };
    const inObjects = { anyOf: [schema, { ...listed, uniqueItems: true }] };
    return { schema, description, isObject: true, inObjects };
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

/** Returns a sentence about query strings. Agents send objects alone. */
function inBrackets(readers: Readers, sentence: string): string {
  return readers === 'agents' ? '' : ` ${sentence}`;
}

/** Facets by name, each with its options or `true`. */
function facetsSchema(facets: readonly (readonly [string, FacetSchema])[], limits: Limits): JsonSchema {
  const properties = new Map(
    facets.map(([name, facet]) => [name, deprecatedBy(facetSchema(facet, limits), facet.deprecated)]),
  );
  return closed(Object.fromEntries(properties), { maxProperties: limits.facets });
}

/** Aggregates as the functions of each field. */
function aggregatesSchema(aggregates: readonly (readonly [string, AggregateSchema])[], most: number): JsonSchema {
  const properties = aggregates.map(([name, { functions }]) => {
    const items = { type: 'string', enum: functions.map((row) => row.name) };
    const list = { type: 'array', items, minItems: 1, maxItems: Math.min(most, functions.length), uniqueItems: true };
    return [name, { anyOf: [items, list] }] as const;
  });
  return closed(Object.fromEntries(properties), { maxProperties: most });
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

/** A list of unique names. */
function namesSchema(names: readonly string[], description: string, maxItems: number): ParameterSchema | undefined {
  const items = { type: 'string', enum: names };
  const schema = { type: 'array', items, minItems: 1, maxItems, uniqueItems: true };
  return names.length === 0 ? undefined : { schema, description, isObject: false };
}
