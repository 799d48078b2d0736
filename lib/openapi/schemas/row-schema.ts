import { FilterConfigurationError, didYouMean } from '../../configuration/index.js';
import { type FilterSchema, fieldsOf, isVisible, relationsOf } from '../../schema/index.js';
import type { Reference } from './components.js';
import { type JsonSchema, nullable } from './json-schema.js';
import { type PopulatedRelations, putPopulated } from './related-row.js';
import {
  type AnsweredAggregates,
  type RowFrame,
  type Tree,
  columnSchema,
  objectOf,
  put,
  putAggregates,
} from './row-columns.js';

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
    throw new FilterConfigurationError(`${subject}: ${name} is no relation; ${didYouMean(name, names)}`);
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
