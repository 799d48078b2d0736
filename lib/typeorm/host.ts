import type { DataSource, EntityMetadata, ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import { FindOptionsUtils } from 'typeorm/find-options/FindOptionsUtils.js';
import { noSelection } from '../configuration/index.js';
import type { ColumnSchema } from '../schema/index.js';

/*
 * Everything that the library knows of TypeORM's internals, and of the differences between its versions. A query
 * builder keeps its state in `expressionMap`. It has public methods to change most of it, but few to read it, so
 * this file reads the map.
 */

/** The part of a builder that the functions below read. It is the same for every entity. */
export type Parts = Pick<SelectQueryBuilder<ObjectLiteral>, 'alias' | 'escape' | 'expressionMap'>;

/** A join of a builder: TypeORM's own record of its alias, its condition, and the relation that it follows. */
export type BuilderJoin = Parts['expressionMap']['joinAttributes'][number];

/*
 * TypeORM adds the condition on the delete date of a builder's own entity where it writes the statement, and the one on
 * a joined entity when it is joined. `withDeleted()` lifts both. A stand-in for the metadata of the builder's own
 * entity, which differs in having no delete date, lifts the first alone.
 */

const behind = Symbol('nestjs-filterable:behind');

/** Returns the metadata of an entity that a stand-in is for; all other metadata is returned as it is. */
function entityBehind(metadata: EntityMetadata): EntityMetadata {
  return isStandIn(metadata) ? metadata[behind] : metadata;
}

function isStandIn(metadata: EntityMetadata): metadata is EntityMetadata & { readonly [behind]: EntityMetadata } {
  return behind in metadata;
}

/** Lets a builder select soft-deleted rows of its own entity. What it joins stays as it is. */
export function showDeleted({ expressionMap }: Pick<Parts, 'expressionMap'>): void {
  const { mainAlias } = expressionMap;
  if (mainAlias?.hasMetadata !== true) return;
  // An alias of its own, because TypeORM's copies of a builder share the main alias with it.
  const alias = Object.assign(Object.create(Object.getPrototypeOf(mainAlias) as object) as typeof mainAlias, mainAlias);
  const metadata = entityBehind(mainAlias.metadata);
  const own = { deleteDateColumn: { value: undefined }, [behind]: { value: metadata } };
  alias.metadata = Object.create(metadata, own) as EntityMetadata;
  expressionMap.mainAlias = alias;
}

/** True for a builder that {@link showDeleted} was called with, and for copies of it. */
export function showsDeleted({ expressionMap: { mainAlias } }: Pick<Parts, 'expressionMap'>): boolean {
  return mainAlias?.hasMetadata === true && isStandIn(mainAlias.metadata);
}

/** True for a builder whose own soft-deleted rows count as any other. Joined ones may stay out. */
export function selectsDeleted(builder: Pick<Parts, 'expressionMap'>): boolean {
  return builder.expressionMap.withDeleted || showsDeleted(builder);
}

/** Joins with soft-deleted rows of the joined entities, which TypeORM decides when they are joined. */
export function joinDeleted({ expressionMap }: Pick<Parts, 'expressionMap'>, join: () => void): void {
  const { withDeleted } = expressionMap;
  expressionMap.withDeleted = true;
  join();
  expressionMap.withDeleted = withDeleted;
}

/** An object of TypeORM with a data source, which was named `connection` before TypeORM 1.0. */
interface Owned {
  readonly dataSource?: DataSource;
  readonly connection?: DataSource;
}

/** Returns the data source of a builder that selects. Any other, a repository, a manager or an entity is refused. */
export function dataSourceOf(
  builder: Owned & { readonly expressionMap?: { readonly queryType?: string } },
): DataSource {
  if (typeof builder !== 'object' || builder === null || !builder.expressionMap) throw noSelection(builder);
  const { queryType = 'select' } = builder.expressionMap;
  if (queryType !== 'select') throw noSelection(builder);
  return ownSourceOf(builder, 'the builder');
}

function ownSourceOf(owner: Owned, name: string): DataSource {
  const source = owner.dataSource ?? owner.connection;
  if (source === undefined) throw new TypeError(`${name} belongs to no data source`);
  return source;
}

/** Returns the driver of an entity's data source, which prepares values as TypeORM itself stores them. */
export function driverOf(metadata: EntityMetadata): DataSource['driver'] {
  return ownSourceOf(metadata, metadata.name).driver;
}

/** Returns the query runner of a builder: in a transaction, every further statement must use it, too. */
export function queryRunnerOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): QueryRunner | undefined {
  return builder['queryRunner'];
}

