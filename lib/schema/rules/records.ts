import 'reflect-metadata';
import type { ClassRules, PropertyRule, Scope } from './rules.js';

/** Declarations of all `@Filterable()` decorators on a class, its properties, and its base classes. */
export interface FilterableRecord {
  /** Options of the nearest class decorator, if any. They replace a base class's. */
  readonly rules: ClassRules | undefined;
  /** Rules of decorated properties, by name. The nearest class's decorator counts. */
  readonly properties: ReadonlyMap<string, PropertyRule>;
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

/** Reads the decorators of a class, or returns undefined where neither it nor a base class has any. */
export function readRecord(target: object): FilterableRecord | undefined {
  const rules = Reflect.getMetadata(classKey, target) as ClassRules | undefined;
  const properties = new Map<string, PropertyRule>();
  for (let level: object | null = target; level !== null; level = Reflect.getPrototypeOf(level)) {
    for (const [name, rule] of ownProperties(level) ?? []) if (!properties.has(name)) properties.set(name, rule);
  }
  return rules === undefined && properties.size === 0 ? undefined : { rules, properties };
}

/** A scope, and the class that declares it. */
export interface DeclaredScope {
  /** The host's function. */
  readonly scope: Scope;
  /** The name of the class, for messages. */
  readonly by: string;
}

/**
 * Lists the scopes that a class and its base classes declare, the class's own first. Rows must satisfy all of them.
 * Other options of a subclass replace its base's; if a scope did, a subclass would show what its base hides.
 *
 * @param until returns true for the class to stop at: an entity whose scopes are looked up on their own
 */
export function declaredScopes(target: unknown, until: (level: object) => boolean = () => false): DeclaredScope[] {
  const declared: DeclaredScope[] = [];
  // An entity schema without a class has a name instead, which extends nothing.
  const first = typeof target === 'function' ? target : null;
  for (let level: object | null = first; level !== null; level = Reflect.getPrototypeOf(level)) {
    if (level !== target && until(level)) break;
    const { scope } = (Reflect.getOwnMetadata(classKey, level) as ClassRules | undefined) ?? {};
    if (scope === undefined || declared.some((other) => other.scope === scope)) continue;
    declared.push({ scope, by: typeof level === 'function' ? level.name : 'an object' });
  }
  return declared;
}

function ownProperties(target: object): Map<string, PropertyRule> | undefined {
  return Reflect.getOwnMetadata(propertiesKey, target) as Map<string, PropertyRule> | undefined;
}
