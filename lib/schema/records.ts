import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { FilterConfigurationError, describeValue } from '../configuration/index.js';
import type { ClassRules, PropertyRule, Scope } from './declarations.js';

/** The rules of an entity, in place of a decorator. Made by `rulesFor()`. */
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
  const owner = isRecord(entity) && isRecord(entity['options']) ? entity['options'] : entity;
  return isRecord(owner) && typeof owner['name'] === 'string' ? owner['name'] : describeValue(entity);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
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

/** Declarations of a class, its properties, and its base classes: by `@Filterable()`, or by the application's rules. */
export interface FilterableRecord {
  /** Options of the nearest class that has any. They replace a base class's. */
  readonly rules: ClassRules | undefined;
  /** Rules of decorated properties, by name. The nearest class's decorator counts. */
  readonly properties: ReadonlyMap<string, PropertyRule>;
}

/** The declaration of a class, as messages name it. */
export interface DeclaredBy {
  /** The beginning of errors in it: `@Filterable() on Post`, `rulesFor(Post)`. */
  readonly subject: string;
  readonly by: '@Filterable()' | 'rulesFor()';
}

export interface DeclaredScope {
  /** The host's function. */
  readonly scope: Scope;
  /** The name of the class, for messages. */
  readonly by: string;
  /** The beginning of errors in it. */
  readonly subject: string;
}

const classKey = Symbol.for('nestjs-filterable:class');
const propertiesKey = Symbol.for('nestjs-filterable:properties');

/** Stores the options of a decorator on a class. */
export function recordClass(target: object, rules: ClassRules): void {
  Reflect.defineMetadata(classKey, rules, target);
}

/** Stores the options of a decorator on a property with the class that declares it; subclasses read them from there. */
export function recordProperty(prototype: object, property: string, rule: PropertyRule): void {
  const own = propertiesOf(prototype.constructor) ?? new Map<string, PropertyRule>();
  own.set(property, rule);
  Reflect.defineMetadata(propertiesKey, own, prototype.constructor);
}

function propertiesOf(level: unknown): Map<string, PropertyRule> | undefined {
  if ((typeof level !== 'function' && typeof level !== 'object') || level === null) return undefined;
  return Reflect.getOwnMetadata(propertiesKey, level) as Map<string, PropertyRule> | undefined;
}

/** The declarations of all entities, as one application sees them: decorators, and the application's own rules. */
export class Records {
  /** The application's rules by the target of their entity. Of two rules for one entity, the first. */
  private readonly ruled = new Map<unknown, EntityRules>();
  private readonly known = new Map<unknown, FilterableRecord | undefined>();

  constructor(
    private readonly source: DataSource,
    rules: readonly EntityRules[],
  ) {
    for (const each of rules) {
      const target = targetIn(source, each.entity);
      if (target !== undefined && !this.ruled.has(target)) this.ruled.set(target, each);
    }
  }

  /** Returns the declarations of a class, or undefined where neither it nor a base class has any. */
  of(target: unknown): FilterableRecord | undefined {
    if (!this.known.has(target)) this.known.set(target, this.read(target));
    return this.known.get(target);
  }

  private read(target: unknown): FilterableRecord | undefined {
    const levels = levelsOf(target);
    const rules = levels.map((level) => this.rulesOf(level)).find((own) => own !== undefined);
    const properties = new Map<string, PropertyRule>();
    for (const [name, rule] of levels.flatMap((level) => [...(propertiesOf(level) ?? [])])) {
      if (!properties.has(name)) properties.set(name, rule);
    }
    return rules === undefined && properties.size === 0 ? undefined : { rules, properties };
  }

  /**
   * Lists the scopes that a class and its base classes declare, the class's own first. Rows must satisfy all of them.
   * Other options of a subclass replace its base's; if a scope did, a subclass would show what its base hides.
   *
   * @param until returns true for the class to stop at: an entity whose scopes are looked up on their own
   */
  scopesOf(target: unknown, until: (level: unknown) => boolean = () => false): DeclaredScope[] {
    const declared: DeclaredScope[] = [];
    for (const level of levelsOf(target)) {
      if (level !== target && until(level)) break;
      const { scope } = this.rulesOf(level) ?? {};
      if (scope === undefined || declared.some((other) => other.scope === scope)) continue;
      declared.push({ scope, by: nameOfLevel(level), subject: this.declarationOf(level).subject });
    }
    return declared;
  }

  /** Says what declares a class, itself or a class that it extends. */
  declarationOf(target: unknown, name = nameOfLevel(target)): DeclaredBy {
    const nearest = levelsOf(target).find((level) => this.rulesOf(level) !== undefined);
    const rules = this.ruled.get(nearest);
    if (rules === undefined) return { subject: `@Filterable() on ${name}`, by: '@Filterable()' };
    return { subject: subjectOfRules(rules), by: 'rulesFor()' };
  }

  /**
   * Refuses a second declaration of an entity, by a decorator or by other rules, because one of the two would have no
   * effect.
   *
   * @throws FilterConfigurationError
   */
  checkDeclaredOnce(rules: EntityRules): void {
    const target = targetIn(this.source, rules.entity);
    const subject = subjectOfRules(rules);
    if (typeof target === 'function' && [classKey, propertiesKey].some((key) => Reflect.hasOwnMetadata(key, target))) {
      throw new FilterConfigurationError(
        `${subject}: the class is decorated with @Filterable(), too; declare it in one place`,
      );
    }
    if (target === undefined || this.ruled.get(target) === rules) return;
    throw new FilterConfigurationError(`${subject}: \`rules\` has the entity twice; declare it in one place`);
  }

  private rulesOf(level: unknown): ClassRules | undefined {
    const ruled = this.ruled.get(level);
    if (ruled !== undefined || typeof level !== 'function') return ruled?.rules;
    return Reflect.getOwnMetadata(classKey, level) as ClassRules | undefined;
  }
}

/** Lists a class and those that it extends. An entity schema without a class has a name, which extends nothing. */
function levelsOf(target: unknown): readonly unknown[] {
  if (typeof target !== 'function') return [target];
  const levels: object[] = [];
  for (let level: object | null = target; level !== null; level = Reflect.getPrototypeOf(level)) levels.push(level);
  return levels;
}

function nameOfLevel(level: unknown): string {
  if (typeof level === 'function') return level.name;
  return typeof level === 'string' ? level : 'an object';
}
