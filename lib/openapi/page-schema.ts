import type { PageStyle } from '../ast/index.js';
import { isPathVisible } from '../schema/index.js';
import type { Components, Reference } from './components.js';
import type { DocumentedList } from './documented-list.js';
import { type JsonSchema, described, nullable } from './json-schema.js';

const count: JsonSchema = { type: 'integer', minimum: 0 };

/** The members that every page has; all of them depend on the way of counting. */
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

/** Makes the schema of a page: its rows, its position, and the facets where clients can ask for them. */
export function pageSchema(list: DocumentedList, row: JsonSchema, isOpenApi30: boolean): JsonSchema {
  const { profile, components, context } = list;
  const styles = profile.styles(context);
  const metas = (styles.length === 0 ? (['page'] as const) : styles).map((style) =>
    metaOf[style](components, isOpenApi30),
  );
  const [only, ...more] = metas;
  const pagination = only !== undefined && more.length === 0 ? only : { anyOf: metas };
  const facets = facetsSchema(list);
  const meta = object({ pagination }, facets === undefined ? {} : { facets });
  return object({ data: { type: 'array', items: row }, meta });
}

/** Makes the schema of `meta.facets`, whose values are written as the rows write them. */
function facetsSchema({ profile, context, components }: DocumentedList): JsonSchema | undefined {
  const { facets } = profile.lists('client');
  const visible = [...(facets ?? [])].filter(([, facet]) => isPathVisible(facet, context));
  if (visible.length === 0) return undefined;
  const properties = visible.map(([name, { type }]) => [name, facetOf[type](components)] as const);
  return object({}, Object.fromEntries(properties));
}

const facetOf = {
  values: (components: Components): Reference =>
    components.share(['ValuesFacet'], () => {
      const values = { type: 'array', items: object({ value: {}, count }) };
      return object({ values, hasMore: { type: 'boolean' } });
    }),
  range: (components: Components): Reference => components.share(['RangeFacet'], () => object({ min: {}, max: {} })),
};

/** Makes the schema of an object from the members that it always has, and those that it may have. */
function object(always: Readonly<Record<string, JsonSchema>>, maybe: Readonly<Record<string, JsonSchema>> = {}) {
  const required = Object.keys(always);
  return { type: 'object', properties: { ...always, ...maybe }, ...(required.length === 0 ? {} : { required }) };
}
