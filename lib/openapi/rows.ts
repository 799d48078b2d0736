import { type PageStyle, mostUnpaged } from '../ast/index.js';
import type { AggregateFunction } from '../operators/index.js';
import { type Populatable, type Populatables, visibleNames } from '../features/populate/index.js';
import {
  type FieldSchema,
  type FilterSchema,
  fieldsOf,
  isShown,
  isVisible,
  relationsOf,
  visibleIn,
} from '../schema/index.js';
import {
  type Components,
  type DocumentedList,
  type JsonSchema,
  type Reference,
  described,
  given,
  nullable,
} from './schemas.js';
import type { Selectable } from '../features/fields/index.js';
import { type ValueKindName, kindOfColumn } from '../values/index.js';
import { FilterConfigurationError, didYouMean } from '../configuration/index.js';

const count: JsonSchema = { type: 'integer', minimum: 0 };

/** Members that every page can have, depending on the way of counting. */
const counted: Readonly<Record<string, JsonSchema>> = {
  total: described(count, 'The number of rows on all pages, where it is counted.'),
  totalIsCapped: { type: 'boolean', enum: [true], description: '`total` is a lower bound.' },
  totalIsEstimate: { type: 'boolean', enum: [true], description: '`total` is an estimate.' },
};

const hasNext: JsonSchema = { type: 'boolean', description: 'There are rows after this page.' };

/** The position of a page in its list, by the style of the request. */
const metaOf: Readonly<Record<PageStyle, (components: Components, isOpenApi30: boolean) => Reference>> = {
  page: (components) =>
    components.share(['NumberedPageMeta'], () =>
      object({ page: count, pageSize: count }, { pageCount: count, ...counted, hasNext }),
    ),
  offset: (components) =>
    components.share(['OffsetMeta'], () => object({ start: count, limit: count }, { ...counted, hasNext })),
  cursor: (components, isOpenApi30) => {
    const cursor = nullable({ type: 'string' }, isOpenApi30);
    return components.share(['CursorMeta'], () => object({ pageSize: count, next: cursor, previous: cursor }, counted));
  },
};

/** Makes the schema of a page: its rows, its position, and the facets and aggregates that clients can ask for. */
export function pageSchema(list: DocumentedList, row: JsonSchema, isOpenApi30: boolean): JsonSchema {
  const { profile, components, context } = list;
  const styles = profile.list('client').declared.pagination.styles(context);
  const all = mostUnpaged(profile.list('client').pagination) === undefined ? [] : (['offset'] as const);
  const answered = new Set(styles.length === 0 ? (['page'] as const) : [...styles, ...all]);
  const metas = [...answered].map((style) => metaOf[style](components, isOpenApi30));
  const [only, ...more] = metas;
  const pagination = only !== undefined && more.length === 0 ? only : { anyOf: metas };
  const aggregates = aggregatesSchema(list, isOpenApi30);
  const maybe = { facets: facetsSchema(list), aggregates, populate: populateMeta(list) };
  const meta = object({ pagination }, given(maybe));
  return object({ data: { type: 'array', items: row }, meta });
}

/** Makes the schema of `meta.facets`. Values have the form that they have in the rows. */
function facetsSchema({ profile, context, components }: DocumentedList): JsonSchema | undefined {
  const { facets } = profile.list('client').declared;
  const visible = visibleIn(facets, context);
  if (visible.length === 0) return undefined;
  const properties = visible.map(([name, { type }]) => [name, facetOf[type](components)] as const);
  return object({}, Object.fromEntries(properties));
}

/** Makes the schema of `meta.aggregates`. Numbers that JavaScript could round are texts, as in the rows. */
function aggregatesSchema({ profile, context }: DocumentedList, isOpenApi30: boolean): JsonSchema | undefined {
  const { aggregates } = profile.list('client').declared;
  const visible = visibleIn(aggregates, context);
  if (visible.length === 0) return undefined;
  const number = nullable({ anyOf: [{ type: 'number' }, { type: 'string' }] }, isOpenApi30);
  const schemaOf = ({ counts, name }: AggregateFunction): JsonSchema =>
    counts ? count : name === 'sum' || name === 'avg' ? number : {};
  const fields = visible.map(([name, { functions }]) => {
    const properties = functions.map((row) => [row.name, described(schemaOf(row), `${row.summary}.`)] as const);
    return [name, object({}, Object.fromEntries(properties))] as const;
  });
  return object({}, Object.fromEntries(fields));
}

/** Makes the schema of `meta.populate`, which names the relations that have more rows than were answered. */
function populateMeta({ profile, context }: DocumentedList): JsonSchema | undefined {
  const { populate = new Map<string, never>() } = profile.list('client').declared;
  if (visibleNames(populate, context).length === 0) return undefined;
  const more = object({ limit: count, hasMore: { type: 'boolean', enum: [true] } });
  return { type: 'object', additionalProperties: more };
}

