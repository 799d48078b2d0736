import type { Condition, SortTerm } from '../ast/index.js';
import {
  type FieldSchema,
  type FilterSchema,
  type RelationSchema,
  fieldsOf,
  isColumn,
  relationsOf,
} from '../schema/index.js';
import { keyOfColumn } from './fields.js';
import { type Want, type WantedKey, ranks } from './want.js';

/** The columns of an order that an index can have as its keys, and the paths of their fields. */
export interface OrderKeys {
  readonly keys: readonly WantedKey[];
  readonly paths: readonly string[];
}

/** A column that is compared with one value: in an index, the rows behind it are in the order of the next keys. */
export interface EqualColumn {
  readonly key: WantedKey;
  readonly path: string;
}

/**
 * Returns the first keys of an order that are columns of the list itself. The ones behind any other key are sorted. An
 * index needs no primary key at its end: rows of equal keys are few, and are sorted where they are read.
 */
export function orderKeysOf(schema: FilterSchema, terms: readonly SortTerm[]): OrderKeys {
  const keys: WantedKey[] = [];
  const paths: string[] = [];
  for (const { target, direction, nulls } of terms) {
    if (target.hops.length > 0 || target.field === 'count' || nulls !== undefined) break;
    const key = keyOfColumn(schema, target.field);
    // The beginning of a text has no order of the whole. Behind the primary key, no other key matters.
    if (key === undefined || key.written !== undefined || isKeyOf(schema, key.sql)) break;
    keys.push({ ...key, isDescending: direction === 'desc' });
    paths.push(target.field.propertyPath);
  }
  return { keys, paths };
}

/** Makes the want of an order, behind columns that are compared with one value each. */
export function wantOfOrder(
  schema: FilterSchema,
  equal: readonly EqualColumn[],
  { keys, paths }: OrderKeys,
): Want | undefined {
  const isEqual = ({ sql }: WantedKey): boolean => equal.some(({ key }) => key.sql === sql);
  const rest = keys.filter((key) => !isEqual(key));
  if (rest.length === 0) return undefined;
  const ordered = paths.filter((_, place) => rest.some((key) => key === keys[place]));
  const path = [...equal.map((each) => each.path), ...ordered].join(', ');
  return {
    ...{ entity: schema.name, table: schema.table, method: 'btree', keys: [...equal.map(({ key }) => key), ...rest] },
    ...{ inAnyOrder: equal.length, uses: [{ name: 'order', path }], rank: ranks.orders },
  };
}

/**
 * Returns what the declared order of an entity wants: an index with its keys, and one behind each column that leaves
 * many rows in it: a column of few values, and a reference to another row. A column of many values leaves few.
 */
export function wantsOfDeclaredOrder(schema: FilterSchema, terms: readonly SortTerm[]): readonly Want[] {
  const order = orderKeysOf(schema, terms);
  const { members } = schema.view('code');
  const columns = [
    ...[...relationsOf(members)].flatMap((relation) => referenceOf(schema, relation)),
    ...[...fieldsOf(members)].flatMap((field) => fewValuedOf(schema, field)),
  ];
  return [[], ...columns.map((column) => [column])].flatMap((equal) => wantOfOrder(schema, equal, order) ?? []);
}

function referenceOf(schema: FilterSchema, { link, toMany, propertyPath }: RelationSchema): readonly EqualColumn[] {
  const [pair, ...more] = link.via === 'columns' ? link.pairs : [];
  if (toMany || pair === undefined || more.length > 0 || isKeyOf(schema, pair.own)) return [];
  return [{ key: { sql: pair.own, isExpression: false }, path: propertyPath }];
}

function isKeyOf({ primaryKey }: FilterSchema, column: string): boolean {
  return primaryKey.some(({ columnName }) => columnName === column);
}

function fewValuedOf(schema: FilterSchema, field: FieldSchema): readonly EqualColumn[] {
  const { kind } = field.expression;
  if (kind.name !== 'boolean' && kind.name !== 'enum') return [];
  const isCompared = [...field.operators.values()].some(({ indexUse }) => indexUse === 'point');
  const key = isCompared ? keyOfColumn(schema, field) : undefined;
  return key === undefined ? [] : [{ key, path: field.propertyPath }];
}

/** Returns the columns of a list that all of its rows have one value of, by conditions that must hold together. */
export function equalColumnsOf(schema: FilterSchema, conditions: readonly Condition[]): readonly EqualColumn[] {
  const found = new Map<string, EqualColumn>();
  for (const condition of conditions.flatMap(conjunctsOf)) {
    const column = equalColumnOf(schema, condition);
    if (column !== undefined) found.set(column.key.sql, column);
  }
  return [...found.values()];
}

function conjunctsOf(condition: Condition): readonly Condition[] {
  if (condition.type === 'and') return condition.conditions.flatMap(conjunctsOf);
  return condition.type === 'named' ? conjunctsOf(condition.condition) : [condition];
}

function equalColumnOf(schema: FilterSchema, condition: Condition): EqualColumn | undefined {
  if (condition.type === 'related') return equalReferenceOf(schema, condition);
  if (condition.type !== 'comparison' || !isEquality(condition)) return undefined;
  const key = keyOfColumn(schema, condition.field);
  return key === undefined ? undefined : { key, path: condition.field.propertyPath };
}

/** Where a foreign key stands for the related row, a condition on its key compares the reference alone. */
function equalReferenceOf(
  schema: FilterSchema,
  { relation, quantifier, where }: Extract<Condition, { readonly type: 'related' }>,
): EqualColumn | undefined {
  if (!relation.ownsForeignKey || quantifier !== 'some' || where?.type !== 'comparison' || !isEquality(where))
    return undefined;
  const { expression } = where.field;
  const isKey = isColumn(expression) && expression.columnName === firstPairOf(relation)?.related;
  return isKey ? referenceOf(schema, relation)[0] : undefined;
}

function firstPairOf({ link }: RelationSchema) {
  return link.via === 'columns' ? link.pairs[0] : undefined;
}

function isEquality({ operator }: Extract<Condition, { readonly type: 'comparison' }>): boolean {
  return operator.indexUse === 'point' && operator.takes === 'value';
}
