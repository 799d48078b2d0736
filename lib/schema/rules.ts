import 'reflect-metadata';
import type { ValueKindName } from '../values/index.js';

/**
 * Decides for a context, at once, whether a field or relation exists: anything but true hides it in every respect, and so does
 * an error, which is logged once for each field. A promise is an error of the program. Written as a method, whose parameter a
 * host may type as what its contexts are.
 */
export type Visibility = { decide(context: unknown): boolean }['decide'];

/** Makes the condition that every row of an entity must satisfy to be seen in a context; `{}` is every row. */
export type Scope = (context: unknown) => unknown;

/**
 * How what is asked through a relation is answered. `in` and `exists` say how its subquery is written; by default that is
 * whichever was measured to be best for its shape. With `keys`, `page()` and `count()` look up the keys of the related rows
 * first, by a statement of its own, and then ask for rows by these keys: far faster where few related rows satisfy the
 * condition but many rows are related to them, such as members of a few tags by name. Where there are more than 1,000
 * such keys, and in `apply()` and `filter()`, it is the default.
 */
export type RelationStrategy = 'in' | 'exists' | 'keys';

/** What may be said of one field, beside its name. */
export interface FieldRule {
  /** The name that clients use; the property's own name is then unknown to them. */
  readonly as?: string | undefined;
  /** The kind of value, where the column's type cannot say it: a uuid kept in a varchar. It must be one that the column can hold. */
  readonly kind?: ValueKindName | undefined;
  /** The only operators allowed; by default every operator for the field's kind. */
  readonly operators?: readonly string[] | undefined;
  /** Whether lists may be sorted by it; by default, where the kind has an order. */
  readonly sortable?: boolean | undefined;
  /** Whether it exists for a context. */
  readonly when?: Visibility | undefined;
}

/** What may be said of one relation, beside its name. */
export interface RelationRule {
  /** The name that clients use. */
  readonly as?: string | undefined;
  /** Whether lists may be sorted through it; true by default. */
  readonly sortable?: boolean | undefined;
  readonly strategy?: RelationStrategy | undefined;
  /**
   * `false` where the database does not guarantee that the related row is there, although the entities say so: the schema
   * is not TypeORM's, or the foreign key was left out or never validated. A list that is sorted through the relation then
   * keeps the rows without a related one. Not needed for views, for entities with `synchronize: false`, or for relations
   * with `createForeignKeyConstraints: false`, of which nothing is believed.
   */
  readonly required?: false | undefined;
  readonly when?: Visibility | undefined;
  /** The only fields of the related entity that may be asked about on this path. */
  readonly fields?: readonly string[] | undefined;
  /** The only relations of the related entity that may be followed on this path. */
  readonly relations?: readonly string[] | undefined;
}

export type NamedFieldRule = string | (FieldRule & { readonly name: string });
export type NamedRelationRule = string | (RelationRule & { readonly name: string });

/** The options of `@Filterable()` on a class, with names as plain strings. */
export interface ClassRules {
  readonly fields?: readonly NamedFieldRule[] | undefined;
  readonly relations?: readonly NamedRelationRule[] | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
}

/** The options of `@Filterable()` on a property, which may turn out to be a field or a relation. */
export type PropertyRule = FieldRule & RelationRule;

/** What the decorators on a class, and on those it extends, say. */
export interface FilterableRecord {
  /** The nearest class decorator's options; undefined where there is none. */
  readonly rules: ClassRules | undefined;
  /** By property; the nearest class that decorates it wins. */
  readonly properties: ReadonlyMap<string, PropertyRule>;
}

const classKey = Symbol.for('nestjs-filterable:class');
const propertiesKey = Symbol.for('nestjs-filterable:properties');

export function recordClass(target: object, rules: ClassRules): void {
  Reflect.defineMetadata(classKey, rules, target);
}

export function recordProperty(prototype: object, property: string, rule: PropertyRule): void {
  const own = ownProperties(prototype.constructor) ?? new Map<string, PropertyRule>();
  own.set(property, rule);
  Reflect.defineMetadata(propertiesKey, own, prototype.constructor);
}

/** What the decorators say of a class, or undefined when none was used. */
export function readRecord(target: object): FilterableRecord | undefined {
  const rules = Reflect.getMetadata(classKey, target) as ClassRules | undefined;
  const properties = new Map<string, PropertyRule>();
  for (let level: object | null = target; level !== null; level = Reflect.getPrototypeOf(level)) {
    for (const [name, rule] of ownProperties(level) ?? []) if (!properties.has(name)) properties.set(name, rule);
  }
  return rules === undefined && properties.size === 0 ? undefined : { rules, properties };
}

/** A scope and the class that declares it. */
export interface DeclaredScope {
  readonly scope: Scope;
  readonly by: string;
}

/**
 * The scopes that a class and the classes it extends declare, the class's own first. They hold together: the options of
 * the nearest class win whole but for this one, or a subclass would show what its base hides.
 *
 * @param until whether a class further up is not looked at any more, because it is an entity with scopes of its own
 */
export function declaredScopes(target: unknown, until: (level: object) => boolean = () => false): DeclaredScope[] {
  const declared: DeclaredScope[] = [];
  // An entity schema without a class has a name in its place, which extends nothing.
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

/** What one handler changes of what an entity's decorators say; a list given here takes the place of theirs. */
export interface ViewOverrides {
  readonly fields?: readonly NamedFieldRule[] | undefined;
  readonly relations?: readonly NamedRelationRule[] | undefined;
  readonly sort?: readonly string[] | undefined;
  /** The only operators of fields that this handler takes. */
  readonly operators?: readonly string[] | undefined;
}