/** Returns the metadata of the entity that a builder selects from, or undefined for a table or a subquery. */
export function entityMetadataOf({ expressionMap: { mainAlias } }: Parts): EntityMetadata | undefined {
  return mainAlias?.hasMetadata ? entityBehind(mainAlias.metadata) : undefined;
}

/** Returns the selected expressions, each with its name in the result. An entity's columns have none. */
export function selectionsOf({ expressionMap }: Parts): Parts['expressionMap']['selects'] {
  return expressionMap.selects;
}

/** Returns the keys of a builder's own order: a property path, an expression, or the name of a selection. */
export function ordersOf({ expressionMap }: Parts) {
  return Object.entries(expressionMap.orderBys).map(([name, placed]) =>
    typeof placed === 'string'
      ? { name, direction: placed, nulls: undefined }
      : { name, direction: placed.order, nulls: placed.nulls },
  );
}

export function hasOrder({ expressionMap }: Parts): boolean {
  return Object.keys(expressionMap.orderBys).length > 0;
}

export function ignoresEntityOrder({ expressionMap }: Parts): boolean {
  return expressionMap.options.includes('disable-global-order');
}

export function hasGroups({ expressionMap }: Parts): boolean {
  return expressionMap.groupBys.length > 0;
}

/** Returns the clause by which a builder's rows are no rows of its entity, if there is one. */
export function foreignClauseOf({ expressionMap }: Parts): string | undefined {
  const { groupBys, havings, selectDistinctOn, aliases } = expressionMap;
  if (groupBys.length > 0) return 'GROUP BY';
  if (havings.length > 0) return 'HAVING';
  if (selectDistinctOn.length > 0) return 'DISTINCT ON';
  // Joined tables are not of this type.
  return aliases.filter(({ type }) => type === 'from').length > 1 ? 'a second table in FROM' : undefined;
}

export function hasWhere({ expressionMap }: Parts): boolean {
  return expressionMap.wheres.length > 0;
}

export function isDistinct({ expressionMap }: Parts): boolean {
  return expressionMap.selectDistinct;
}

export function distinctOnOf({ expressionMap }: Parts): readonly string[] {
  return expressionMap.selectDistinctOn;
}

/** True for a builder that was given a slice by any of TypeORM's four methods. */
export function hasSlice({ expressionMap: { take, skip, limit, offset } }: Parts): boolean {
  return take !== undefined || skip !== undefined || limit !== undefined || offset !== undefined;
}

/** True where `withDeleted()` was called: soft-deleted rows then count as any other. */
export function includesDeleted({ expressionMap }: Parts): boolean {
  return expressionMap.withDeleted;
}

/** Returns the joins of a builder. A row of its entity may stand in the result once for each joined row. */
export function joinsOf({ expressionMap }: Parts): readonly BuilderJoin[] {
  return expressionMap.joinAttributes;
}

export function parameterNamesOf({ expressionMap: { parameters } }: Parts): readonly string[] {
  return Object.keys(parameters);
}

/** Returns every name of a table, subquery or selection in a builder. */
export function namesIn({ expressionMap: { aliases, selects } }: Parts): readonly string[] {
  const names = aliases.map(({ name }) => name);
  for (const { aliasName } of selects) if (aliasName !== undefined) names.push(aliasName);
  return names;
}

/** Returns WHERE, HAVING, GROUP BY and DISTINCT ON in TypeORM's own nested form. Every text in it is SQL. */
export function clausesOf({ expressionMap: { wheres, havings, groupBys, selectDistinctOn } }: Parts): unknown {
  return [wheres, havings, groupBys, selectDistinctOn];
}

/** Puts the builder's own WHERE in brackets: it may end in an OR, which would bind weaker than an AND after it. */
export function bracketWhere({ expressionMap }: Parts): void {
  const { wheres } = expressionMap;
  if (wheres.length === 0) return;
  expressionMap.wheres = [{ type: 'simple', condition: { operator: 'brackets', condition: wheres } }];
}

export function removeJoins({ expressionMap }: Parts, joins: readonly BuilderJoin[]): void {
  const names = joins.flatMap(namesOfJoin);
  expressionMap.joinAttributes = expressionMap.joinAttributes.filter((join) => !joins.includes(join));
  expressionMap.aliases = expressionMap.aliases.filter(({ name }) => !names.includes(name));
}

