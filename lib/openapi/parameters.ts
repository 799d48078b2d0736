import { type AggregateSchema, type PageStyle, deletedModes, mostUnpaged } from '../ast/index.js';
import type { FlatDocs, FlatMeaning, FlatPageKey } from '../list/index.js';
import { FilterConfigurationError } from '../configuration/index.js';
import type { Limits } from '../limits.js';
import {
  type Components,
  type DocumentedList,
  type JsonSchema,
  type Readers,
  type Reference,
  closed,
  deprecatedBy,
  described,
  given,
  operandSchema,
  pascal,
  valueSchema,
  withoutComma,
} from './schemas.js';
import {
  type FacetSchema,
  type View,
  isPathVisible,
  isShown,
  isVisible,
  keyOf,
  sortKeysOf,
  visibleIn,
} from '../schema/index.js';
import { type Populatable, type Populatables, mostRowsOf, visibleNames } from '../features/populate/index.js';
import { selectableNames } from '../features/fields/index.js';
import { isSearchable, mostValuesOf } from '../features/facets/index.js';
import { type FlatTarget, type Parameter, parameters } from '../wire/index.js';
import { pageKeysOf } from '../parse/index.js';

type PageLimits = Pick<Limits, 'pageSize' | 'maxPageSize' | 'offset'>;

/** Makes the schema of `pagination`: one closed object for each style, because styles do not mix. */
function paginationSchema(styles: readonly PageStyle[], limits: PageLimits): JsonSchema {
  const forms = styles.flatMap((style) => formsOf[style](limits));
  const [only, ...more] = forms;
  return only !== undefined && more.length === 0 ? only : { anyOf: forms };
}

/** Returns the first page of a style, as an example. */
export function firstPage(style: PageStyle, { pageSize }: PageLimits): JsonSchema {
  return { page: { page: 1, pageSize }, offset: { start: 0, limit: pageSize }, cursor: { after: '', pageSize } }[style];
}

/** The schemas of the parts of a slice. */
const pageParts: Readonly<Record<FlatPageKey, (limits: PageLimits) => JsonSchema>> = {
  page: ({ offset }) => ({ type: 'integer', minimum: 1, maximum: offset + 1, default: 1 }),
  start: ({ offset }) => ({ type: 'integer', minimum: 0, maximum: offset, default: 0 }),
  pageSize: size,
  limit: size,
  withCount: () => withCount,
  after: () => cursor,
  before: () => cursor,
};

/** The forms of each style. Cursors have two: they lead forward or back. */
const formsOf: Readonly<Record<PageStyle, (limits: PageLimits) => readonly JsonSchema[]>> = {
  page: (limits) => [closed({ page: pageParts.page(limits), pageSize: size(limits), withCount })],
  offset: (limits) => [closed({ start: pageParts.start(limits), limit: size(limits), withCount })],
  cursor: (limits) => [
    closed(
      {
        after: described(cursor, '`next` of an earlier answer, or empty for the first rows'),
        pageSize: size(limits),
        withCount,
      },
      { required: ['after'] },
    ),
    closed(
      {
        before: described(cursor, '`previous` of an earlier answer, or empty for the last rows'),
        pageSize: size(limits),
        withCount,
      },
      { required: ['before'] },
    ),
  ],
};

const cursor: JsonSchema = { type: 'string' };

const withCount: JsonSchema = { type: 'boolean', description: 'whether `total` is counted' };

function size({ pageSize, maxPageSize }: PageLimits): JsonSchema {
  return { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSize };
}

/** Makes the schema of a view's `sort`, or returns undefined where its rows cannot be sorted. */
function sortSchema(
  view: View,
  { sortHops, sortKeys }: Limits,
  { context, readers }: Pick<DocumentedList, 'context' | 'readers'>,
): JsonSchema | undefined {
  const keys = sortKeysOf(view, context, sortHops);
  if (keys.length === 0) return undefined;
  const items = readers === 'programs' ? { type: 'string', enum: keys.flatMap(withDirections) } : patternOf(keys);
  return { type: 'array', items, minItems: 1, maxItems: sortKeys, uniqueItems: true };
}

