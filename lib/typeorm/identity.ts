import type { DataSource, EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import { FindOptionsUtils } from 'typeorm/find-options/FindOptionsUtils.js';
import { dataSourceOf, showsDeleted } from './host.js';
import { numberOfObject, part } from '../caches/index.js';

/*
 * Members of TypeORM beyond its documented methods that prepared statements and their entities use, with
 * their types. The library also imports `typeorm/driver/DriverUtils.js`, `typeorm/find-options/FindOptionsUtils.js` and
 * `typeorm/globals.js`: without one of them, it does not load.
 */

type Kind = 'array' | 'boolean' | 'function' | 'object' | 'string';

/** The members of a part of TypeORM, by name. */
type Members = Readonly<Record<string, Kind>>;

/** Part of TypeORM, or undefined where an application lacks it, such as an entity with relations. */
type Part = (source: DataSource) => unknown;

const builder: Part = (source) => source.createQueryBuilder();
const metadata: Part = (source) => source.entityMetadatas[0];

const internals: Readonly<Record<string, readonly [part: Part, members: Members]>> = {
  SelectQueryBuilder: [
    builder,
    {
      ...{ expressionMap: 'object', findOptions: 'object', relationMetadatas: 'array', clone: 'function' },
      ...{ getQueryAndParameters: 'function', getParameters: 'function', escape: 'function' },
    },
  ],
  QueryExpressionMap: [
    (source) => memberOf(builder(source), 'expressionMap'),
    {
      ...{ aliases: 'array', selects: 'array', joinAttributes: 'array', wheres: 'array', orderBys: 'object' },
      ...{
        options: 'array',
        withDeleted: 'boolean',
        parameters: 'object',
        callListeners: 'boolean',
        clone: 'function',
      },
      ...{ queryType: 'string', queryEntity: 'boolean', selectDistinct: 'boolean', selectDistinctOn: 'array' },
      ...{ relationLoadStrategy: 'string', relationIdAttributes: 'array', havings: 'array', groupBys: 'array' },
    },
  ],
  Driver: [(source) => source.driver, { escapeQueryWithParameters: 'function', prepareHydratedValue: 'function' }],
  DriverUtils: [() => DriverUtils, { buildAlias: 'function' }],
  FindOptionsUtils: [() => FindOptionsUtils, { joinEagerRelations: 'function' }],
  DataSource: [
    (source) => source,
    { createQueryRunner: 'function', defaultReplicationModeForReads: 'function', subscribers: 'array' },
  ],
  EntityMetadata: [
    metadata,
    {
      ...{
        columns: 'array',
        primaryColumns: 'array',
        relations: 'array',
        relationIds: 'array',
        lazyRelations: 'array',
      },
      ...{ childEntityMetadatas: 'array', afterLoadListeners: 'array', create: 'function', tableType: 'string' },
    },
  ],
  ColumnMetadata: [
    (source) => source.entityMetadatas[0]?.columns[0],
    { setEntityValue: 'function', databaseName: 'string', propertyPath: 'string', isVirtual: 'boolean' },
  ],
  RelationMetadata: [
    (source) =>
      source.entityMetadatas.find(({ relations }) => Array.isArray(relations) && relations.length > 0)?.relations[0],
    { setEntityValue: 'function', propertyPath: 'string' },
  ],
};

/**
 * Lists the internals that this version of TypeORM lacks. Its builder then writes every
 * statement and makes every entity.
 */
export function missingInternals(source: DataSource): readonly string[] {
  return Object.entries(internals).flatMap(([name, [part, members]]) => {
    const owner = part(source);
    if (owner === undefined) return [];
    const missing = Object.entries(members).filter(([member, kind]) => kindOf(memberOf(owner, member)) !== kind);
    return missing.map(([member]) => `${name}.${member}`);
  });
}

function memberOf(owner: unknown, name: string): unknown {
  const isOwner = (typeof owner === 'object' && owner !== null) || typeof owner === 'function';
  return isOwner ? Reflect.get(owner, name) : undefined;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

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
function unknownPart(map: ExpressionMap): string | undefined {
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
function unusualState(map: ExpressionMap): string | undefined {
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
function isOwnClass<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  const source = dataSourceOf(builder);
  let usualClass = classes.get(source);
  if (usualClass === undefined) classes.set(source, (usualClass = source.createQueryBuilder().constructor));
  return builder.constructor !== usualClass;
}

/*
 * Text that tells a builder from every other one with a different statement. Each part follows its length, so that two
 * different lists of parts never give one text.
 */

/** Text for a builder, or the reason why it has none. */
export type Fingerprint = { readonly text: string } | { readonly reason: string };

/**
 * Returns a function that gives a builder's text, or undefined without one. The text is made once, so the
 * builder must stay as it is.
 */
export function fingerprintOnce<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): () => string | undefined {
  let fingerprint: Fingerprint | undefined;
  return () => {
    fingerprint ??= fingerprintOf(builder);
    return 'text' in fingerprint ? fingerprint.text : undefined;
  };
}

/** Returns a text that two builders share only where TypeORM writes the same statement for both. */
export function fingerprintOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): Fingerprint {
  const map: ExpressionMap = builder.expressionMap;
  const unusual = unusualState(map) ?? unusualBuilder(builder);
  if (unusual !== undefined) return { reason: `the builder uses ${unusual}` };
  const plain = plainText(map);
  if (plain !== undefined) return { text: plain };
  const unknown = unknownPart(map);
  if (unknown !== undefined) return { reason: `the builder has ${unknown}, which is not known` };
  const wheres = conditionText(map.wheres);
  if (wheres === undefined) return { reason: 'a condition of the builder is of an unknown form' };
  const deleted = `${map.withDeleted ? 'd' : ''}${showsDeleted(builder) ? 'r' : ''}`;
  const head = `${deleted}${part(map.mainAlias?.name)}${part(map.options.join())}`;
  return { text: head + aliasesText(map) + selectsText(map) + joinsText(map) + ordersText(map) + wheres };
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

/** Returns a feature that the builder keeps outside its state, or that the data source has for all builders. */
function unusualBuilder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string | undefined {
  if (isOwnClass(builder)) return 'a class of the host';
  if (Object.keys(builder['findOptions']).length > 0) return 'find options';
  const { cache } = dataSourceOf(builder).options;
  return typeof cache === 'object' && cache.alwaysEnabled === true ? 'a cache of every result' : undefined;
}

/**
 * Writes which entity a table has, and the table's name, which some hosts change for each tenant. The entity is a
 * number, because two entities may share a name, and a data source that is initialized again has new ones.
 */
export function entityText(metadata: EntityMetadata): string {
  return `#${numberOfObject(metadata)}${part(metadata.tablePath)}`;
}

function aliasesText({ aliases }: ExpressionMap): string {
  let text = '';
  for (const { type, name, tablePath, subQuery, hasMetadata, metadata } of aliases.map(aliasParts)) {
    text += `a${type}${part(name)}${part(tablePath)}${part(subQuery)}${hasMetadata ? entityText(metadata) : '-'}`;
  }
  return text;
}

type Alias = ExpressionMap['aliases'][number];

/** The getter `metadata` throws for an alias without one. */
function aliasParts(alias: Alias) {
  const { type, name, tablePath, subQuery } = alias;
  return alias.hasMetadata
    ? ({ type, name, tablePath, subQuery, hasMetadata: true, metadata: alias.metadata } as const)
    : ({ type, name, tablePath, subQuery, hasMetadata: false, metadata: undefined } as const);
}

function selectsText({ selects }: ExpressionMap): string {
  let text = '';
  for (const { selection, aliasName, virtual } of selects) {
    text += `s${virtual === true ? 'v' : ''}${part(selection)}${part(aliasName)}`;
  }
  return text;
}

function joinsText({ joinAttributes }: ExpressionMap): string {
  let text = '';
  for (const join of joinAttributes) {
    const { direction, entityOrProperty, condition, alias, relation } = join;
    // A class and a subquery are written with their alias.
    const along = typeof entityOrProperty === 'string' ? entityOrProperty : undefined;
    const junction = relation?.junctionEntityMetadata;
    text += `j${direction}${part(along)}${part(condition)}${part(alias.name)}${junction ? entityText(junction) : ''}`;
    text += mappingText(join);
  }
  return text;
}

/** Writes the property that a join fills instead of its relation, the kind of its value, and a subquery's entity. */
function mappingText({ mapToProperty, isMappingMany, mapAsEntity }: ExpressionMap['joinAttributes'][number]): string {
  if (mapToProperty === undefined && mapAsEntity === undefined) return '';
  const entity = typeof mapAsEntity === 'function' ? `#${numberOfObject(mapAsEntity)}` : part(mapAsEntity);
  return `m${part(mapToProperty)}${isMappingMany === true ? 'many' : 'one'}${entity}`;
}

function ordersText({ orderBys }: ExpressionMap): string {
  let text = '';
  for (const [name, order] of Object.entries(orderBys)) {
    text += `o${part(name)}${typeof order === 'string' ? order : `${order.order} ${order.nulls ?? ''}`};`;
  }
  return text;
}

/** Writes a condition in TypeORM's nested form, or returns undefined for an unknown form. */
function conditionText(condition: unknown): string | undefined {
  if (typeof condition === 'string') return part(condition);
  if (typeof condition !== 'object' || condition === null) return undefined;
  if (Array.isArray(condition)) return listText(condition);
  let text = '{';
  for (const [key, value] of Object.entries(condition)) {
    const inner = conditionKeys.has(key) ? conditionText(value) : undefined;
    if (inner === undefined) return undefined;
    text += `${key}=${inner}`;
  }
  return `${text}}`;
}

/** Members of a clause and a condition. All are texts or lists of clauses. */
const conditionKeys: ReadonlySet<string> = new Set(['type', 'condition', 'operator', 'parameters']);

function listText(conditions: readonly unknown[]): string | undefined {
  let text = '[';
  for (const condition of conditions) {
    const inner = conditionText(condition);
    if (inner === undefined) return undefined;
    text += inner;
  }
  return `${text}]`;
}

/** A text, a number, or a name in quotes: engines read some of these as texts. */
const literal = /['"]|\$\w*\$|(?<![\w$:.])\.?\d/;

/**
 * Looks through the SQL of a host's builder for texts and numbers. Returns why a value may stand in it without a
 * parameter, or undefined where none does.
 */
export function literalsIn<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string | undefined {
  if (isOwnClass(builder)) return 'the builder is of a class of the application';
  const { wheres, havings, groupBys, joinAttributes, selects, orderBys, aliases, selectDistinctOn, comment } =
    builder.expressionMap;
  const { commonTableExpressions } = builder.expressionMap;
  const written = [
    ...[wheres, havings, groupBys, selectDistinctOn, Object.keys(orderBys), comment],
    selects.map(({ selection }) => selection),
    joinAttributes.map(({ condition, alias }) => [condition, alias.subQuery]),
    aliases.map(({ subQuery }) => subQuery),
  ];
  return written.some(isLiteral) || commonTableExpressions.length > 0
    ? 'the builder holds literals of the application'
    : undefined;
}

/** Looks for a literal in SQL, or in a condition that has others in it. */
function isLiteral(part: unknown): boolean {
  if (typeof part === 'string') return literal.test(part);
  return typeof part === 'object' && part !== null && Object.values(part).some(isLiteral);
}

/** Stands for the alias of a row, in the SQL of a virtual column. */
const alias = '\0';

/** The parts of SQL that are the same whatever its values and its alias are. */
const between = new RegExp(`\\0|'[^']*'|"[^"]*"|${literal.source}[\\w.]*`);

/**
 * Returns why a value may stand in a text: SQL of a virtual column is in it, which has one. Its `query` may write other
 * values each time, so that it is recognized by its longest part without any.
 */
export function virtualLiteralIn(source: DataSource, text: string): string | undefined {
  const columns = source.entityMetadatas.flatMap(({ columns: all }) => all.filter(({ query }) => query !== undefined));
  const isIn = columns.some(({ query }) => {
    const sql = sqlOf(query);
    if (sql === undefined) return true;
    if (!literal.test(sql)) return false;
    const parts = sql.split(between).sort((one, other) => other.length - one.length);
    return text.includes(parts[0] ?? '');
  });
  return isIn ? 'a virtual column holds literals of the application' : undefined;
}

/** Returns undefined for a function that fails. */
function sqlOf(query: ((alias: string) => string) | undefined): string | undefined {
  try {
    return query?.(alias);
  } catch {
    return undefined;
  }
}