/** Returns the alias of a join, and the alias of its junction table. TypeORM throws where there is no such table. */
export function namesOfJoin(join: BuilderJoin): readonly string[] {
  return join.relation?.isManyToMany ? [join.alias.name, join.junctionAlias] : [join.alias.name];
}

/**
 * Puts the main table last in FROM: a comma there binds weaker than a join, so only the last table can be joined to.
 * Leaves the order as it is where a join of the builder's own may depend on another table.
 */
export function moveMainTableLast({ alias: main, expressionMap }: Parts): void {
  const { aliases, joinAttributes } = expressionMap;
  const others = aliases.filter(({ type, name }) => type === 'from' && name !== main).map(({ name }) => name);
  if (others.length === 0) return;
  if (joinAttributes.some(({ parentAlias }) => parentAlias === undefined || others.includes(parentAlias))) return;
  const isMain = ({ name }: (typeof aliases)[number]): boolean => name === main;
  expressionMap.aliases = [...aliases.filter((alias) => !isMain(alias)), ...aliases.filter(isMain)];
}

/** Reads the rows of the main alias from a query, which stands before the alias in FROM, in place of the table. */
export function readFromQuery({ alias: main, expressionMap: { aliases } }: Parts, query: string): void {
  // Copies of a builder share the main alias, and have a list of aliases each.
  const alias = aliases.find(({ name }) => name === main);
  if (alias === undefined) throw new TypeError('the builder has no table');
  alias.subQuery = query;
}

/**
 * Limits a lock to the builder's present tables. Tables joined later for an order need no lock, and may not allow one.
 */
export function lockOnlyPresentTables(builder: Parts): void {
  const { mainAlias, joinAttributes, lockMode } = builder.expressionMap;
  if (lockMode === undefined) return;
  const tables = [mainAlias, ...joinAttributes.map(({ alias }) => alias)].flatMap((alias) => alias?.name ?? []);
  builder.expressionMap.lockTables ??= tables.map((name) => builder.escape(name));
}

/** True where several statements read the same rows as one: none is locked, no cache id gives one another's rows. */
export function isReadAlike({ expressionMap: { lockMode, cacheId } }: Parts): boolean {
  return lockMode === undefined && !cacheId;
}

/** Returns a text that is equal for builders with equal values. */
export function valuesText({ expressionMap: { parameters } }: Parts): string {
  const values = Object.entries(parameters);
  return values.length === 0 ? '' : JSON.stringify(values.map(([name, value]) => [name, valueText(value)]));
}

/** An object other than a list or a date may refer to itself, so it has no text. */
function valueText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueText);
  if (value instanceof Date) return value.getTime();
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Collects the texts in a value: TypeORM keeps conditions as SQL, in nested lists of brackets. */
export function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}

export function escapeForRegExp(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Returns TypeORM's name for a column of a table in a result, which it shortens where the engine does. */
export function resultName(driver: DataSource['driver'], alias: string, databaseName: string): string {
  return DriverUtils.buildAlias(driver, undefined, alias, databaseName);
}

export function nameInResult({ metadata }: ColumnSchema, alias: string): string {
  return resultName(driverOf(metadata.entityMetadata), alias, metadata.databaseName);
}

/**
 * Returns the name of an entity's column in the rows of a builder. Undefined where the builder does not select the
 * column, or may select something else by the name.
 */
export function columnNameOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { metadata }: ColumnSchema,
): string | undefined {
  if (!isSelected(builder, metadata)) return undefined;
  const name = resultName(dataSourceOf(builder).driver, builder.alias, metadata.databaseName);
  if (selectionsOf(builder).some(({ aliasName }) => aliasName === name)) return undefined;
  const { aliases, mainAlias } = builder.expressionMap;
  // An alias `post_author` with a column `name` collides with an alias `post` with a column `author_name`. Shortened
  // names are hashes of the whole, and do not collide.
  const isOfOther = (alias: (typeof aliases)[number]): boolean => {
    if (alias === mainAlias || !alias.hasMetadata || !name.startsWith(`${alias.name}_`)) return false;
    const column = name.slice(alias.name.length + 1);
    return alias.metadata.columns.some(({ databaseName }) => databaseName === column);
  };
  return aliases.length > 1 && aliases.some(isOfOther) ? undefined : name;
}

/** True for a column that is selected with its entity, or by its property. */
export function isSelected<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { propertyPath, isSelect, isVirtual }: ColumnSchema['metadata'],
): boolean {
  if (isVirtual) return false;
  const { alias } = builder;
  return selectionsOf(builder).some(
    ({ selection, aliasName }) =>
      aliasName === undefined && ((selection === alias && isSelect) || selection === `${alias}.${propertyPath}`),
  );
}

