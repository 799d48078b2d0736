import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { checkOptionNames, FilterConfigurationError } from './configuration/index.js';
import type {
  AggregateFunctionName,
  FieldName,
  FilterInput,
  ObjectName,
  PathName,
  RelationName,
  SortKey,
} from './contract/index.js';
import type { PopulateRuleOf } from './filter-query.overrides.js';
import { classOptionNames, propertyOptionNames, recordClass, recordProperty } from './schema/index.js';
import type {
  DeclaredAggregate,
  EntityRules,
  FacetRule,
  FieldRule,
  Named,
  NamedFilterRule,
  PopulateRule,
  PropertyRule,
  RelationRule,
  SortKeyRule,
} from './schema/index.js';

/**
 * Options of `@Filterable()` on a class. With `fields` or `relations`, only the named members are exposed; with
 * neither, every public column, and every relation to a filterable class.
 */
export interface FilterableOptions<
  Field extends string = string,
  Relation extends string = string,
  Sort extends string = string,
  Path extends string = Sort,
  Aggregated extends string = Path,
> extends ListOptions<Relation, Sort, Path, Aggregated> {
  /**
   * Fields that clients may filter by: a property's name, `'address.city'` for an embedded one, or a name with a rule.
   * An aggregate of related rows has a name of its own: `{ name: 'reviewCount', of: 'reviews', count: true }`.
   */
  readonly fields?: readonly (Field | (FieldRule & Named<Field>) | DeclaredAggregate)[];
  /** Members that are not exposed, where neither `fields` nor `relations` is given. */
  readonly except?: readonly (Field | Relation)[];
}

/** Names that are known to the compiler. Of options in a variable it knows the type alone. */
type Known<Name extends string> = string extends Name ? never : Name;

/** The options of a class that may declare aggregates. */
interface ClassOptions<
  Field extends string,
  Relation extends string,
  Sort extends string,
  Path extends string,
  Aggregated extends string,
  Declared extends string,
  Of extends string,
> extends ListOptions<Relation, Sort, Path, Aggregated> {
  readonly fields?: readonly (Field | (FieldRule & Named<Field>) | DeclaredAggregate<Declared, Of>)[];
  readonly except?: readonly (Field | Relation)[];
}

/** The options of `@Filterable()` on a class that name no fields to expose. */
interface ListOptions<Relation extends string, Sort extends string, Path extends string, Aggregated extends string> {
  /** Relations that may be followed. */
  readonly relations?: readonly (Relation | (RelationRule & Named<Relation>))[];
  /**
   * The complete list of sort keys, `'author.name'` and `'comments.$count'` included. By default, every sortable field.
   */
  readonly sort?: readonly (Sort | SortKeyRule<Sort>)[];
  /**
   * Exposed fields that `search` looks in, related entities' included: `['name', 'chef.name', 'tags.name']`. By
   * default there is no search.
   */
  readonly search?: readonly Path[];
  /** The exposed fields whose values or range clients may request by `facets`. By default none. */
  readonly facets?: readonly (Path | (FacetRule & Named<Path>))[];
  /**
   * The functions over exposed fields that clients may request by `aggregates`: `{ price: ['sum', 'avg'] }`. By default
   * none.
   */
  readonly aggregates?: { readonly [K in Aggregated]?: readonly AggregateFunctionName[] };
  /**
   * The relations whose rows clients may request by `populate`, with relations of the related entities below them. By
   * default none.
   */
  readonly populate?: readonly (Relation | (PopulateRule & Named<Relation>))[];
  /** Named conditions of the program, by their names in requests: `filters[popular]=true`. By default none. */
  readonly named?: Readonly<Record<string, NamedFilterRule>>;
  /**
   * Makes the condition of the rows that are visible in a context. It applies wherever a query reaches the entity,
   * beside the base classes' scopes. `{}` is every row. `undefined` is refused, because an expression that is undefined
   * by mistake would show every row, too.
   */
  readonly scope?: (context: never) => FilterInput<never> | object;
}

/** The options of `@Filterable()` on a property. */
export type FilterablePropertyOptions = PropertyRule;

/** Type error of a class decorator with the name of a member that the class lacks. */
export interface NoSuchMember<Name> {
  readonly 'this class has no such field, relation or sort key': Name;
}

/** Names without those that exist. An empty list is one of `undefined` in a project without `strictNullChecks`. */
type Without<Name, Existing> = [Name] extends [undefined] ? never : Exclude<Name, Existing>;

