import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { dataSourceOf } from './builder.js';

/*
 * The state of a builder, key by key, as it decides the statement's text. A key without a row is an unknown feature,
 * whose effect on the text would be overlooked.
 */

export type ExpressionMap = SelectQueryBuilder<ObjectLiteral>['expressionMap'];

/** Keys that decide the text, and that `fingerprint` writes. */
const written = ['mainAlias', 'aliases', 'selects', 'joinAttributes', 'wheres', 'orderBys', 'options', 'withDeleted'];

/** Keys that are read for each statement: its values, and the use of its rows. */
const read = ['parameters', 'callListeners', 'dataSource', 'connection'];

/** Keys that a page replaces: its window, and whether entities are selected. */
const replaced = ['limit', 'offset', 'skip', 'take', 'queryEntity'];

/** Keys of statements other than SELECT, and details of features that {@link usual} excludes. */
const unread = [
  ...['onIgnore', 'onConflict', 'onUpdate', 'valuesSet', 'returning', 'extraReturningColumns', 'insertColumns', 'of'],
  ...['insertFromSelect', 'whereEntities', 'updateEntity', 'locallyGenerated', 'relationPropertyPath'],
  ...['lockVersion', 'lockTables', 'onLocked', 'cacheId', 'cacheDuration', 'enableRelationIdValues'],
];

/** Features that prevent a prepared statement, each with a test that the builder does not use it. */
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

/** Keys within the lists of {@link written}: some are written as well, the others do not affect the text. */
const partKeys: Readonly<Record<'aliases' | 'selects' | 'joinAttributes' | 'orderBys', ReadonlySet<string>>> = {
  aliases: new Set(['type', 'name', 'tablePath', 'subQuery', '_metadata']),
  selects: new Set(['selection', 'aliasName', 'virtual']),
  joinAttributes: new Set([
    ...['direction', 'entityOrProperty', 'condition', 'alias', 'mapToProperty', 'isMappingMany', 'mapAsEntity'],
    // Owner of a join, and its own caches.
    ...['dataSource', 'connection', 'queryExpressionMap', 'relationCache', 'relationEvaluated'],
    ...['isSelectedCache', 'isSelectedEvaluated'],
  ]),
  orderBys: new Set(['order', 'nulls']),
};

/** Returns the first unknown key within the parts of a builder's state, or undefined. */
export function unknownPart(map: ExpressionMap): string | undefined {
  return (
    unknownIn('joinAttributes', map.joinAttributes) ??
    unknownIn('aliases', map.aliases) ??
    unknownIn('selects', map.selects) ??
    unknownIn('orderBys', Object.values(map.orderBys))
  );
}

function unknownIn(list: keyof typeof partKeys, parts: readonly unknown[]): string | undefined {
  const known = partKeys[list];
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    for (const key of Object.keys(part)) if (!known.has(key)) return `${list}.${key}`;
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/** Returns the first feature of a builder that prevents a prepared statement, or undefined. */
export function unusualState(map: ExpressionMap): string | undefined {
  for (const [key, isUsual] of usualRows) if (!isUsual(map)) return key;
  return undefined;
}

/**
 * Returns the keys of a builder's state that this library does not know. A copy is examined too, because it has
 * keys that a new builder leaves out; a key that neither has does not affect a page. A builder with a part of each
 * kind is examined as well.
 */
export function unknownState(source: DataSource): readonly string[] {
  const { expressionMap } = source.createQueryBuilder();
  const keys = new Set([...Object.keys(expressionMap), ...Object.keys(expressionMap.clone())]);
  const part = unknownPart(withParts(source.createQueryBuilder()).expressionMap);
  return [...[...keys].filter((key) => !known.has(key)), ...(part === undefined ? [] : [part])];
}

/** Adds a table, a join, a selection and a sort key to a builder that is never sent. */
function withParts<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<ObjectLiteral> {
  const parts = builder.select('one.id', 'id').from<ObjectLiteral>('(SELECT 1 AS id)', 'one');
  return parts.leftJoin('(SELECT 1 AS id)', 'other', '1 = 1').orderBy('one.id', 'ASC', 'NULLS LAST');
}

/** Class of a data source's builders. */
const classes = new WeakMap<DataSource, unknown>();

/** True for a builder of the host's own class, which may write its statement differently. */
export function isOwnClass<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  const source = dataSourceOf(builder);
  let usualClass = classes.get(source);
  if (usualClass === undefined) classes.set(source, (usualClass = source.createQueryBuilder().constructor));
  return builder.constructor !== usualClass;
}