/**
 * Adds the eager relations of its entity to a new builder, and returns the builder. The joins are written at once, as
 * `find()` writes them, so that the statement can be prepared. Relations that the data source loads by separate
 * statements (`relationLoadStrategy: 'query'`) stay with TypeORM.
 */
export function withEagerRelations<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined || metadata.eagerRelations.length === 0) return builder;
  if (builder.expressionMap.relationLoadStrategy !== 'join' || !canJoin) {
    return builder.setFindOptions({ loadEagerRelations: true });
  }
  FindOptionsUtils.joinEagerRelations(builder, builder.alias, metadata);
  return builder;
}

/** False under a TypeORM that joins them elsewhere. */
const canJoin = typeof FindOptionsUtils?.joinEagerRelations === 'function';

/* Copies of a host's builder, which send the library's statements. The builder itself stays as it is. */

/** Returns the builder with another query runner, for every statement of it and of its copies. */
export function onRunner<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  runner: QueryRunner,
): SelectQueryBuilder<E> {
  // Both share one `expressionMap`: the library copies a builder before it changes it, and a copy takes the runner
  // along. An object with the builder as its prototype would do, but JavaScript engines are slow to read from one.
  const other = Object.create(Object.getPrototypeOf(builder) as object) as SelectQueryBuilder<E>;
  return Object.assign(other, builder, { queryRunner: runner });
}

/** Copies a builder with what TypeORM's clone forgets: its options, and relations that separate statements load. */
export function copyOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  const copy = builder.clone();
  copy['findOptions'] = builder['findOptions'];
  copy['relationMetadatas'] = builder['relationMetadatas'];
  copy.expressionMap.options = [...builder.expressionMap.options];
  return copy;
}

/**
 * Copies a builder for a statement beside the one that loads the rows, such as a total. The copy locks nothing: neither
 * totals nor distinct rows can be locked. `name` is its name in a cache.
 */
export function sideCopyOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  name: string,
): SelectQueryBuilder<E> {
  const copy = builder.clone();
  Object.assign(copy.expressionMap, { lockMode: undefined, lockTables: undefined, onLocked: undefined });
  nameInCache(copy, name);
  return copy;
}

/** Creates an empty builder with the cache, timeout and transaction of another. A name gives it an entry of its own. */
export function selectBeside<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  name?: string,
): SelectQueryBuilder<ObjectLiteral> {
  const beside = builder.createQueryBuilder() as SelectQueryBuilder<ObjectLiteral>;
  const { cache, cacheId, cacheDuration, maxExecutionTime, useTransaction } = builder.expressionMap;
  Object.assign(beside.expressionMap, { cache, cacheId, cacheDuration, maxExecutionTime, useTransaction });
  if (name !== undefined) nameInCache(beside, name);
  return beside.select([]);
}

/** Removes a builder's cache id, or the mark that kept it out of the cache: without either, it can be prepared. */
export function withoutCacheName<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): void {
  const { expressionMap } = builder;
  if (!expressionMap.cacheId && expressionMap.cache !== false) return;
  const { cache } = dataSourceOf(builder).options;
  const isAlways = typeof cache === 'object' && cache.alwaysEnabled === true;
  Object.assign(expressionMap, { cache: isAlways ? false : undefined, cacheId: undefined });
}

/** Two statements with one cache id would receive each other's results. */
function nameInCache({ expressionMap }: Pick<SelectQueryBuilder<ObjectLiteral>, 'expressionMap'>, name: string): void {
  if (expressionMap.cacheId) expressionMap.cacheId = `${expressionMap.cacheId}-${name}`;
}

/** Removes what a builder selects of some joins, and the relations, by path, that separate statements load. */
export function leaveRelations<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  joins: readonly BuilderJoin[],
  relations: readonly string[],
): void {
  const aliases = new Set(joins.map(({ alias }) => alias.name));
  const { expressionMap } = builder;
  expressionMap.selects = expressionMap.selects.filter(
    ({ selection, aliasName }) => aliasName !== undefined || !aliases.has(selection.split('.')[0] ?? ''),
  );
  builder['relationMetadatas'] = builder['relationMetadatas'].filter(
    ({ propertyPath }) => !relations.includes(propertyPath),
  );
}

export function hasRelations<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): boolean {
  return builder.expressionMap.joinAttributes.length > 0 || builder['relationMetadatas'].length > 0;
}
