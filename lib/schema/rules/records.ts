import 'reflect-metadata';
import { type EntityRules, subjectOfRules } from './own-rules.js';
import type { ClassRules, PropertyRule } from './rules.js';
import type { Scope } from './member-rules.js';

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

/** A scope, and the class that declares it. */
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
  const own = ownProperties(prototype.constructor) ?? new Map<string, PropertyRule>();
  own.set(property, rule);
  Reflect.defineMetadata(propertiesKey, own, prototype.constructor);
}

/** The declarations of all entities, as one application sees them: decorators, and the application's own rules. */
export class Records {
  /** @param ruled the rules of the application by the class of their entity, or by its name where it has no class */
  constructor(private readonly ruled: ReadonlyMap<unknown, EntityRules> = new Map()) {}

  /** Returns the declarations of a class, or undefined where neither it nor a base class has any. */
  of(target: unknown): FilterableRecord | undefined {
    const levels = levelsOf(target);
    const rules = levels.map((level) => this.ownRules(level)).find((own) => own !== undefined);
    const properties = new Map<string, PropertyRule>();
    for (const level of levels) {
      for (const [name, rule] of ownProperties(level) ?? []) if (!properties.has(name)) properties.set(name, rule);
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
      const { scope } = this.ownRules(level) ?? {};
      if (scope === undefined || declared.some((other) => other.scope === scope)) continue;
      declared.push({ scope, by: nameOfLevel(level), subject: this.declarationOf(level).subject });
    }
    return declared;
  }

  /** Says what declares a class, itself or a class that it extends. */
  declarationOf(target: unknown, name = nameOfLevel(target)): DeclaredBy {
    const nearest = levelsOf(target).find((level) => this.ownRules(level) !== undefined);
    const rules = this.ruled.get(nearest);
    if (rules === undefined) return { subject: `@Filterable() on ${name}`, by: '@Filterable()' };
    return { subject: subjectOfRules(rules), by: 'rulesFor()' };
  }

  /** Returns true where a class has these rules, and not others. */
  isGivenBy(target: unknown, rules: EntityRules): boolean {
    return this.ruled.get(target) === rules;
  }

  private ownRules(level: unknown): ClassRules | undefined {
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

/** Returns true for a class with a decorator of its own, on itself or on a property. */
export function isDecorated(target: unknown): boolean {
  if (typeof target !== 'function') return false;
  return Reflect.hasOwnMetadata(classKey, target) || Reflect.hasOwnMetadata(propertiesKey, target);
}

function ownProperties(level: unknown): Map<string, PropertyRule> | undefined {
  if ((typeof level !== 'function' && typeof level !== 'object') || level === null) return undefined;
  return Reflect.getOwnMetadata(propertiesKey, level) as Map<string, PropertyRule> | undefined;
}
