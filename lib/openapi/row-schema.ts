import { FilterConfigurationError, didYouMean } from '../configuration/index.js';
import { type FilterSchema, fieldsOf, isVisible, relationsOf } from '../schema/index.js';
import { type ValueKindName, kindOfColumn } from '../values/index.js';
import type { Components, Reference } from './components.js';
import { type JsonSchema, nullable } from './json-schema.js';

type Metadata = FilterSchema['metadata'];
type Column = Metadata['columns'][number];

/** The frame of the rows of one document. */
export interface RowFrame {
  readonly components: Components;
  readonly isOpenApi30: boolean;
  /** The context whose hidden members no schema names. */
  readonly context: unknown;
}

/** Rows to describe: an entity, the relations that come with it, and what a request can leave out. */
export interface DescribedRow {
  readonly schema: FilterSchema;
  readonly relations: readonly string[];
  /** True where clients choose the fields of the answer, so that only the primary key is always there. */
  readonly isSelected: boolean;
  /** The name of the list, which the component gets where another one has that of the entity. */
  readonly name: string;
  /** The beginning of an error about a relation that does not exist. */
  readonly subject: string;
}

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
  return frame.components.share([`${schema.name}Row`, `${row.name}Row`], () => objectOf(tree));
}

/** Makes the schema of a relation that comes with the rows: one row or none, or a list. */
function relatedSchema(name: string, { schema, subject }: DescribedRow, frame: RowFrame): JsonSchema {
  const relations = [...relationsOf(schema.view('all').members)];
  const relation = relations.find(({ propertyPath }) => propertyPath === name);
  if (relation === undefined) {
    const names = relations.map(({ propertyPath }) => propertyPath);
    throw new FilterConfigurationError(`${subject}: ${name} is no relation; ${didYouMean(name, names)}`);
  }
  const { target, toMany, alwaysExists } = relation;
  const row = rowSchema({ schema: target, relations: [], isSelected: false, name: target.name, subject }, frame);
  if (toMany) return { type: 'array', items: row };
  return alwaysExists ? row : nullable(row, frame.isOpenApi30);
}

/** An object in the making: its properties, those of embedded objects below them. */
interface Tree {
  readonly properties: Record<string, JsonSchema | Tree>;
  readonly required: string[];
}

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

function objectOf({ properties, required }: Tree): JsonSchema {
  const schemas = Object.entries(properties).map(
    ([name, each]) => [name, isTree(each) ? objectOf(each) : each] as const,
  );
  const object = { type: 'object', properties: Object.fromEntries(schemas) };
  return required.length === 0 ? object : { ...object, required };
}

/** The JSON that drivers and TypeORM make of a column. Whole numbers beyond 32 bits, and decimals, are texts on most engines. */
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

/** Makes the schema of a column. A transformer may make anything of it, and so may the query of a virtual column. */
function columnSchema(column: Column, { dialect }: Pick<FilterSchema, 'dialect'>, isOpenApi30: boolean): JsonSchema {
  if (column.transformer !== undefined || column.isVirtualProperty) return {};
  if (column.isArray) return nullableIf(column, { type: 'array', items: {} }, isOpenApi30);
  if (column.type === 'simple-array') {
    return nullableIf(column, { type: 'array', items: { type: 'string' } }, isOpenApi30);
  }
  const kind = kindOfColumn(column, dialect);
  return nullableIf(column, kind === 'enum' ? enumOf(column) : byKind[kind], isOpenApi30);
}

/** An enum of texts; the numbers of another come back as texts from some engines. */
function enumOf({ enum: members = [] }: Column): JsonSchema {
  // Null would have to be a member as well, which tools do not agree on.
  return members.every((member) => typeof member === 'string') ? { type: 'string' } : {};
}

function nullableIf({ isNullable }: Column, schema: JsonSchema, isOpenApi30: boolean): JsonSchema {
  return isNullable ? nullable(schema, isOpenApi30) : schema;
}

/** Lists the members that a context does not see, by property path. */
function hiddenIn(schema: FilterSchema, context: unknown): ReadonlySet<string> {
  const { members } = schema.view('code');
  const hidden = [...fieldsOf(members), ...relationsOf(members)].filter((member) => !isVisible(member, context));
  return new Set(hidden.map(({ propertyPath }) => propertyPath));
}
