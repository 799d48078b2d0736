import type { PageStyle } from '../../ast/index.js';
import type { AggregateFunction } from '../../operators/index.js';
import { visibleNames } from '../../populate/index.js';
import { visibleIn } from '../../schema/index.js';
import type { Components, Reference } from './components.js';
import type { DocumentedList } from './documented-list.js';
import { type JsonSchema, described, nullable } from './json-schema.js';

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
  const styles = profile.styles(context);
  const metas = (styles.length === 0 ? (['page'] as const) : styles).map((style) =>
    metaOf[style](components, isOpenApi30),
  );
  const [only, ...more] = metas;
  const pagination = only !== undefined && more.length === 0 ? only : { anyOf: metas };
  const aggregates = aggregatesSchema(list, isOpenApi30);
  const maybe = { facets: facetsSchema(list), aggregates, populate: populateMeta(list) };
  const meta = object({ pagination }, given(maybe));
  return object({ data: { type: 'array', items: row }, meta });
}

/** Makes the schema of `meta.facets`. Values have the form that they have in the rows. */
function facetsSchema({ profile, context, components }: DocumentedList): JsonSchema | undefined {
  const { facets } = profile.lists('client');
  const visible = visibleIn(facets, context);
  if (visible.length === 0) return undefined;
  const properties = visible.map(([name, { type }]) => [name, facetOf[type](components)] as const);
  return object({}, Object.fromEntries(properties));
}

/** Makes the schema of `meta.aggregates`. Numbers that JavaScript could round are texts, as in the rows. */
function aggregatesSchema({ profile, context }: DocumentedList, isOpenApi30: boolean): JsonSchema | undefined {
  const { aggregates } = profile.lists('client');
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
  const { populate = new Map<string, never>() } = profile.lists('client');
  if (visibleNames(populate, context).length === 0) return undefined;
  const more = object({ limit: count, hasMore: { type: 'boolean', enum: [true] } });
  return { type: 'object', additionalProperties: more };
}

/** Leaves out the members that a page never has. */
function given(members: Readonly<Record<string, JsonSchema | undefined>>): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(members).flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema]]));
  return Object.fromEntries(entries) as Readonly<Record<string, JsonSchema>>;
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
