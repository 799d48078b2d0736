import { EntitySchema, type EntityTarget, getMetadataArgsStorage } from 'typeorm';
import { FilterConfigurationError } from '../configuration-error.js';

/** What a data source can be given for an entity: a class, or a schema. A text would be a path to files. */
export type Entity = Exclude<EntityTarget<object>, string | { type: object; name: string }>;

/**
 * Some entities, and every other that TypeORM must know to describe them: those that their relations lead to, and the
 * hierarchies of single-table inheritance that they belong to.
 */
export function reachableEntities(entities: readonly EntityTarget<object>[]): readonly Entity[] {
  const found = new Set<Entity>();
  const waiting = entities.flatMap(named);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...neighboursOf(next));
  }
  return [...found];
}

/** An entity, which may be given by its name. */
function named(entity: EntityTarget<object>): readonly Entity[] {
  if (typeof entity === 'function' || entity instanceof EntitySchema) return [entity];
  const name = typeof entity === 'string' ? entity : entity.name;
  const found = entitiesOf(name);
  if (found.length === 1) return found;
  const number = found.length === 0 ? 'no entity' : `${found.length} entities`;
  throw new FilterConfigurationError(`${name} is the name of ${number} here; give its class`);
}

function neighboursOf(entity: Entity): readonly Entity[] {
  if (entity instanceof EntitySchema) return relatedBySchema(entity);
  if (typeof entity !== 'function') return [];
  return [...relatedOf(entity, new Set()), ...hierarchyOf(entity)];
}

function relatedBySchema({ options }: EntitySchema): readonly Entity[] {
  return Object.values(options.relations ?? {}).flatMap((relation) => entitiesOf(relation?.target));
}

/** The related classes of a class, of what it extends, and of what is embedded in it. */
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

/** The classes that share a table with one: those that it extends, and those that extend it. */
function hierarchyOf(entity: Entity): readonly Entity[] {
  const own = ancestryOf(entity);
  return tablesOf(({ target, type }) => {
    if (typeof target !== 'function' || target === entity) return false;
    return own.includes(target) || (type === 'entity-child' && ancestryOf(target).includes(entity));
  });
}

type Table = ReturnType<typeof getMetadataArgsStorage>['tables'][number];

function tablesOf(is: (table: Table) => boolean): readonly Entity[] {
  return getMetadataArgsStorage()
    .tables.filter(is)
    .flatMap(({ target }) => (typeof target === 'function' ? [target as Entity] : []));
}

/** A class, and what it extends. */
function ancestryOf(owner: object): readonly object[] {
  const levels: object[] = [];
  for (let level: object | null = owner; level !== null && level !== Function.prototype;) {
    levels.push(level);
    level = Reflect.getPrototypeOf(level);
  }
  return levels;
}

/** What a relation says it leads to: a function that gives a class, a class or schema itself, or a name. */
function entitiesOf(type: unknown): readonly Entity[] {
  if (type instanceof EntitySchema) return [type];
  if (typeof type === 'string') return tablesOf(({ target }) => typeof target === 'function' && target.name === type);
  if (typeof type !== 'function') return [];
  return isEntity(type) ? [type] : entitiesOf((type as () => unknown)());
}

function isEntity(type: object): boolean {
  return getMetadataArgsStorage().tables.some(({ target }) => target === type);
}
