import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { dataSourceOf } from './typeorm.js';

/*
 * The state of a builder, key by key: what the text of its statement is made of. A key without a row is a feature that this
 * library does not know, and whose part in the text it would forget.
 */

export type ExpressionMap = SelectQueryBuilder<ObjectLiteral>['expressionMap'];

/** Keys that decide the text, and that `typeorm-fingerprint` writes. */
const written = ['mainAlias', 'aliases', 'selects', 'joinAttributes', 'wheres', 'orderBys', 'options', 'withDeleted'];

/** Keys that are read for each statement: the values, and what is done with the rows. */
const read = ['parameters', 'callListeners', 'dataSource', 'connection'];

/** Keys that a page replaces: its window, and that entities are selected. */
const replaced = ['limit', 'offset', 'skip', 'take', 'queryEntity'];

/** Keys that other statements than SELECT are made of, and details of features that {@link usual} excludes. */
const unread = [
  ...['onIgnore', 'onConflict', 'onUpdate', 'valuesSet', 'returning', 'extraReturningColumns', 'insertColumns', 'of'],
  ...['insertFromSelect', 'whereEntities', 'updateEntity', 'locallyGenerated', 'relationPropertyPath'],
  ...['lockVersion', 'lockTables', 'onLocked', 'cacheId', 'cacheDuration', 'enableRelationIdValues'],
];

/** Features that a statement can be prepared without: each with the test that the builder does not use it. */
const usual: Readonly<Record<string, (map: ExpressionMap) => boolean>> = {
  queryType: (map) => map.queryType === 'select',
  maxExecutionTime: (map) => map.maxExecutionTime === 0,
  selectDistinct: (map) => !map.selectDistinct,
  selectDistinctOn: (map) => map.selectDistinctOn.length === 0,
  relationLoadStrategy: (map) => map.relationLoadStrategy === 'join',
  relationIdAttributes: (map) => map.relationIdAttributes.length === 0,
  havings: (map) => map.havings.length === 0,
  groupBys: (map) => map.groupBys.length === 0,
  disableEscaping: (map) => map.disableEscaping,
  extraAppendedAndWhereCondition: (map) => map.extraAppendedAndWhereCondition === '',
  subQuery: (map) => !map.subQuery,
  aliasNamePrefixingEnabled: (map) => map.aliasNamePrefixingEnabled,
  useIndex: (map) => map.useIndex === undefined || map.useIndex.length === 0,
  lockMode: (map) => map.lockMode === undefined,
  cache: (map) => map.cache === undefined,
  useTransaction: (map) => !map.useTransaction,
  timeTravel: (map) => map.timeTravel === false,
  comment: (map) => !map.comment,
  commonTableExpressions: (map) => map.commonTableExpressions.length === 0,
  // Of TypeORM before 1.0.
  relationCountAttributes: (map) => isEmpty(Reflect.get(map, 'relationCountAttributes')),
  nativeParameters: (map) => isEmpty(Reflect.get(map, 'nativeParameters')),
};

const usualRows = Object.entries(usual);
const known: ReadonlySet<string> = new Set([...written, ...read, ...replaced, ...unread, ...Object.keys(usual)]);

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/** Returns the first feature of a builder that keeps its statement from being prepared; undefined where there is none. */
export function unusualState(map: ExpressionMap): string | undefined {
  for (const [key, isUsual] of usualRows) if (!isUsual(map)) return key;
  return undefined;
}

/**
 * Returns the keys of a builder's state that this library does not know. A copy is looked at as well: it has the keys that a new
 * builder leaves out, and a key that not even a copy has is of no account to a page.
 */
export function unknownState(source: DataSource): readonly string[] {
  const { expressionMap } = source.createQueryBuilder();
  const keys = new Set([...Object.keys(expressionMap), ...Object.keys(expressionMap.clone())]);
  return [...keys].filter((key) => !known.has(key));
}

/** The class of the builders that a data source makes. */
const classes = new WeakMap<DataSource, unknown>();

/** True where a builder is of a class of the host's own, which may write its statement in a way of its own. */
export function isOwnClass<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  const source = dataSourceOf(builder);
  let usualClass = classes.get(source);
  if (usualClass === undefined) classes.set(source, (usualClass = source.createQueryBuilder().constructor));
  return builder.constructor !== usualClass;
}