function withDirections(key: string): readonly string[] {
  return [key, `${key}:asc`, `${key}:desc`];
}

/**
 * A pattern in place of an enum: of that, a page makes a multiple choice, whose order is not the user's. For agents, it
 * takes a third of the bytes.
 */
function patternOf(keys: readonly string[]): JsonSchema {
  const names = keys.map((key) => key.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return { type: 'string', pattern: `^(${names.join('|')})(:(asc|desc))?(:nulls(First|Last))?$` };
}

/**
 * Returns the reference to the relations that a list may populate, each `true` or an object of options. The options
 * nest the related entity's relations as deep as the limits allow. Undefined where there is none.
 *
 * @param owner the entity that declares them
 * @param depth the number of relations on the way to them
 */
function populateSchema(
  populatables: Populatables,
  list: DocumentedList,
  owner = list.profile.schema.name,
  depth = 1,
): Reference | undefined {
  const { limits } = list.profile;
  const visible = [...populatables].filter(([, populatable]) => populatable.isShown(list.context));
  if (visible.length === 0 || depth > limits.populateHops) return undefined;
  const asked = { type: 'boolean', enum: [true] };
  const properties = visible.map(([name, populatable]) => {
    const options = optionsSchema(populatable, list, owner, depth);
    return [name, Object.keys(options).length === 0 ? asked : { anyOf: [asked, closed(options)] }] as const;
  });
  const description = `Relations of ${owner}, each \`true\` or with options.`;
  const schema = closed(Object.fromEntries(properties), { maxProperties: limits.populate, description });
  return list.components.share([`${owner}Populate`, `${list.name}${owner}Populate`], () => schema);
}

/** Makes the schemas of the options of a relation, as far as a client could say something by them. */
function optionsSchema(
  populatable: Populatable,
  list: DocumentedList,
  owner: string,
  depth: number,
): Readonly<Record<string, JsonSchema>> {
  const { relation, view, selectable, below, name } = populatable;
  const { limits } = list.profile;
  const fields = selectableNames(selectable, list.context);
  const limit = { type: 'integer', minimum: 1, maximum: mostRowsOf(populatable, limits) };
  return given({
    filters: list.schemas.filter(view, `${owner}${pascal(name)}`),
    sort: relation.toMany ? sortSchema(view, limits, list) : undefined,
    limit: relation.toMany ? limit : undefined,
    fields: fields.length === 0 ? undefined : listOf(fields, fields.length),
    populate: populateSchema(below, list, view.schema.name, depth + 1),
  });
}

/** Makes the schema of a list of different names. */
function listOf(names: readonly string[], maxItems: number): JsonSchema {
  return { type: 'array', items: { type: 'string', enum: names }, minItems: 1, maxItems, uniqueItems: true };
}

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
    const schema = schemas.filter(profile.list('client').view, name);
    const description =
      `Conditions, all of which must hold: at most ${conditions} comparisons, ${relationConditions} conditions on ` +
      `relations, ${relationHops} relations on one path, and groups ${logicalDepth} deep.`;
    return schema && { schema, description, isObject: true };
  },
  sort: ({ profile, context, readers }) => {
    const schema = sortSchema(profile.list('client').view, profile.limits, { context, readers });
    const description =
      'The order of the rows, the first key counts most: `key`, `key:asc` or `key:desc`, each key once. ' +
      '`:nullsFirst` or `:nullsLast` may follow, and says where rows without a value stand.';
    return schema && { schema, description, isObject: false };
  },
  pagination: ({ profile, context, components, name }) => {
    const styles = profile.list('client').declared.pagination.styles(context);
    if (styles.length === 0) return undefined;
    const schema = components.share(['Pagination', `${name}Pagination`], () =>
      paginationSchema(styles, profile.limits),
    );
    const all = mostUnpaged(profile.list('client').pagination);
    const absent = all === undefined ? `the first ${profile.limits.pageSize}` : `all of them, at most ${all}`;
    const description = `The rows to answer; without it, ${absent}.`;
    return { schema, description, isObject: true };
  },
  search: ({ profile, context }) => {
    const { search = [] } = profile.list('client').declared;
    const names = search.filter((path) => isPathVisible(path, context)).map((path) => keyOf('client', path));
    const { searchWords, needleLength } = profile.limits;
    const description =
      `Words that must all be found, each in one of: ${names.join(', ')}. "…" keeps a phrase together. ` +
      `At most ${searchWords} words, of at most ${needleLength} characters.`;
    return names.length === 0 ? undefined : { schema: { type: 'string' }, description, isObject: false };
  },
  facets: ({ profile, context, readers }) => {
    const { facets } = profile.list('client').declared;
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
    const { aggregates } = profile.list('client').declared;
    const visible = visibleIn(aggregates, context);
    const pairs = visible.flatMap(([name, { functions }]) => functions.map((row) => `${name}:${row.name}`));
    const description = 'Sums, averages and the like of all rows that the request finds, whatever the page.';
    const most = profile.limits.aggregates;
    const list = namesSchema(pairs, description, most);
    return list && { ...list, inObjects: { anyOf: [list.schema, aggregatesSchema(visible, most)] } };
  },
  fields: ({ profile, context }) => {
    const selectable = profile.list('client').declared.fields?.selectable;
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
    const { populate: populatables = new Map<string, never>() } = list.profile.list('client').declared;
    const schema = populateSchema(populatables, list);
    const names = visibleNames(populatables, list.context);
    const description =
      `The relations whose rows are answered with each row, by name: at most ${limits.populate}, and ` +
      `${limits.populateHops} on one path.` +
      inBrackets(list.readers, `\`${params.populate ?? 'populate'}=${names.join(',')}\` is read, too.`);
    if (schema === undefined) return undefined;
    const inObjects = { anyOf: [schema, listOf(names, limits.populate)] };
    return { schema, description, isObject: true, inObjects };
  },
};

