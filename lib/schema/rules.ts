import 'reflect-metadata';
import type { ValueKindName } from '../values/index.js';

/**
 * A function that decides whether a field or relation exists for a context. It must return a boolean at once: anything but
 * `true` hides the member like one that was never declared. An error hides it, too, and is logged once for each member; a
 * promise fails the request. The type is that of a method, so that a host may declare the parameter as its own context type.
 *
 * @example
 * \@Filterable({ when: (user?: User) => user?.isAdmin === true })
 */
export type Visibility = { decide(context: unknown): boolean }['decide'];

/** A function that returns the conditions that rows must satisfy to be visible in a context; `{}` shows every row. */
export type Scope = (context: unknown) => unknown;

/**
 * The SQL for conditions on a relation.
 *
 * - `in`: a subquery `key IN (SELECT …)`, which finds all related rows first.
 * - `exists`: a subquery `EXISTS (SELECT …)`, which lets the database stop as soon as a page is full.
 * - `keys`: `page()` and `count()` select the keys of the matching related rows in a statement of their own, and then ask for
 *   rows by these keys. Far faster where few related rows match but many rows are related to them, as in a filter by the name
 *   of a tag; elsewhere it costs one statement more. With more than 1,000 keys, and in `apply()` and `filter()`, it acts
 *   like the default.
 *
 * By default, `in` or `exists` is chosen by the shape of the query; docs/benchmarks.md has the measurements.
 */
export type RelationStrategy = 'in' | 'exists' | 'keys';

/** The options of one field: in the lists of `@Filterable()` and `@FilterQuery()` beside its `name`, or on the property. */
export interface FieldRule {
  /**
   * The name in requests, in place of the property's own, which is then unknown. Default: the property's name.
   *
   * @example
   * \@Filterable({ as: 'author' }) authorName: string; // filters[author]=Ann
   */
  readonly as?: string | undefined;
  /**
   * The kind of value that requests give, where the column's type does not tell. It must be one that the column can hold.
   * Default: the kind of the column's type.
   *
   * @example
   * \@Filterable({ kind: 'uuid' }) @Column('varchar') externalId: string;
   */
  readonly kind?: ValueKindName | undefined;
  /**
   * The only operators that requests may use. Default: every operator that suits the kind of value.
   *
   * @example
   * \@Filterable({ operators: ['$eq', '$in'] }) code: string;
   */
  readonly operators?: readonly string[] | undefined;
  /** Allows lists to be sorted by the field. Default: `true` where its values have an order. */
  readonly sortable?: boolean | undefined;
  /** Decides for each context whether the field exists. Default: it exists for all. */
  readonly when?: Visibility | undefined;
}

/** The options of one relation: in the lists of `@Filterable()` and `@FilterQuery()` beside its `name`, or on the property. */
export interface RelationRule {
  /** The name in requests, in place of the property's own, which is then unknown. Default: the property's name. */
  readonly as?: string | undefined;
  /** Allows sort keys to lead through the relation (`author.name`, `comments.$count`). Default: `true`. */
  readonly sortable?: boolean | undefined;
  /** The SQL for conditions on the relation. Default: the one that suits the query. */
  readonly strategy?: RelationStrategy | undefined;
  /**
   * `false` where the related row may be missing although the entities say that it exists: the schema is not TypeORM's, or
   * the foreign key was left out or never validated. A list that is sorted through the relation then keeps the rows without
   * a related one. Default: believe what the entities declare. Not needed for views, for entities with `synchronize: false`,
   * or for relations with `createForeignKeyConstraints: false`: their declarations are never believed.
   *
   * @example
   * \@Filterable({ relations: [{ name: 'author', required: false }] })
   */
  readonly required?: false | undefined;
  /** Decides for each context whether the relation exists. Default: it exists for all. */
  readonly when?: Visibility | undefined;
  /**
   * The only fields of the related entity that requests may use through this relation. Default: all that it exposes.
   *
   * @example
   * \@Filterable({ relations: [{ name: 'tags', fields: ['name'] }] })
   */
  readonly fields?: readonly string[] | undefined;
  /** The only relations of the related entity that requests may follow from here. Default: all that it exposes. */
  readonly relations?: readonly string[] | undefined;
}

/** An entry of a list of fields: a property's name, or its rule with the name in it. */
export type NamedFieldRule = string | (FieldRule & { readonly name: string });

/** An entry of a list of relations: a property's name, or its rule with the name in it. */
export type NamedRelationRule = string | (RelationRule & { readonly name: string });

/**
 * The options of `@Filterable()` on a class, with names as plain strings. `FilterableOptions` is the same for hosts, with the
 * names of their classes.
 */
export interface ClassRules {
  /** The only fields that are exposed. Default: with `relations`, none; without, every public column. */
  readonly fields?: readonly NamedFieldRule[] | undefined;
  /** The only relations that are exposed. Default: with `fields`, none; without, those to filterable entities. */
  readonly relations?: readonly NamedRelationRule[] | undefined;
  /** The complete list of sort keys, `author.name` and `comments.$count` included. Default: every sortable member. */
  readonly sort?: readonly string[] | undefined;
  /** Public members that are not exposed, where neither `fields` nor `relations` is given. Default: none. */
  readonly except?: readonly string[] | undefined;
  /** The conditions that rows must satisfy to be visible, wherever the entity is reached. Default: every row is visible. */
  readonly scope?: Scope | undefined;
}

/** The options of `@Filterable()` on a property, before metadata tells whether it is a field or a relation. */
export type PropertyRule = FieldRule & RelationRule;

/** The declarations of all `@Filterable()` decorators on a class, its properties, and the classes that it extends. */
export interface FilterableRecord {
  /** The options of the nearest class decorator, which replace those further up; undefined where there is none. */
  readonly rules: ClassRules | undefined;
  /** The rules of decorated properties, by name; for each, the decorator of the nearest class. */
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

/** Reads the decorators of a class; undefined where neither it nor a class that it extends has any. */
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
 * Lists the scopes that a class and the classes that it extends declare, the class's own first. Rows must satisfy all of
 * them. Other options of a subclass replace those of its base; if a scope did, a subclass would show what its base hides.
 *
 * @param until returns true for the class at which to stop: an entity that has its scopes looked up on its own
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

/** The overrides of one handler, as schemas see them: a list in here replaces that of the entity's decorators. */
export interface ViewOverrides {
  /** The only fields that the handler exposes. Default: those of the entity. */
  readonly fields?: readonly NamedFieldRule[] | undefined;
  /** The only relations that the handler exposes. Default: those of the entity. */
  readonly relations?: readonly NamedRelationRule[] | undefined;
  /** The handler's complete list of sort keys. Default: that of the entity. */
  readonly sort?: readonly string[] | undefined;
  /** The only operators that the handler's fields allow, behind relations too. Default: those of the entities. */
  readonly operators?: readonly string[] | undefined;
}
