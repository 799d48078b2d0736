import { FilterConfigurationError } from './configuration-error.js';
import type { FieldName, RelationName, SortKey } from './input/index.js';
import type { FilterInput } from './input/index.js';
import { recordClass, recordProperty } from './schema/index.js';
import type { ClassRules, FieldRule, PropertyRule, RelationRule } from './schema/index.js';

/**
 * The options of `@Filterable()` on a class. With `fields` or `relations`, only what is named may be asked about; with
 * neither, every public column, and every relation to a class that is itself filterable.
 */
export interface FilterableOptions<
  Field extends string = string,
  Relation extends string = string,
  Sort extends string = string,
> {
  /** Fields that may be asked about: a property's name, `'address.city'` for an embedded one, or a name with a rule. */
  readonly fields?: readonly (Field | (FieldRule & { readonly name: Field }))[];
  /** Relations that may be followed. */
  readonly relations?: readonly (Relation | (RelationRule & { readonly name: Relation }))[];
  /** The complete list of sort keys, `'author.name'` and `'comments.$count'` included. By default, every sortable field. */
  readonly sort?: readonly Sort[];
  /** Without `fields` and `relations`: what is not exposed after all. */
  readonly except?: readonly (Field | Relation)[];
  /**
   * The rows that may be seen in a context, added wherever the entity is reached. `{}` is every row; `undefined` is
   * refused, because an expression that came out undefined by mistake would show every row, too. The scopes of the classes
   * that this one extends hold beside it.
   */
  readonly scope?: (context: never) => FilterInput<never> | object;
}

/** The options of `@Filterable()` on a property. */
export type FilterablePropertyOptions = PropertyRule;

/** Why a class decorator does not compile: it names something that the class does not have. */
export interface NoSuchMember<Name> {
  readonly 'this class has no such field, relation or sort key': Name;
}

type Missing<E, Field, Relation, Sort> =
  | Exclude<Field, FieldName<E> | RelationName<E>>
  | Exclude<Relation, RelationName<E> | FieldName<E>>
  | Exclude<Sort, SortKey<E>>;

/** Decorates a class, whose members it checks, or a property. */
export interface FilterableDecorator<Field extends string, Relation extends string, Sort extends string> {
  <T extends abstract new (...args: never[]) => object>(
    target: [Missing<InstanceType<T>, Field, Relation, Sort>] extends [never]
      ? T
      : NoSuchMember<Missing<InstanceType<T>, Field, Relation, Sort>>,
  ): void;
  (prototype: object, property: string | symbol): void;
}

/**
 * Says what clients may ask about: on a class, by name, with the names checked by the compiler; on a property, one at a
 * time.
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
>(options: FilterableOptions<Field, Relation, Sort>): FilterableDecorator<Field, Relation, Sort>;
export function Filterable(options: FilterablePropertyOptions): (prototype: object, property: string | symbol) => void;
export function Filterable(
  options: ClassRules | PropertyRule = {},
): (target: object, property?: string | symbol) => void {
  return (target, property) => {
    if (property === undefined) recordClass(target, checked<ClassRules>(options, classOptions, className(target)));
    else if (typeof property === 'string') recordOn(target, property, options);
    else throw new FilterConfigurationError(`@Filterable() on ${className(target.constructor)}: a symbol is no column`);
  };
}

function recordOn(prototype: object, property: string, options: object): void {
  recordProperty(
    prototype,
    property,
    checked<PropertyRule>(options, propertyOptions, `${className(prototype.constructor)}.${property}`),
  );
}

const classOptions: ReadonlySet<string> = new Set(['fields', 'relations', 'sort', 'except', 'scope']);
const propertyOptions: ReadonlySet<string> = new Set([
  'as',
  'kind',
  'operators',
  'sortable',
  'strategy',
  'required',
  'when',
  'fields',
  'relations',
]);

/** An option that does not exist, or belongs to the other form of the decorator, would otherwise be lost in silence. */
function checked<Rules extends object>(options: Rules, known: ReadonlySet<string>, where: string): Rules {
  for (const key of Object.keys(options)) {
    if (known.has(key)) continue;
    throw new FilterConfigurationError(
      `@Filterable() on ${where}: there is no option ${key} here; there are: ${[...known].join(', ')}.`,
    );
  }
  return Object.freeze({ ...options });
}

function className(target: object): string {
  return typeof target === 'function' ? target.name : 'an object';
}
