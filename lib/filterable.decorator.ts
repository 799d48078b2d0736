import { checkOptionNames, FilterConfigurationError } from './configuration/index.js';
import type { FieldName, FilterInput, PathName, RelationName, SortKey } from './input/index.js';
import { classOptionNames, propertyOptionNames, recordClass, recordProperty } from './schema/index.js';
import type { ClassRules, FacetRule, FieldRule, PropertyRule, RelationRule } from './schema/index.js';

/**
 * The options of `@Filterable()` on a class. With `fields` or `relations`, only the members that they name are exposed;
 * with neither, every public column, and every relation to a class that is itself filterable.
 */
export interface FilterableOptions<
  Field extends string = string,
  Relation extends string = string,
  Sort extends string = string,
  Path extends string = Sort,
> {
  /** Fields that clients may filter by: a property's name, `'address.city'` for an embedded one, or a name with a rule. */
  readonly fields?: readonly (Field | (FieldRule & { readonly name: Field }))[];
  /** Relations that may be followed. */
  readonly relations?: readonly (Relation | (RelationRule & { readonly name: Relation }))[];
  /** The complete list of sort keys, `'author.name'` and `'comments.$count'` included. By default, every sortable field. */
  readonly sort?: readonly Sort[];
  /**
   * The exposed fields that `search` looks in, those of related entities included: `['name', 'chef.name', 'tags.name']`. By
   * default there is no search.
   */
  readonly search?: readonly Path[];
  /** The exposed fields whose values, or whose range, clients may ask for by `facets`. By default none. */
  readonly facets?: readonly (Path | (FacetRule & { readonly name: Path }))[];
  /** Members that are not exposed, where neither `fields` nor `relations` names those that are. */
  readonly except?: readonly (Field | Relation)[];
  /**
   * Makes the condition of the rows that may be seen in a context. It holds wherever a query reaches the entity, beside the
   * scopes of the classes that this one extends. `{}` is every row; `undefined` is refused, because an expression that came out
   * undefined by mistake would show every row, too.
   */
  readonly scope?: (context: never) => FilterInput<never> | object;
}

/** The options of `@Filterable()` on a property. */
export type FilterablePropertyOptions = PropertyRule;

/** The type error of a class decorator that names a member which the class does not have. */
export interface NoSuchMember<Name> {
  readonly 'this class has no such field, relation or sort key': Name;
}

type Missing<E, Field, Relation, Sort, Path> =
  | Exclude<Field, FieldName<E> | RelationName<E>>
  | Exclude<Relation, RelationName<E> | FieldName<E>>
  | Exclude<Sort, SortKey<E>>
  | Exclude<Path, PathName<E>>;

/** Decorates a class, whose members it checks, or a property. */
export interface FilterableDecorator<
  Field extends string,
  Relation extends string,
  Sort extends string,
  Path extends string = never,
> {
  <T extends abstract new (...args: never[]) => object>(
    target: [Missing<InstanceType<T>, Field, Relation, Sort, Path>] extends [never]
      ? T
      : NoSuchMember<Missing<InstanceType<T>, Field, Relation, Sort, Path>>,
  ): void;
  (prototype: object, property: string | symbol): void;
}

/**
 * Exposes members of an entity to clients: on a class, by name, with the names checked by the compiler; on a property, one
 * at a time. Nothing else of an entity can be filtered or sorted by.
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
>(options: FilterableOptions<Field, Relation, Sort, Path>): FilterableDecorator<Field, Relation, Sort, Path>;
export function Filterable(options: FilterablePropertyOptions): (prototype: object, property: string | symbol) => void;
export function Filterable(
  options: ClassRules | PropertyRule = {},
): (target: object, property?: string | symbol) => void {
  return (target, property) => {
    if (property === undefined) recordClass(target, checked<ClassRules>(options, classOptionNames, className(target)));
    else if (typeof property === 'string') recordOn(target, property, options);
    else throw new FilterConfigurationError(`@Filterable() on ${className(target.constructor)}: a symbol is no column`);
  };
}

function recordOn(prototype: object, property: string, options: object): void {
  recordProperty(
    prototype,
    property,
    checked<PropertyRule>(options, propertyOptionNames, `${className(prototype.constructor)}.${property}`),
  );
}

/** Returns a frozen copy of the options, and refuses those that do not exist or belong to the other form of the decorator. */
function checked<Rules extends object>(options: Rules, existing: readonly string[], where: string): Rules {
  checkOptionNames(`@Filterable() on ${where}`, options, { existing });
  return Object.freeze({ ...options });
}

function className(target: object): string {
  return typeof target === 'function' ? target.name : 'an object';
}
