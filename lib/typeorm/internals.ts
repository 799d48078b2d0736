import type { DataSource } from 'typeorm';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import { FindOptionsUtils } from 'typeorm/find-options/FindOptionsUtils.js';

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