const facetOf = {
  values: (components: Components): Reference =>
    components.share(['ValuesFacet'], () => {
      const values = { type: 'array', items: object({ value: {}, count }) };
      return object({ values, hasMore: { type: 'boolean' } });
    }),
  range: (components: Components): Reference => components.share(['RangeFacet'], () => object({ min: {}, max: {} })),
};

/** Makes the schema of an object from its required and its optional members. */
function object(always: Readonly<Record<string, JsonSchema>>, maybe: Readonly<Record<string, JsonSchema>> = {}) {
  const required = Object.keys(always);
  return { type: 'object', properties: { ...always, ...maybe }, ...(required.length === 0 ? {} : { required }) };
}

type Column = FilterSchema['metadata']['columns'][number];

/** The frame of the rows of one document. */
export interface RowFrame {
  readonly components: Components;
  readonly isOpenApi30: boolean;
  /** The context whose hidden members no schema names. */
  readonly context: unknown;
}

/** An object in the making: its properties, embedded objects' included. */
export interface Tree {
  readonly properties: Record<string, JsonSchema | Tree>;
  readonly required: string[];
}

/** Puts a property into an object in the making, and the embedded objects around it. */
function put(tree: Tree, [name = '', ...rest]: readonly string[], schema: JsonSchema, isRequired: boolean): void {
  if (isRequired && !tree.required.includes(name)) tree.required.push(name);
  if (rest.length === 0) {
    tree.properties[name] = schema;
    return;
  }
  const existing = tree.properties[name];
  const inner: Tree = isTree(existing) ? existing : { properties: {}, required: [] };
  tree.properties[name] = inner;
  put(inner, rest, schema, isRequired);
}

function isTree(value: JsonSchema | Tree | undefined): value is Tree {
  return value !== undefined && Array.isArray(value.required) && !('type' in value);
}

/** Makes the schema of an object that is complete. */
function objectOf({ properties, required }: Tree): JsonSchema {
  const schemas = Object.entries(properties).map(
    ([name, each]) => [name, isTree(each) ? objectOf(each) : each] as const,
  );
  const object = { type: 'object', properties: Object.fromEntries(schemas) };
  return required.length === 0 ? object : { ...object, required };
}

/**
 * JSON that drivers and TypeORM make from a column. Whole numbers beyond 32 bits, and decimals,
 * are texts on most engines.
 */
const byKind: Readonly<Record<ValueKindName, JsonSchema>> = {
  text: { type: 'string' },
  tinyint: { type: 'integer' },
  smallint: { type: 'integer' },
  mediumint: { type: 'integer' },
  integer: { type: 'integer' },
  bigint: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  decimal: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  real: { type: 'number' },
  float: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string' },
  datetime: { type: 'string', format: 'date-time' },
  time: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  enum: {},
  json: {},
  opaque: {},
};

/** Makes the schema of a column. Anything is possible with a transformer, or the query of a virtual column. */
function columnSchema(column: Column, { dialect }: Pick<FilterSchema, 'dialect'>, isOpenApi30: boolean): JsonSchema {
  if (column.transformer !== undefined || column.isVirtualProperty) return {};
  const schema = schemaOfType(column, kindOfColumn(column, dialect));
  return column.isNullable ? nullable(schema, isOpenApi30) : schema;
}

function schemaOfType({ isArray, type, enum: members = [] }: Column, kind: ValueKindName): JsonSchema {
  if (isArray) return { type: 'array', items: {} };
  if (type === 'simple-array') return { type: 'array', items: { type: 'string' } };
  // Some engines return the numbers of enums as texts. Null would have to be a member; tools do not agree on that.
  const isOfTexts = kind === 'enum' && members.every((member) => typeof member === 'string');
  return isOfTexts ? byKind.text : byKind[kind];
}

/** Adds the aggregates of related rows. Only those of every row are required. */
function putAggregates(tree: Tree, aggregates: AnsweredAggregates, { context, isOpenApi30 }: RowFrame): void {
  const { selectable, loaded = [] } = aggregates;
  const named = [...(selectable?.values() ?? [])].flat().flatMap(({ aggregate }) => aggregate ?? []);
  for (const field of new Set([...loaded, ...named])) {
    if (!isShown(field, context)) continue;
    const { expression, propertyPath } = field;
    const schema = expression.accepts === undefined ? byKind[expression.kind.name] : {};
    put(tree, [propertyPath], expression.nullable ? nullable(schema, isOpenApi30) : schema, loaded.includes(field));
  }
}

/** Aggregates of related rows: the ones that `fields` may name, and those of every row. */
export interface AnsweredAggregates {
  readonly selectable?: Selectable | undefined;
  readonly loaded?: readonly FieldSchema[] | undefined;
}

