import { DataSource, type DataSourceOptions, EntitySchema, type EntityTarget, getMetadataArgsStorage } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';

/**
 * An entity in the options of a data source: a class or an `EntitySchema`. There, a string would be a path to files.
 */
export type Entity = Exclude<EntityTarget<object>, string | { type: object; name: string }>;

/**
 * Lists some entities and every other that TypeORM needs to describe them: their relations' targets, and the other
 * entities of their single-table hierarchies.
 *
 * @throws FilterConfigurationError for a name that no loaded entity has
 */
function reachableEntities(entities: readonly EntityTarget<object>[]): readonly Entity[] {
  const reached = new Set<Entity>();
  const waiting = entities.flatMap(resolved);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...neighboursOf(next));
  }
  return [...reached];
}

/** Resolves an entity. Several classes may share a name. */
function resolved(entity: EntityTarget<object>): readonly Entity[] {
  if (typeof entity === 'function' || entity instanceof EntitySchema) return [entity];
  const name = typeof entity === 'string' ? entity : entity.name;
  const found = entitiesOf(name);
  if (found.length === 1) return found;
  const number = found.length === 0 ? 'no entity' : `${found.length} entities`;
  throw new FilterConfigurationError(`${name} is the name of ${number} here; pass the class`);
}

/** Lists the entities one step from an entity. */
function neighboursOf(entity: Entity): readonly Entity[] {
  if (entity instanceof EntitySchema) return relatedBySchema(entity);
  if (typeof entity !== 'function') return [];
  return [...relatedOf(entity, new Set()), ...hierarchyOf(entity)];
}

function relatedBySchema({ options }: EntitySchema): readonly Entity[] {
  return Object.values(options.relations ?? {}).flatMap((relation) => entitiesOf(relation?.target));
}

/** Lists the entities that a class's relations lead to, including inherited ones and embedded classes'. */
function relatedOf(owner: object, seen: Set<object>): readonly Entity[] {
  const { relations, embeddeds } = getMetadataArgsStorage();
  const levels = ancestryOf(owner).filter((level) => !seen.has(level));
  for (const level of levels) seen.add(level);
  const isOwn = ({ target }: { readonly target: unknown }) => levels.some((level) => level === target);
  return [
    ...relations.filter(isOwn).flatMap(({ type }) => entitiesOf(type)),
    ...embeddeds.filter(isOwn).flatMap(({ type }) => {
      const embedded: unknown = type();
      return typeof embedded === 'function' ? relatedOf(embedded, seen) : [];
    }),
  ];
}

/** Lists the entities that may share a table with one: its bases, and its subclasses. */
function hierarchyOf(entity: Entity): readonly Entity[] {
  const own = ancestryOf(entity);
  return tablesOf(({ target, type }) => {
    if (typeof target !== 'function' || target === entity) return false;
    return own.includes(target) || (type === 'entity-child' && ancestryOf(target).includes(entity));
  });
}

type Table = ReturnType<typeof getMetadataArgsStorage>['tables'][number];

/** Lists the classes whose `@Entity()`, `@ChildEntity()` or other table decorator satisfies a condition. */
function tablesOf(is: (table: Table) => boolean): readonly Entity[] {
  return getMetadataArgsStorage()
    .tables.filter(is)
    .flatMap(({ target }) => (typeof target === 'function' ? [target as Entity] : []));
}

/** Lists a class and the classes that it extends, nearest first. */
function ancestryOf(owner: object): readonly object[] {
  const levels: object[] = [];
  for (let level: object | null = owner; level !== null && level !== Function.prototype;) {
    levels.push(level);
    level = Reflect.getPrototypeOf(level);
  }
  return levels;
}

/** Resolves the target of a relation: a function that returns a class, a class or `EntitySchema` itself, or a name. */
function entitiesOf(type: unknown): readonly Entity[] {
  if (type instanceof EntitySchema) return [type];
  if (typeof type === 'string') return tablesOf(({ target }) => typeof target === 'function' && target.name === type);
  if (typeof type !== 'function') return [];
  return isEntity(type) ? [type] : entitiesOf((type as () => unknown)());
}

function isEntity(type: object): boolean {
  return getMetadataArgsStorage().tables.some(({ target }) => target === type);
}

/** A type of data source whose driver can describe entities without a connection. */
export type DescribedType = keyof typeof settings;

/** The least that each driver needs to describe entities. By default they are tried in this order. */
const settings = {
  'better-sqlite3': { type: 'better-sqlite3', database: ':memory:' },
  postgres: { type: 'postgres' },
  mysql: { type: 'mysql', database: 'test', timezone: 'Z' },
  mariadb: { type: 'mariadb', database: 'test', timezone: 'Z' },
  sqljs: { type: 'sqljs' },
} as const satisfies Readonly<Record<string, DataSourceOptions>>;

const types = Object.keys(settings) as DescribedType[];

/** A data source that builds the metadata of its entities and never connects. */
class DescribedDataSource extends DataSource {
  /** Builds the metadata, which TypeORM otherwise does after connecting. */
  async describe(): Promise<this> {
    await this.buildMetadatas();
    return this;
  }
}

/**
 * Makes a data source without a database, with the metadata of some entities and of all entities related to them.
 *
 * @param type the driver; by default the first that is installed and knows all column types of the entities
 * @throws FilterConfigurationError where there is no such driver
 */
export async function describedSource(
  entities: readonly EntityTarget<object>[],
  type?: DescribedType,
): Promise<DataSource> {
  const reached = [...reachableEntities(entities)];
  if (type !== undefined) return new DescribedDataSource({ ...settings[type], entities: reached }).describe();
  const causes: Error[] = [];
  for (const candidate of types) {
    try {
      return await new DescribedDataSource({ ...settings[candidate], entities: reached }).describe();
    } catch (error) {
      if (!(error instanceof Error) || !isOfDriver(error)) throw error;
      causes.push(error);
    }
  }
  throw new FilterConfigurationError(
    `No installed driver describes ${reached.map(nameOf).join(', ')}: ${causes.map(({ message }) => message).join(' ')}`,
  );
}

/**
 * Returns true for an error that another driver may not have: its package is not installed, or it lacks a column's
 * type. The errors are recognized by the names of their TypeORM classes.
 */
function isOfDriver({ constructor }: Error): boolean {
  return constructor.name === 'DriverPackageNotInstalledError' || constructor.name === 'DataTypeNotSupportedError';
}

function nameOf(entity: Entity): string {
  return typeof entity === 'function' ? entity.name : entity.options.name;
}