/**
 * Returns the documentation of the parameters that a list reads.
 *
 * @param without parameters that are not documented, whose components a document must not have
 */
export function parameterSchemasOf(
  list: DocumentedList,
  without: ReadonlySet<Parameter> = new Set(),
): readonly (readonly [Parameter, ParameterSchema])[] {
  const { params } = list.profile;
  return parameters.flatMap((parameter) => {
    const isLeftOut = params[parameter] === undefined || without.has(parameter);
    const found = isLeftOut ? undefined : parameterSchemas[parameter](list);
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
    const names = functions.map((row) => row.name);
    const list = listOf(names, Math.min(most, names.length));
    return [name, { anyOf: [list.items, list] }] as const;
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
  return names.length === 0 ? undefined : { schema: listOf(names, maxItems), description, isObject: false };
}

/** One flat name as OpenAPI shows it: a plain parameter. */
export interface FlatParameterSchema {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly style?: string | undefined;
  readonly explode?: boolean | undefined;
  readonly deprecated?: true;
}

/** OpenAPI's names for lists in one value, by the text between their members. */
const styles: Readonly<Record<string, string>> = { ',': 'form', '|': 'pipeDelimited', ' ': 'spaceDelimited' };

/** Returns the documentation of a list's flat names. Names of fields that the context may not see are left out. */
export function flatSchemasOf(list: DocumentedList): readonly FlatParameterSchema[] {
  const { flat } = list.profile;
  if (flat === undefined) return [];
  return [...flat.docs].flatMap(([name, docs]) => {
    const [target, meaning] = [flat.rules.targets.get(name), flat.meanings.get(name)];
    if (target === undefined || meaning === undefined) return [];
    return [schemaOf(name, meaning, target, list)].flat().map((own) => documented(own, docs, list));
  });
}

/** Puts the documentation that the application declares in the place of the library's. */
function documented(own: FlatParameterSchema, docs: FlatDocs, { components }: DocumentedList): FlatParameterSchema {
  const { description = own.description, example, deprecated, enumName, schema } = docs;
  const { name, style, explode } = own;
  const named = enumName === undefined ? undefined : withEnum(own.schema, enumName, components, name);
  const shown = schema ?? named ?? own.schema;
  return {
    name,
    ...(description && { description }),
    ...(deprecated === true && { deprecated }),
    schema: example === undefined ? shown : exampled(shown, example),
    ...(schema === undefined && style !== undefined && { style, explode }),
  };
}

/** Puts the enum of a schema into a component, as `enumName` of @nestjs/swagger does. */
function withEnum(schema: JsonSchema, enumName: string, components: Components, name: string): JsonSchema {
  const { enum: members, items } = schema;
  if (members !== undefined) return components.named(enumName, { type: schema.type, enum: members });
  if (isEnum(items)) return { ...schema, items: components.named(enumName, { type: items.type, enum: items.enum }) };
  throw new FilterConfigurationError(`flat: ${name} has \`enumName\`, and its values are no enum; leave it out`);
}

/** Adds an example to a schema, where @nestjs/swagger puts that of a property. */
function exampled(schema: JsonSchema, example: unknown): JsonSchema {
  return '$ref' in schema ? { allOf: [schema], example } : { ...schema, example };
}

function isEnum(items: unknown): items is JsonSchema {
  return typeof items === 'object' && items !== null && 'enum' in items;
}

function schemaOf(
  name: string,
  meaning: FlatMeaning,
  target: FlatTarget,
  list: DocumentedList,
): FlatParameterSchema | [] {
  const { profile, context } = list;
  if (meaning.parameter === 'pagination') {
    if (!pageKeysOf(profile.list('client').declared.pagination.styles(context)).includes(meaning.key)) return [];
    const schema = pageParts[meaning.key](profile.limits);
    return { name, schema, description: `The same as \`${profile.params.pagination}[${meaning.key}]\`.` };
  }
  if (meaning.parameter === 'sort') return { name, ...flatSortSchema(meaning.part, list) };
  if ('relations' in meaning) {
    if (!meaning.relations.every((relation) => isVisible(relation, context))) return [];
    const isNull = meaning.token === '$null';
    const description = `Rows ${isNull ? 'without' : 'with'} a related row in ${target.path.slice(0, -1).join('.')}; false for the others.`;
    return { name, description, schema: { type: 'boolean' } };
  }
  const { path, operator } = meaning;
  if (!isPathVisible(path, context)) return [];
  const { narrowed, expression } = path.field;
  const value = valueSchema(profile.flat?.valuesOf(name) ?? narrowed ?? expression, profile.limits);
  const schema = operandSchema(operator.takes, value, profile.limits);
  const description = `Rows whose ${target.path.slice(0, -1).join('.')} ${operator.summary}.`;
  return { name, description, ...written(schema, target) };
}

/** Says how a list is written: as a key given several times, or with a separator that OpenAPI may have a name for. */
function written(
  schema: JsonSchema,
  { takes, separator }: FlatTarget,
): Omit<FlatParameterSchema, 'name' | 'description'> {
  if (takes !== 'list') return { schema };
  if (separator === undefined) return { schema, style: 'form', explode: true };
  const style = styles[separator];
  return style === undefined ? { schema: { type: 'string' } } : { schema, style, explode: false };
}

function flatSortSchema(part: 'keys' | 'field' | 'direction', { profile, context }: DocumentedList) {
  if (part === 'direction') {
    return { schema: { type: 'string', enum: ['asc', 'desc'] }, description: 'The direction of the order.' };
  }
  const { view } = profile.list('client');
  const keys = profile.flat?.sortKeys(context) ?? sortKeysOf(view, context, profile.limits.sortHops);
  if (part === 'field') return { schema: { type: 'string', enum: keys }, description: 'The key to sort by.' };
  const description = `The order of the rows: \`key:desc\`, \`-key\`, or several with commas; of ${keys.join(', ')}.`;
  return { schema: { type: 'string' }, description };
}