type Missing<E, Field, Relation, Sort, Path, Declared> =
  | Without<Field, FieldName<E> | RelationName<E> | Declared>
  | Without<Relation, RelationName<E> | FieldName<E>>
  | Without<Sort, SortKey<E> | Declared>
  | Without<Path, PathName<E> | Declared>;

/** Decorates a class, whose members it checks, or a property. */
export interface FilterableDecorator<
  Field extends string,
  Relation extends string,
  Sort extends string,
  Path extends string = never,
  Declared extends string = never,
> {
  <T extends abstract new (...args: never[]) => object>(
    target: [Missing<InstanceType<T>, Field, Relation, Sort, Path, Declared>] extends [never]
      ? T
      : NoSuchMember<Missing<InstanceType<T>, Field, Relation, Sort, Path, Declared>>,
  ): void;
  (prototype: object, property: string | symbol): void;
}

/**
 * Exposes members of an entity to clients: on a class, by name, with the names checked by the compiler; on a property,
 * one at a time. Nothing else of an entity can be filtered or sorted by.
 *
 * @example
 * \@Entity()
 * \@Filterable({ fields: ['id', 'title'], relations: ['author'] })
 * export class Post { … }
 */
export function Filterable(): FilterableDecorator<never, never, never>;
export function Filterable<
  const Field extends string = never,
  const Relation extends string = never,
  const Sort extends string = never,
  const Path extends string = never,
  const Aggregated extends string = never,
  const Declared extends string = never,
  const Of extends string = never,
>(
  options: ClassOptions<Field, Relation, Sort, Path, Aggregated, Declared, Of>,
): FilterableDecorator<Field, Relation | Known<Of>, Sort, Path | Aggregated, [Of] extends [never] ? never : Declared>;
export function Filterable(options: FilterablePropertyOptions): (prototype: object, property: string | symbol) => void;
export function Filterable(options: object = {}): (target: object, property?: string | symbol) => void {
  return (target, property) => {
    if (property === undefined) recordClass(target, checked(options, classOptionNames, className(target)));
    else if (typeof property === 'string') recordOn(target, property, options);
    else
      throw new FilterConfigurationError(`@Filterable() on ${className(target.constructor)}: a symbol is not a column`);
  };
}

function recordOn(prototype: object, property: string, options: object): void {
  recordProperty(
    prototype,
    property,
    checked(options, propertyOptionNames, `${className(prototype.constructor)}.${property}`),
  );
}

/** Returns a frozen copy of the options. Unknown options, and options of the decorator's other form, are refused. */
function checked(options: object, existing: readonly string[], where: string): Readonly<Record<string, never>> {
  checkOptionNames(`@Filterable() on ${where}`, options, { existing });
  return Object.freeze({ ...options });
}

function className(target: object): string {
  return typeof target === 'function' ? target.name : 'an object';
}

/** The options of `@Filterable()` with the names of one entity, for {@link rulesFor}. */
export interface RulesOptions<E> extends Omit<
  FilterableOptions<FieldName<E> | ObjectName<E>, RelationName<E>, SortKey<E>, PathName<E>, FieldName<E>>,
  'populate' | 'scope'
> {
  /** The relations whose rows clients may request by `populate`. By default none. */
  readonly populate?: readonly (RelationName<E> | PopulateRuleOf<E>)[];
  /** Makes the condition of the rows that are visible in a context; `{}` is every row. */
  readonly scope?: (context: never) => FilterInput<E>;
}

/**
 * Declares what clients may use of an entity that you cannot decorate with `@Filterable()`. List the rules in
 * `FilterModule.forRoot({ rules })`: they belong to the application, not to the class. Boot checks them like a
 * decorator, and refuses a class that has both.
 *
 * @param entity a class, an `EntitySchema`, or its name
 * @param rules the options that `@Filterable()` would have; `{}` means the same as a bare decorator
 * @param options `name` for handlers, in place of the entity: `@FilterQuery('users')`
 * @example
 * FilterModule.forRoot({ rules: [rulesFor(User, { fields: ['id'], relations: ['team'] }, { name: 'users' })] });
 */
export function rulesFor<E extends ObjectLiteral>(
  entity: EntityTarget<E>,
  rules: RulesOptions<E>,
  { name }: { readonly name?: string | undefined } = {},
): EntityRules {
  return Object.freeze({ entity, rules: Object.freeze({ ...rules }), name });
}
