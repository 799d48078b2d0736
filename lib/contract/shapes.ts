/* Classification of an entity's properties by their types, for the types of filters and sorts. */

/** Role of a property, by its type: a column, a relation, or a method. */
export type Shape = Column | Related | 'method';
/** A column that can be compared: text; numbers and dates, which have an order; a closed set of values. */
export type Scalar = 'text' | 'ordered' | 'closed';
/** A relation, to one row or to many; or an embedded object or a JSON document, which look like a relation to one. */
export type Related = 'one' | 'many';
/** A property whose type does not name its contents: a JSON document without named paths, or anything at all. */
export type Loose = 'document' | 'untyped';
/** A column: comparable values, a list of them, something loosely typed, or data that can only be tested for NULL. */
export type Column = Scalar | 'list' | Loose | 'opaque';

/** Type of a property's value, without null and the promise of a lazy relation. */
export type Stored<P> = P & {} extends PromiseLike<infer Loaded> ? Loaded & {} : P & {};

/** Type of a list's members. Any other type is its own. */
export type Element<T> = T extends readonly (infer Item)[] ? NonNullable<Item> : T;

/** The class or interface at the other end of a property. */
export type Target<P> = Element<Stored<P>>;

/** A union of objects as one object with the properties of all. Any other type is its own. */
export type Merged<T> = true extends IsUnion<T> ? { [K in KeyOfAny<T>]: PropertyOfAny<T, K> } : T;

type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

type KeyOfAny<T> = T extends unknown ? keyof T : never;

type PropertyOfAny<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** Classifies a property by its type. */
export type ShapeOf<P> = unknown extends P ? 'untyped' : ShapeOfStored<Stored<P>>;

type ShapeOfStored<T> = [T] extends [never]
  ? 'opaque'
  : [T] extends [string]
    ? OpenOr<T, 'text'>
    : [T] extends [number | bigint]
      ? OpenOr<T, 'ordered'>
      : [T] extends [boolean]
        ? 'closed'
        : [T] extends [ValueObject]
          ? 'ordered'
          : ShapeOfObject<T>;

type ShapeOfObject<T> = [T] extends [(...args: never) => unknown]
  ? 'method'
  : [T] extends [readonly (infer Item)[]]
    ? ListTable[ShapeOf<Item>]
    : [Extract<T, Uint8Array | symbol>] extends [never]
      ? [T] extends [object]
        ? [KeyOfAny<T>] extends [never]
          ? 'document'
          : string extends KeyOfAny<T>
            ? 'document'
            : 'one'
        : 'untyped'
      : 'opaque';

/** Shape of a list, by its members' shape. Nested lists and lists of loose documents are not examined. */
interface ListTable
  extends Record<Scalar | 'untyped', 'list'>, Record<'list' | 'document' | 'opaque' | 'many' | 'method', 'opaque'> {
  one: 'many';
}

/** Literal members make a closed set. `string`, a branded string and a template type do not. */
type OpenOr<T extends string | number | bigint, Open> =
  Record<never, never> extends Record<`${T}`, unknown> ? Open : 'closed';

/** Dates, and value objects (a decimal, a date of a library's) that a column's transformer makes. */
interface ValueObject {
  valueOf(): string | number | bigint;
}

/** The names of the properties of some shapes. */
export type KeyOf<E, S extends Shape> = {
  [K in keyof E & string]-?: ShapeOf<E[K]> extends S ? K : never;
}[keyof E & string];

/**
 * Names of the properties of some shapes, and any path below loosely typed ones. This order of conditions costs the
 * compiler least: another order, or a condition inside a branch, costs it a tenth more work.
 */
export type NameOf<E, S extends Exclude<Shape, Loose>, Document extends ''> = {
  [K in keyof E & string]-?: ShapeOf<E[K]> extends S
    ? K
    : ShapeOf<E[K]> extends 'untyped'
      ? `${K}${Path | ''}`
      : ShapeOf<E[K]> extends 'document'
        ? `${K}${Path | Document}`
        : never;
}[keyof E & string];

type Path = `.${string}`;

/** Names of the properties that seem to hold an embedded object (or JSON). */
export type EmbeddedKey<E> = {
  [K in KeyOf<E, 'one'>]: LooksEmbedded<Target<E[K]>> extends true ? K : never;
}[KeyOf<E, 'one'>];

/**
 * True for an object that looks embedded: it has no `id`, no list of objects, and no path back to itself. Only lists of
 * names depend on it, because a list of all names that entities reach through each other would be endless. Conditions
 * and {@link SortObject} do not.
 */
export type LooksEmbedded<T> = 'id' extends keyof T
  ? false
  : [KeyOf<T, 'many'>] extends [never]
    ? [KeyOf<T, 'one'>] extends [never]
      ? true
      : [T] extends [Targets<Targets<T>>]
        ? false
        : true
    : false;

type Targets<T> = T extends unknown ? { [K in KeyOf<T, 'one'>]: Target<T[K]> }[KeyOf<T, 'one'>] : never;

/**
 * Native values that may be compared with a property. Text is always accepted: digits for numbers, ISO 8601 for dates.
 * A string property also takes a bigint, because TypeORM declares bigint columns as strings. It takes neither a number
 * nor a Date, which are far more often a mistake; decimals and calendar dates are written as text.
 */
export type ValueFor<T> = T extends Date
  ? Date | string
  : T extends string
    ? string extends T
      ? string | bigint
      : T
    : T extends number
      ? number extends T
        ? number | bigint | `${number}`
        : T
      : T extends bigint
        ? bigint extends T
          ? bigint | number | `${bigint}`
          : T
        : T extends boolean
          ? T
          : string | number | bigint | Date;

/** A value of any comparable kind of column. */
export type ScalarValue = string | number | bigint | boolean | Date;

/** Native values that a list may be searched for: those comparable with its members. */
export type ValueIn<T> = T extends readonly (infer Item)[]
  ? unknown extends Item
    ? ScalarValue
    : ValueFor<NonNullable<Item>>
  : never;

declare const noMember: unique symbol;

/**
 * Members that requests may name although the class has no such property: declared aggregates of related rows, and
 * named filters. Merge an entry for each class into this interface, under any name, and the types of filters, sorts and
 * fields accept them. The entry names its class, which TypeScript cannot infer.
 *
 * @example
 * declare module 'nestjs-filterable' {
 *   interface FilterableMembers {
 *     Restaurant: { entity: Restaurant; members: { reviewCount: number; popular: boolean } };
 *   }
 * }
 */
export interface FilterableMembers {
  /** Unused: TypeScript needs a member here. */
  readonly [noMember]?: never;
}

/** The members that {@link FilterableMembers} has for a class; `never` where it has none. */
export type MembersOf<E> = {
  [K in keyof FilterableMembers & string]: MembersIn<FilterableMembers[K], E>;
}[keyof FilterableMembers & string];

type MembersIn<Entry, E> = Entry extends { entity: infer Entity; members: infer Members }
  ? IsSame<Entity, E> extends true
    ? Members
    : never
  : never;

/** True for one type, and not for a type that has more or fewer members. */
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