/** The relations that clients may populate, and how many of them may follow each other. */
export interface PopulatedRelations {
  readonly populatables: Populatables;
  readonly hops: number;
}

/** Adds the related rows that clients may ask for to the properties of a row, none of them certain. */
function putPopulated(tree: Tree, { populatables, hops }: PopulatedRelations, frame: RowFrame): void {
  if (hops < 1) return;
  for (const populatable of populatables.values()) {
    if (!populatable.isShown(frame.context)) continue;
    const { propertyPath } = populatable.relation;
    put(tree, propertyPath.split('.'), relatedRows(populatable, hops, frame), false);
  }
}

/** Makes the schema of one related row or none, or of a list. */
function relatedRows(populatable: Populatable, hops: number, frame: RowFrame): JsonSchema {
  const { relation, columns, below } = populatable;
  const { target } = relation;
  const tree: Tree = { properties: {}, required: [] };
  const shown = new Set(columns.filter((column) => isShown(column, frame.context)).map((each) => each.propertyPath));
  for (const column of target.metadata.columns) {
    if (!column.isPrimary && (column.isVirtual || !shown.has(column.propertyPath))) continue;
    put(tree, column.propertyPath.split('.'), columnSchema(column, target, frame.isOpenApi30), column.isPrimary);
  }
  putAggregates(tree, populatable, frame);
  putPopulated(tree, { populatables: below, hops: hops - 1 }, frame);
  // Equal schemas are one component, and rows of two entities with equal columns are not to share a name.
  const description = `A related row of ${target.name}.`;
  const row = frame.components.share([`${target.name}RelatedRow`], () => ({ ...objectOf(tree), description }));
  return relation.toMany ? { type: 'array', items: row } : nullable(row, frame.isOpenApi30);
}

/** Rows to describe: an entity, the relations that are loaded with it, and whether fields can be missing. */
export interface DescribedRow {
  readonly schema: FilterSchema;
  readonly relations: readonly string[];
  /** True where clients choose the fields of the answer, so that only the primary key is certain. */
  readonly isSelected: boolean;
  /** The relations that clients may populate. */
  readonly populated: PopulatedRelations;
  /** The aggregates of related rows that a row may have. */
  readonly aggregates: AnsweredAggregates;
  /** Name of the list. Its component gets this name if another has the entity's. */
  readonly name: string;
  /** Beginning of an error about an unknown relation. */
  readonly subject: string;
}

const none: PopulatedRelations = { populatables: new Map(), hops: 0 };

/** Returns the reference to the rows of an entity, as TypeORM maps them and JSON writes them. */
export function rowSchema(row: DescribedRow, frame: RowFrame): Reference {
  const { schema, relations, isSelected } = row;
  const { metadata } = schema;
  const hidden = hiddenIn(schema, frame.context);
  const tree: Tree = { properties: {}, required: [] };
  for (const column of metadata.columns) {
    if (!column.isSelect || column.isVirtual || hidden.has(column.propertyPath)) continue;
    const isRequired = !isSelected || column.isPrimary;
    put(tree, column.propertyPath.split('.'), columnSchema(column, schema, frame.isOpenApi30), isRequired);
  }
  for (const name of relations) {
    if (!hidden.has(name)) put(tree, name.split('.'), relatedSchema(name, row, frame), true);
  }
  putAggregates(tree, row.aggregates, frame);
  putPopulated(tree, row.populated, frame);
  return frame.components.share([`${schema.name}Row`, `${row.name}Row`], () => objectOf(tree));
}

/** Makes the schema of a relation that is loaded with the rows: one row or none, or a list. */
function relatedSchema(name: string, { schema, subject }: DescribedRow, frame: RowFrame): JsonSchema {
  const relations = [...relationsOf(schema.view('all').members)];
  const relation = relations.find(({ propertyPath }) => propertyPath === name);
  if (relation === undefined) {
    const names = relations.map(({ propertyPath }) => propertyPath);
    throw new FilterConfigurationError(`${subject}: ${name} is not a relation; ${didYouMean(name, names)}`);
  }
  const { target, toMany, alwaysExists } = relation;
  const row = rowSchema(
    { schema: target, relations: [], isSelected: false, populated: none, aggregates: {}, name: target.name, subject },
    frame,
  );
  if (toMany) return { type: 'array', items: row };
  return alwaysExists ? row : nullable(row, frame.isOpenApi30);
}

/** Lists the members that a context cannot see, by property path. */
function hiddenIn(schema: FilterSchema, context: unknown): ReadonlySet<string> {
  const { members } = schema.view('code');
  const hidden = [...fieldsOf(members), ...relationsOf(members)].filter((member) => !isVisible(member, context));
  return new Set(hidden.map(({ propertyPath }) => propertyPath));
}
