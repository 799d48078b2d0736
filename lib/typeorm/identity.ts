import type { DataSource, EntityMetadata, ObjectLiteral } from 'typeorm';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import { FindOptionsUtils } from 'typeorm/find-options/FindOptionsUtils.js';
import { SelectQueryBuilder } from 'typeorm/query-builder/SelectQueryBuilder.js';
import { dataSourceOf, showsDeleted } from './host.js';
import { numberOfObject, part } from '../caches/index.js';

function words(text: string): readonly string[] {
  return text.split(' ');
}

/** Part of TypeORM, or undefined where an application lacks it, such as an entity with relations. */
type Part = (source: DataSource) => unknown;

type Members = Partial<Readonly<Record<'array' | 'boolean' | 'function' | 'object' | 'string', string>>>;

/**
 * Members of TypeORM beyond its documented methods that prepared statements and their entities use. The library also
 * imports the files of `DriverUtils`, `FindOptionsUtils` and `SelectQueryBuilder`, and `typeorm/globals.js`: without
 * one of them, it does not load.
 */
const internals: Readonly<Record<string, readonly [part: Part, members: Members]>> = {
  SelectQueryBuilder: [
    (source) => source.createQueryBuilder(),
    {
      object: 'expressionMap findOptions',
      array: 'relationMetadatas',
      function: 'clone getQueryAndParameters getParameters escape',
    },
  ],
  QueryExpressionMap: [
    (source) => memberOf(source.createQueryBuilder(), 'expressionMap'),
    {
      array: 'aliases selects joinAttributes wheres options selectDistinctOn relationIdAttributes havings groupBys',
      object: 'orderBys parameters',
      boolean: 'withDeleted callListeners queryEntity selectDistinct',
      function: 'clone',
      string: 'queryType relationLoadStrategy',
    },
  ],
  Driver: [({ driver }) => driver, { function: 'escapeQueryWithParameters prepareHydratedValue' }],
  DriverUtils: [() => DriverUtils, { function: 'buildAlias' }],
  FindOptionsUtils: [() => FindOptionsUtils, { function: 'joinEagerRelations' }],
  DataSource: [
    (source) => source,
    { function: 'createQueryRunner defaultReplicationModeForReads', array: 'subscribers' },
  ],
  EntityMetadata: [
    ({ entityMetadatas }) => entityMetadatas[0],
    {
      array: 'columns primaryColumns relations relationIds lazyRelations childEntityMetadatas afterLoadListeners',
      function: 'create',
      string: 'tableType',
    },
  ],
  ColumnMetadata: [
    ({ entityMetadatas }) => entityMetadatas[0]?.columns[0],
    { function: 'setEntityValue', string: 'databaseName propertyPath', boolean: 'isVirtual' },
  ],
  RelationMetadata: [
    ({ entityMetadatas }) =>
      entityMetadatas.find(({ relations }) => Array.isArray(relations) && relations.length > 0)?.relations[0],
    { function: 'setEntityValue', string: 'propertyPath' },
  ],
};

/** Lists the internals that this version of TypeORM lacks. Its builder then writes every statement. */
export function missingInternals(source: DataSource): readonly string[] {
  return Object.entries(internals).flatMap(([name, [part, members]]) => {
    const owner = part(source);
    if (owner === undefined) return [];
    return Object.entries(members).flatMap(([type, names]) =>
      words(names)
        .filter((member) => typeOf(memberOf(owner, member)) !== type)
        .map((member) => `${name}.${member}`),
    );
  });
}

