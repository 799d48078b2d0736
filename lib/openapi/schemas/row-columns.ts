import { type FieldSchema, type FilterSchema, isShown } from '../../schema/index.js';
import type { Selectable } from '../../selection/index.js';
import { type ValueKindName, kindOfColumn } from '../../values/index.js';
import type { Components } from './components.js';
import { type JsonSchema, nullable } from './json-schema.js';

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
export function put(
  tree: Tree,
  [name = '', ...rest]: readonly string[],
  schema: JsonSchema,
  isRequired: boolean,
): void {
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
export function objectOf({ properties, required }: Tree): JsonSchema {
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
export function columnSchema(
  column: Column,
  { dialect }: Pick<FilterSchema, 'dialect'>,
  isOpenApi30: boolean,
): JsonSchema {
  if (column.transformer !== undefined || column.isVirtualProperty) return {};
  if (column.isArray) return nullableIf(column, { type: 'array', items: {} }, isOpenApi30);
  if (column.type === 'simple-array') {
    return nullableIf(column, { type: 'array', items: { type: 'string' } }, isOpenApi30);
  }
  const kind = kindOfColumn(column, dialect);
  return nullableIf(column, kind === 'enum' ? enumOf(column) : byKind[kind], isOpenApi30);
}

/** Adds the aggregates of related rows. Only those of every row are required. */
export function putAggregates(tree: Tree, aggregates: AnsweredAggregates, { context, isOpenApi30 }: RowFrame): void {
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

/** An enum of texts. Some engines return the numbers of other enums as texts. */
function enumOf({ enum: members = [] }: Column): JsonSchema {
  // Null would have to be a member as well; tools do not agree on that.
  return members.every((member) => typeof member === 'string') ? { type: 'string' } : {};
}

function nullableIf({ isNullable }: Column, schema: JsonSchema, isOpenApi30: boolean): JsonSchema {
  return isNullable ? nullable(schema, isOpenApi30) : schema;
}
