import type { DataSource } from 'typeorm';
import { describeValue } from '../../configuration/index.js';
import type { ClassRules } from './rules.js';

/** The rules of an entity, given to the application instead of a decorator. Made by `rulesFor()`. */
export interface EntityRules {
  /** The entity, in any form that TypeORM accepts. */
  readonly entity: Parameters<DataSource['getMetadata']>[0];
  /** The options that a decorator of the class would have. */
  readonly rules: ClassRules;
  /** The name by which handlers may refer to the entity. */
  readonly name: string | undefined;
}

/**
 * Names an entity. It can be anything against its type: undefined in a circular import, a list, or a function that
 * returns the class, as relations take it.
 */
export function nameOf(entity: unknown): string {
  if (typeof entity === 'string' || (typeof entity === 'function' && entity.name !== '')) {
    return typeof entity === 'string' ? entity : entity.name;
  }
  const owner = isObject(entity) && isObject(entity['options']) ? entity['options'] : entity;
  return isObject(owner) && typeof owner['name'] === 'string' ? owner['name'] : describeValue(entity);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns the beginning of errors in rules: `rulesFor(User)`. */
export function subjectOfRules({ entity }: Pick<EntityRules, 'entity'>): string {
  return `rulesFor(${nameOf(entity)})`;
}

/**
 * Returns the class of an entity, or its name where it is mapped without a class. The class may be one that entities of
 * the data source extend. Undefined where the data source has no such entity.
 */
export function targetIn(source: DataSource, entity: EntityRules['entity']): unknown {
  if (source.hasMetadata(entity)) return source.getMetadata(entity).target;
  return typeof entity === 'function' ? entity : undefined;
}

/** Returns the rules by the targets of their entities. Of two rules for one entity, which boot refuses, the first. */
export function rulesByTarget(source: DataSource, all: readonly EntityRules[]): ReadonlyMap<unknown, EntityRules> {
  const found = new Map<unknown, EntityRules>();
  for (const rules of all) {
    const target = targetIn(source, rules.entity);
    if (target !== undefined && !found.has(target)) found.set(target, rules);
  }
  return found;
}
