import type { DataSource, EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { leadsToOneRow } from '../schema/index.js';
import { type BuilderJoin, dataSourceOf, entityMetadataOf } from './host.js';

/* Tables that a builder's entities are made of, as far as its statement alone decides them. */

/** Table whose columns a builder selects for entities. */
export interface EntityTable {
  readonly alias: string;
  readonly metadata: EntityMetadata;
}

/** Table whose entities become a relation's value in another table's entities. */
export interface JoinedTable extends EntityTable {
  readonly parent: string;
  readonly relation: EntityMetadata['relations'][number];
  readonly isMany: boolean;
}

/** Source of entities: a builder's tables, and their selections. */
export interface EntityTables {
  readonly root: EntityTable;
  /** The joined tables that are selected, in the order of the joins. */
  readonly joined: readonly JoinedTable[];
  /** True where each row is an entity of the root. */
  readonly hasEntityPerRow: boolean;
  /** The selections in TypeORM's words: an alias for all columns of a table, `alias.property` for one of them. */
  readonly selections: ReadonlySet<string>;
  readonly driver: DataSource['driver'];
}

/**
 * What entities are made of: all that TypeORM would put into them (`whole`), also if each row is known to be one of
 * them whatever is joined (`each`), or what their columns alone say (`columns`), without the ids of related rows.
 */
export type EntitiesMade = 'whole' | 'each' | 'columns';

type ExpressionMap = SelectQueryBuilder<ObjectLiteral>['expressionMap'];

/** Returns the tables of a builder's entities, or the reason why the rows of its statement are not enough for them. */
export function entityTablesOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  made: EntitiesMade = 'whole',
): EntityTables | string {
  const { expressionMap } = builder;
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined) return 'the builder selects from no entity';
  const joins = expressionMap.joinAttributes.filter((join) => join.metadata !== undefined && join.isSelected);
  const root: EntityTable = { alias: builder.alias, metadata };
  const joined = joins.flatMap(joinedTableOf);
  const reason = reasonOfMap(expressionMap, joins) ?? reasonOfTables([root, ...joined], expressionMap, made);
  if (reason !== undefined) return reason;
  const { aliases, joinAttributes, selects } = expressionMap;
  const isOneTable = aliases.filter(({ type }) => type === 'from').length === 1;
  return {
    root,
    joined,
    hasEntityPerRow: made !== 'whole' || (isOneTable && !joinAttributes.some(multiplies)),
    driver: dataSourceOf(builder).driver,
    selections: new Set(selects.map(({ selection }) => selection)),
  };
}

/** True for a join that can match several rows: of a to-many relation, or on a condition of the host's own. */
export function multiplies({ relation }: BuilderJoin): boolean {
  return relation === undefined || !leadsToOneRow(relation);
}

/** Returns the table of a join along a relation. TypeORM makes no entities of any other join. */
function joinedTableOf({
  alias,
  relation,
  metadata,
  isMany,
  parentAlias,
  relationPropertyPath,
}: BuilderJoin): JoinedTable[] {
  if (relation === undefined || metadata === undefined || parentAlias === undefined) return [];
  if (relation.propertyPath !== relationPropertyPath) return [];
  return [{ alias: alias.name, metadata, parent: parentAlias, relation, isMany }];
}

/** Returns the reason that the builder's own state gives: its entities are not made of the rows of one statement. */
function reasonOfMap(map: ExpressionMap, joins: readonly BuilderJoin[]): string | undefined {
  if (map.relationLoadStrategy !== 'join') return 'relations are loaded by statements of their own';
  if (map.relationIdAttributes.length > 0 || hasOf(map, 'relationCountAttributes')) {
    return 'ids or numbers of related rows are loaded by statements of their own';
  }
  if (map.options.includes('create-pojo')) return 'plain objects are made in place of entities';
  return joins.some(({ mapToProperty }) => mapToProperty !== undefined) ? 'a join is mapped to a property' : undefined;
}

/** True for an owner with counts of related rows, which TypeORM has before 1.0. */
function hasOf(owner: object, counts: 'relationCountAttributes' | 'relationCounts'): boolean {
  const list: unknown = Reflect.get(owner, counts);
  return Array.isArray(list) && list.length > 0;
}

function reasonOfTables(
  tables: readonly EntityTable[],
  { selects }: ExpressionMap,
  made: EntitiesMade,
): string | undefined {
  if (new Set(tables.map(({ alias }) => alias)).size < tables.length) return 'two tables have one alias';
  const renamed = new Set(selects.filter(({ aliasName }) => aliasName !== undefined).map(({ selection }) => selection));
  for (const { alias, metadata } of tables) {
    for (const one of [metadata, ...metadata.childEntityMetadatas]) {
      const reason = made === 'columns' ? undefined : reasonOfEntity(one);
      if (reason !== undefined) return `${one.name} ${reason}`;
      if (one.columns.some(({ propertyPath }) => renamed.has(`${alias}.${propertyPath}`))) {
        return `a column of ${one.name} is selected under another name`;
      }
    }
  }
  return undefined;
}

function reasonOfEntity(metadata: EntityMetadata): string | undefined {
  if (metadata.tableType === 'view') return 'is a view';
  if (metadata.lazyRelations.length > 0) return 'has lazy relations';
  if (metadata.columns.some(({ isVirtualProperty }) => isVirtualProperty)) return 'has virtual columns';
  if (metadata.relationIds.length > 0 || hasOf(metadata, 'relationCounts')) return 'has ids or numbers of related rows';
  return undefined;
}
