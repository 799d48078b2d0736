import type { Populatable, Populatables } from '../../populate/index.js';
import { isShown } from '../../schema/index.js';
import { type JsonSchema, nullable } from './json-schema.js';
import { type RowFrame, type Tree, columnSchema, objectOf, put, putAggregates } from './row-columns.js';

/** The relations that clients may populate, and how many of them may follow each other. */
export interface PopulatedRelations {
  readonly populatables: Populatables;
  readonly hops: number;
}

/** Adds the related rows that clients may ask for to the properties of a row, none of them certain. */
export function putPopulated(tree: Tree, { populatables, hops }: PopulatedRelations, frame: RowFrame): void {
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
