import type { DataSource, EntityMetadata, ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { noSelection } from '../configuration/index.js';
import { entityBehind } from './deleted-rows.js';

/*
 * Everything that the library knows of TypeORM's internals, and of the differences between its versions. A query
 * builder keeps its state in `expressionMap`. It has public methods to change most of it, but few to read it, so
 * this file reads the map.
 */

/**
 * The part of a builder that the functions below read. It is the same for every entity, so they need no type parameter.
 */
export type Parts = Pick<SelectQueryBuilder<ObjectLiteral>, 'alias' | 'escape' | 'expressionMap'>;

/** A join of a builder: TypeORM's own record of its alias, its condition, and the relation that it follows. */
export type BuilderJoin = Parts['expressionMap']['joinAttributes'][number];

/** One key of a builder's own ORDER BY: a property path, an expression, or the name of a selection. */
export interface BuilderOrder {
  readonly name: string;
  readonly direction: 'ASC' | 'DESC';
  readonly nulls: 'NULLS FIRST' | 'NULLS LAST' | undefined;
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

/**
 * Returns the query runner that a builder was created with: in a transaction, every further statement must use it, too.
 */
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

/** Returns the keys of a builder's own order, the first one first. */
export function ordersOf({ expressionMap }: Parts): readonly BuilderOrder[] {
  return Object.entries(expressionMap.orderBys).map(([name, placed]) =>
    typeof placed === 'string'
      ? { name, direction: placed, nulls: undefined }
      : { name, direction: placed.order, nulls: placed.nulls },
  );
}

/** True for a builder with an ORDER BY of its own. */
export function hasOrder({ expressionMap }: Parts): boolean {
  return Object.keys(expressionMap.orderBys).length > 0;
}

/** True where the builder leaves out the order that `@Entity({ orderBy })` declares. */
export function ignoresEntityOrder({ expressionMap }: Parts): boolean {
  return expressionMap.options.includes('disable-global-order');
}

/** True for a builder with GROUP BY: its rows are groups without a primary key. */
export function hasGroups({ expressionMap }: Parts): boolean {
  return expressionMap.groupBys.length > 0;
}

/** True for a builder with HAVING, which may stand without GROUP BY. */
export function hasHaving({ expressionMap }: Parts): boolean {
  return expressionMap.havings.length > 0;
}

/** True for a builder with conditions of its own in WHERE. */
export function hasWhere({ expressionMap }: Parts): boolean {
  return expressionMap.wheres.length > 0;
}

/** True for SELECT DISTINCT, over everything that is selected. */
export function isDistinct({ expressionMap }: Parts): boolean {
  return expressionMap.selectDistinct;
}

/** Returns the expressions of PostgreSQL's DISTINCT ON. */
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

/** Counts the tables and subqueries in FROM; joined ones are not among them. */
export function countOfFrom({ expressionMap }: Parts): number {
  return expressionMap.aliases.filter(({ type }) => type === 'from').length;
}

/** Returns the names of a builder's own parameters. */
export function parameterNamesOf({ expressionMap: { parameters } }: Parts): readonly string[] {
  return Object.keys(parameters);
}

/** Returns every name of a table, subquery or selection in a builder. */
export function namesIn({ expressionMap: { aliases, selects } }: Parts): readonly string[] {
  const names = aliases.map(({ name }) => name);
  for (const { aliasName } of selects) if (aliasName !== undefined) names.push(aliasName);
  return names;
}

export type TableAlias = Parts['expressionMap']['aliases'][number];

/** Returns the aliases of a builder's tables, except its main one. */
export function otherAliasesOf({ expressionMap: { aliases, mainAlias } }: Parts): readonly TableAlias[] {
  return aliases.length < 2 ? [] : aliases.filter((alias) => alias !== mainAlias);
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

/** Removes joins and the names of their tables. */
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

/**
 * Reads the rows of the main alias from a query in place of the table, whose columns it must have.
 *
 * @param query what stands before the alias in FROM
 */
export function readFromQuery({ expressionMap: { mainAlias } }: Parts, query: string): void {
  if (mainAlias === undefined) throw new TypeError('the builder has no table');
  mainAlias.subQuery = query;
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

/**
 * True where several statements read the same rows as one: no row is locked, and no cache id gives a
 * statement the rows of another.
 */
export function isReadAlike({ expressionMap: { lockMode, cacheId } }: Parts): boolean {
  return lockMode === undefined && !cacheId;
}