function memberOf(owner: unknown, name: string): unknown {
  const isOwner = (typeof owner === 'object' && owner !== null) || typeof owner === 'function';
  return isOwner ? Reflect.get(owner, name) : undefined;
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/*
 * The state of a builder, key by key, as it decides the statement's text. A key without a row is an unknown feature,
 * whose effect on the text would be overlooked.
 */

type ExpressionMap = SelectQueryBuilder<ObjectLiteral>['expressionMap'];

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

const known: ReadonlySet<string> = new Set([
  ...Object.keys(usual),
  // They decide the text, and `fingerprintOf` writes them.
  ...words('mainAlias aliases selects joinAttributes wheres orderBys options withDeleted'),
  // They are read for each statement: its values, and the use of its rows.
  ...words('parameters callListeners dataSource connection'),
  // A page replaces them: its window, and whether entities are selected.
  ...words('limit offset skip take queryEntity'),
  // They are of statements other than SELECT, or details of features that are not usual.
  ...words('onIgnore onConflict onUpdate valuesSet returning extraReturningColumns insertColumns of insertFromSelect'),
  ...words('whereEntities updateEntity locallyGenerated relationPropertyPath lockVersion lockTables onLocked cacheId'),
  ...words('cacheDuration enableRelationIdValues'),
]);

/** Keys within these lists: some are written as well, the others do not affect the text. */
const partKeys = {
  joinAttributes: new Set([
    ...words('direction entityOrProperty condition alias mapToProperty isMappingMany mapAsEntity'),
    // Owner of a join, and its own caches.
    ...words('dataSource connection queryExpressionMap relationCache relationEvaluated isSelectedCache'),
    'isSelectedEvaluated',
  ]),
  aliases: new Set(words('type name tablePath subQuery _metadata')),
  selects: new Set(words('selection aliasName virtual')),
  orderBys: new Set(words('order nulls')),
} as const;

function unknownPart(map: ExpressionMap): string | undefined {
  for (const list of ['joinAttributes', 'aliases', 'selects', 'orderBys'] as const) {
    for (const part of Object.values<unknown>(map[list])) {
      if (typeof part !== 'object' || part === null) continue;
      for (const key of Object.keys(part)) if (!partKeys[list].has(key)) return `${list}.${key}`;
    }
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/**
 * Returns the keys of a builder's state that this library does not know. A copy is examined too, because it has
 * keys that a new builder leaves out; a key that neither has does not affect a page. A builder with a part of each
 * kind, which is never sent, is examined as well.
 */
export function unknownState(source: DataSource): readonly string[] {
  const { expressionMap } = source.createQueryBuilder();
  const keys = new Set([...Object.keys(expressionMap), ...Object.keys(expressionMap.clone())]);
  const builder = source.createQueryBuilder().select('one.id', 'id');
  const parts = builder.from<ObjectLiteral>('(SELECT 1 AS id)', 'one').leftJoin('(SELECT 1 AS id)', 'other', '1 = 1');
  parts.orderBy('one.id', 'ASC', 'NULLS LAST');
  const part = unknownPart(parts.expressionMap);
  return [...[...keys].filter((key) => !known.has(key)), ...(part === undefined ? [] : [part])];
}

/** True for a builder of the host's own class, which may write its statement differently. */
function isOwnClass<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  return builder.constructor !== SelectQueryBuilder;
}

/*
 * Text that tells a builder from every other one with a different statement. Each part follows its length, so that two
 * different lists of parts never give one text.
 */

/** Text for a builder, or the reason why it has none. */
export type Fingerprint = { readonly text: string } | { readonly reason: string };

/** Returns a text that two builders share only where TypeORM writes the same statement for both. */
export function fingerprintOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): Fingerprint {
  const map: ExpressionMap = builder.expressionMap;
  const unusual = unusualIn(builder);
  if (unusual !== undefined) return { reason: `the builder uses ${unusual}` };
  const plain = plainText(map);
  if (plain !== undefined) return { text: plain };
  const unknown = unknownPart(map);
  if (unknown !== undefined) return { reason: `the builder has ${unknown}, which is not known` };
  const wheres = conditionText(map.wheres);
  if (wheres === undefined) return { reason: 'a condition of the builder is of an unknown form' };
  let text = `${map.withDeleted ? 'd' : ''}${showsDeleted(builder) ? 'r' : ''}`;
  text += part(map.mainAlias?.name) + part(map.options.join());
  for (const alias of map.aliases) {
    const { type, name, tablePath, subQuery, hasMetadata } = alias;
    // The getter `metadata` throws for an alias without one.
    const entity = hasMetadata ? entityText(alias.metadata) : '-';
    text += `a${type}${part(name)}${part(tablePath)}${part(subQuery)}${entity}`;
  }
  for (const { selection, aliasName, virtual } of map.selects) {
    text += `s${virtual === true ? 'v' : ''}${part(selection)}${part(aliasName)}`;
  }
  for (const join of map.joinAttributes) text += joinText(join);
  for (const [name, order] of Object.entries(map.orderBys)) {
    text += `o${part(name)}${typeof order === 'string' ? order : `${order.order} ${order.nulls ?? ''}`};`;
  }
  return { text: text + wheres };
}

/** Returns the first feature that prevents a prepared statement: of a builder, or of all of its data source. */
function unusualIn<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string | undefined {
  for (const [key, isUsual] of usualRows) if (!isUsual(builder.expressionMap)) return key;
  if (isOwnClass(builder)) return 'a class of the host';
  if (Object.keys(builder['findOptions']).length > 0) return 'find options';
  const { cache } = dataSourceOf(builder).options;
  return typeof cache === 'object' && cache.alwaysEnabled === true ? 'a cache of every result' : undefined;
}

/**
 * Writes a builder that selects the rows of an entity, and nothing more. It returns undefined for any other, and for
 * one with a stand-in, whose main alias is not among its aliases. Most are plain, and a short key is hashed faster. No
 * other text begins with this letter.
 */
function plainText(map: ExpressionMap): string | undefined {
  const { mainAlias, aliases, selects } = map;
  const [select] = selects;
  if (mainAlias?.hasMetadata !== true || aliases.length !== 1 || aliases[0] !== mainAlias) return undefined;
  const { name, metadata, tablePath, subQuery } = mainAlias;
  if (subQuery !== undefined || (tablePath !== undefined && tablePath !== metadata.tablePath)) return undefined;
  if (select?.selection !== name || select.aliasName !== undefined || select.virtual === true || selects.length > 1) {
    return undefined;
  }
  if (map.withDeleted || map.options.length + map.joinAttributes.length + map.wheres.length > 0) return undefined;
  return Object.keys(map.orderBys).length > 0 ? undefined : `p${entityText(metadata)}${part(name)}`;
}

/**
 * Writes which entity a table has, and the table's name, which some hosts change for each tenant. The entity is a
 * number, because two entities may share a name, and a data source that is initialized again has new ones.
 */
export function entityText(metadata: EntityMetadata): string {
  return `#${numberOfObject(metadata)}${part(metadata.tablePath)}`;
}

/** Writes a join. A class and a subquery are written with their alias. */
function joinText(join: ExpressionMap['joinAttributes'][number]): string {
  const { direction, entityOrProperty, condition, alias, relation, mapToProperty, isMappingMany, mapAsEntity } = join;
  const along = typeof entityOrProperty === 'string' ? entityOrProperty : undefined;
  const junction = relation?.junctionEntityMetadata;
  const joined = `j${direction}${part(along)}${part(condition)}${part(alias.name)}${junction ? entityText(junction) : ''}`;
  if (mapToProperty === undefined && mapAsEntity === undefined) return joined;
  // The property that the join fills instead of its relation, the kind of its value, and a subquery's entity.
  const entity = typeof mapAsEntity === 'function' ? `#${numberOfObject(mapAsEntity)}` : part(mapAsEntity);
  return `${joined}m${part(mapToProperty)}${isMappingMany === true ? 'many' : 'one'}${entity}`;
}

/** Members of a clause and a condition. All are texts or lists of clauses. */
const conditionKeys: ReadonlySet<string> = new Set(words('type condition operator parameters'));

/** Writes a condition in TypeORM's nested form, or returns undefined for an unknown form. */
function conditionText(condition: unknown): string | undefined {
  if (typeof condition === 'string') return part(condition);
  if (typeof condition !== 'object' || condition === null) return undefined;
  const isList = Array.isArray(condition);
  let text = '';
  for (const [key, value] of Object.entries(condition)) {
    const inner = isList || conditionKeys.has(key) ? conditionText(value) : undefined;
    if (inner === undefined) return undefined;
    text += isList ? inner : `${key}=${inner}`;
  }
  return isList ? `[${text}]` : `{${text}}`;
}

/** A text, a number, or a name in quotes: engines read some of these as texts. */
const literal = /['"]|\$\w*\$|(?<![\w$:.])\.?\d/;

/**
 * Looks for texts and numbers in the SQL of a host's builder, and of the virtual columns in a statement. Returns why a
 * value may stand in the statement without a parameter, or undefined where none does.
 *
 * @param text the statement of the builder
 */
export function literalsIn<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, text: string): string | undefined {
  if (isOwnClass(builder)) return 'the builder is of a class of the application';
  const { wheres, havings, groupBys, joinAttributes, selects, orderBys, aliases, selectDistinctOn, comment } =
    builder.expressionMap;
  const written = [
    [wheres, havings, groupBys, selectDistinctOn, Object.keys(orderBys), comment],
    selects.map(({ selection }) => selection),
    joinAttributes.map(({ condition, alias }) => [condition, alias.subQuery]),
    aliases.map(({ subQuery }) => subQuery),
  ];
  if (isLiteral(written) || builder.expressionMap.commonTableExpressions.length > 0) {
    return 'the builder holds literals of the application';
  }
  const queries = dataSourceOf(builder).entityMetadatas.flatMap(({ columns }) => columns.map(({ query }) => query));
  return queries.some((query) => query !== undefined && isVirtualLiteral(query, text))
    ? 'a virtual column holds literals of the application'
    : undefined;
}

function isLiteral(part: unknown): boolean {
  if (typeof part === 'string') return literal.test(part);
  return typeof part === 'object' && part !== null && Object.values(part).some(isLiteral);
}

/** The parts of SQL that are the same whatever its values and its alias are, for which \0 stands. */
const between = new RegExp(`\\0|'[^']*'|"[^"]*"|${literal.source}[\\w.]*`);

/**
 * True where the SQL of a virtual column is in a text, and has a literal. Its `query` may write other values each time,
 * so that it is recognized by its longest part without any. A function that fails may have written anything.
 */
function isVirtualLiteral(query: (alias: string) => string, text: string): boolean {
  let sql: string;
  try {
    sql = query('\0');
  } catch {
    return true;
  }
  if (!literal.test(sql)) return false;
  const [longest = ''] = sql.split(between).sort((one, other) => other.length - one.length);
  return text.includes(longest);
}
